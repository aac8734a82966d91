"""Make everything in assets/ that is not written by hand: fonts, icons, the app's own icon and its splash.

    python build/assets.py            everything
    python build/assets.py icons      only the icons (build/icons.svg -> assets/icons, CompanionIcons.ttf)
    python build/assets.py fonts      only the text fonts (fetched with npm)
    python build/assets.py pictures   only the app icon and the splash (assets/icon.svg, drawn with Chromium)
    python build/assets.py web        only the lists of fonts (needs flet-web)

What it makes is kept in git, so only someone who changes a drawing or a font, or raises Flet's version, has to run it:
pip install fonttools skia-pathops; for the fonts also npm, for the pictures playwright and a Chromium on the PATH.
docs/assets.md says where things come from and under which licence.
"""

# /// script
# requires-python = ">=3.11"
# dependencies = ["fonttools>=4.50", "skia-pathops>=0.8", "playwright", "flet-web==1.0.5"]
# ///

import importlib.util
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NoReturn

import pathops
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.transform import Identity, Transform
from fontTools.pens.basePen import BasePen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.svgLib.path import parse_path
from fontTools.svgLib.path.shapes import PathBuilder
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[1]
DRAWINGS = ROOT / "build" / "icons.svg"
ASSETS = ROOT / "assets"
FONTS = ASSETS / "fonts"
ICONS = ASSETS / "icons"

BORN = 3_850_000_000
"""The date written into every font (seconds since 1904), always the same so that a rebuild changes nothing."""

# --- Icons ------------------------------------------------------------------------------------------------------------

GRID = 24
FIRST_ICON = 0xE000
"""Icons take the private characters from here on, in the order of the drawings."""

UNITS = 50
"""Font units in one unit of the grid."""

PENS = {
    "": (False, True, 0.0),
    "line": (False, False, 2.0),
    "soft": (False, True, 1.0),
    "cut": (True, True, 0.0),
    "gap": (True, False, 1.4),
    "halo": (True, True, 2.4),
}
"""The classes of the drawings: takes away?, filled?, width of its stroke."""


def icons() -> None:
    """build/icons.svg -> one SVG per icon, a font of them all, and the list of their names."""
    ICONS.mkdir(parents=True, exist_ok=True)
    for old in ICONS.glob("*.svg"):
        old.unlink()
    drawings = {symbol.attrib["id"]: flattened(symbol) for symbol in ET.parse(DRAWINGS).getroot() if symbol.get("id")}
    for name, path in drawings.items():
        (ICONS / f"{name}.svg").write_text(icon_svg(path), encoding="utf-8")
    lines = [f"{FIRST_ICON + place:X} {name}\n" for place, name in enumerate(drawings)]
    (ICONS / "names.txt").write_text("".join(lines), encoding="utf-8")
    icon_font(drawings)
    told(*ICONS.glob("*.svg"), FONTS / "CompanionIcons.ttf")


def flattened(symbol: ET.Element) -> pathops.Path:
    """A drawing as one path: black adds, white takes away, in the order they are drawn."""
    whole = pathops.Path()
    for shape, placed in shapes(symbol, Identity.scale(UNITS)):
        takes_away, filled, width = PENS[shape.get("class", "")]
        width = float(shape.get("stroke-width", width))
        outline = outlined(shape, placed, filled, width)
        operation = pathops.PathOp.DIFFERENCE if takes_away else pathops.PathOp.UNION
        whole = pathops.op(whole, outline, operation, fix_winding=True)
    whole.simplify(fix_winding=True)
    return whole


def shapes(group: ET.Element, placed: Transform) -> Iterator[tuple[ET.Element, Transform]]:
    """The shapes inside a group, each with where it has been moved to."""
    for child in group:
        inner = placed.transform(moved(child.attrib.pop("transform", "")))
        if child.tag.endswith("}g"):
            yield from shapes(child, inner)
        else:
            yield child, inner


def moved(text: str) -> Transform:
    """An SVG transform: matrix, translate, scale and rotate, one after another."""
    whole = Identity
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", text):
        numbers = [float(number) for number in re.split(r"[\s,]+", inside.strip())]
        if name == "rotate":
            angle, x, y = (*numbers, 0.0, 0.0)[:3]
            whole = whole.translate(x, y).rotate(math.radians(angle)).translate(-x, -y)
        elif name == "matrix":
            whole = whole.transform(tuple(numbers))
        else:
            whole = {"translate": whole.translate, "scale": whole.scale}[name](*numbers)
    return whole


def outlined(shape: ET.Element, placed: Transform, filled: bool, width: float) -> pathops.Path:
    """The area a shape covers: its inside, its stroke, or both."""
    builder = PathBuilder()
    builder.add_path_from_element(shape)
    covered = pathops.Path()
    scale = math.sqrt(abs(placed[0] * placed[3] - placed[1] * placed[2]))
    for text in builder.paths:
        inside = pathops.Path()
        parse_path(text, TransformPen(inside.getPen(), placed))
        if filled:
            covered = pathops.op(covered, inside, pathops.PathOp.UNION)
        if width:
            stroke = pathops.Path(inside)
            stroke.stroke(width * scale, pathops.LineCap.ROUND_CAP, pathops.LineJoin.ROUND_JOIN, 4)
            stroke.convertConicsToQuads(1.0)
            covered = pathops.op(covered, stroke, pathops.PathOp.UNION)
    return covered


def icon_svg(path: pathops.Path) -> str:
    """An icon's file: one black path, which Flet tints with the colour it is given."""
    pen = SvgPen()
    path.draw(TransformPen(pen, Identity.scale(1 / UNITS)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{GRID}" height="{GRID}" viewBox="0 0 {GRID} {GRID}">'
        f'<path d="{pen.text()}"/></svg>\n'
    )


class SvgPen(BasePen):  # type: ignore[misc]
    """Writes a path with two decimals and no blank too many."""

    def __init__(self) -> None:
        super().__init__(None)
        self.parts: list[str] = []

    def text(self) -> str:
        return "".join(self.parts)

    def _put(self, letter: str, *points: tuple[float, float]) -> None:
        numbers = [f"{value:.2f}".rstrip("0").rstrip(".") for point in points for value in point]
        shortest = [re.sub(r"^(-?)0\.", r"\1.", "0" if number == "-0" else number) for number in numbers]
        self.parts.append(letter + " ".join(shortest).replace(" -", "-"))

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self._put("M", pt)

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self._put("L", pt)

    def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._put("C", *points)

    def _qCurveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._put("Q", *points)

    def _closePath(self) -> None:  # noqa: N802
        self.parts.append("Z")


def icon_font(drawings: dict[str, pathops.Path]) -> None:
    """All icons as one font. Its lines are exactly as high as its letters are wide: size 24 is a box of 24 by 24."""
    em = GRID * UNITS
    upside = Transform(1, 0, 0, -1, 0, em)
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    for name, path in drawings.items():
        pen = TTGlyphPen(None)
        path.draw(TransformPen(Cu2QuPen(pen, 1.0, reverse_direction=False), upside))
        glyphs[name] = pen.glyph()
    font = FontBuilder(em, isTTF=True)
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap({FIRST_ICON + place: name for place, name in enumerate(drawings)})
    font.setupGlyf(glyphs)
    font.setupHorizontalMetrics({name: (em, getattr(glyph, "xMin", 0)) for name, glyph in glyphs.items()})
    font.setupHorizontalHeader(ascent=em, descent=0)
    font.setupNameTable({"familyName": "Companion Icons", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=em, sTypoDescender=0, sTypoLineGap=0, usWinAscent=em, usWinDescent=0)
    font.setupPost(keepGlyphNames=False)
    font.updateHead(created=BORN, modified=BORN)
    saved(font.font, FONTS / "CompanionIcons.ttf")


# --- Fonts ------------------------------------------------------------------------------------------------------------

SANS = "@expo-google-fonts/alegreya-sans@0.4.2"
CAPS = "@expo-google-fonts/alegreya-sc@0.2.3"
SIGNS = "@expo-google-fonts/noto-sans-symbols@0.4.1"
SHAPES = "@expo-google-fonts/noto-sans-symbols-2@0.4.1"
ARROWS = "@expo-google-fonts/noto-sans-math@0.4.2"

TEXT_FONTS = {
    "AlegreyaSans-Regular.ttf": (SANS, "400Regular/AlegreyaSans_400Regular.ttf"),
    "AlegreyaSans-Medium.ttf": (SANS, "500Medium/AlegreyaSans_500Medium.ttf"),
    "AlegreyaSans-Bold.ttf": (SANS, "700Bold/AlegreyaSans_700Bold.ttf"),
    "AlegreyaSans-ExtraBold.ttf": (SANS, "800ExtraBold/AlegreyaSans_800ExtraBold.ttf"),
    "AlegreyaSC-Bold.ttf": (CAPS, "AlegreyaSC_700Bold.ttf"),
    "AlegreyaSC-ExtraBold.ttf": (CAPS, "AlegreyaSC_800ExtraBold.ttf"),
}

SYMBOLS = {
    ARROWS: ("400Regular/NotoSansMath_400Regular.ttf", "↶↷↺↻→←↑↓↔↕×−…·●○▲△■□◆◇⬟▶◀▼"),
    SHAPES: ("400Regular/NotoSansSymbols2_400Regular.ttf", "✓✗★☆"),
    SIGNS: ("700Bold/NotoSansSymbols_700Bold.ttf", "⚑⚔"),
}
"""The symbols of the game, and where each is taken from when a text font lacks it."""

THIN = "↶↷↺↻✗"
STOUTER = {400: 12, 500: 24, 700: 48, 800: 64}
"""These symbols are drawn thin; in a font of a given weight, they are made stouter by so many units."""

LETTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),  # Latin-1 and Latin Extended-A: all of Western and Central Europe
    *map(ord, "ȘșȚțẞƒʼˆˇ˘˙˚˛˜˝"),
    *range(0x300, 0x305),
    *map(ord, "\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328"),
    *map(ord, "\u2002\u2003\u2009\u200b‐‒–—―‘’‚“”„†‡•…‰′″‹›⁄€№™"),
    *map(ord, "⅓⅔←↑→↓↔↕−∕∞≈≠≤≥"),
]

FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "liga", "calt"]
NOTO_CAPITALS = 714
"""The height of Noto's capitals; a symbol is scaled to the capitals it will stand beside."""


def fonts() -> None:
    """The text fonts, cut down to the letters we need, with figures of one height and width and the game's symbols."""
    FONTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        fetched = {name: unpacked(name, Path(folder)) for name in (SANS, CAPS, SIGNS, SHAPES, ARROWS)}
        symbols = {
            sign: TTFont(fetched[package] / file) for package, (file, signs) in SYMBOLS.items() for sign in signs
        }
        for name, (package, file) in TEXT_FONTS.items():
            saved(text_font(fetched[package] / file, symbols), FONTS / name)
        saved(symbol_font(symbols), FONTS / "CompanionSymbols.ttf")
        licence(fetched)
    told(*(FONTS / name for name in (*TEXT_FONTS, "CompanionSymbols.ttf")))


def unpacked(package: str, folder: Path) -> Path:
    """Fetch a package with npm and unpack it."""
    npm = shutil.which("npm") or ended("npm is needed to fetch the fonts.")
    target = folder / re.sub(r"\W+", "-", package)
    target.mkdir()
    done = subprocess.run([npm, "pack", "--silent", package], cwd=target, capture_output=True, text=True, check=False)
    if done.returncode:
        ended(f"npm could not fetch {package}:\n{done.stderr.strip()}")
    with tarfile.open(next(target.glob("*.tgz"))) as archive:
        archive.extractall(target, filter="data")
    return target / "package"


def text_font(file: Path, symbols: dict[str, TTFont]) -> TTFont:
    """A text font with what we need and no more."""
    font = TTFont(file)
    lining_figures(font)
    options = Options(
        layout_features=FEATURES,
        hinting=False,
        notdef_outline=True,
        name_IDs=["*"],
        glyph_names=False,
        drop_tables=["DSIG"],
    )
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    for sign, source in symbols.items():
        if ord(sign) not in font.getBestCmap():
            transplanted(sign, source, font)
    return font


def lining_figures(font: TTFont) -> None:
    """Figures as high as capitals and all of one width: numbers are read at arm's length and must not jump.

    Flet cannot ask a font for its figures (a feature named tnum), so the font has them from the start.
    """
    order = set(font.getGlyphOrder())
    for table in font["cmap"].tables:
        for code, name in table.cmap.items():
            if chr(code) in "0123456789" and f"{name}.tf" in order:
                table.cmap[code] = f"{name}.tf"


def transplanted(sign: str, source: TTFont, target: TTFont) -> None:
    """Copy one symbol from another font, scaled to the target's capitals and centred on their height."""
    glyphs, original = source.getGlyphSet(), source.getBestCmap()[ord(sign)]
    capitals, weight = target["OS/2"].sCapHeight, target["OS/2"].usWeightClass
    factor = capitals / NOTO_CAPITALS
    outline = pathops.Path()
    glyphs[original].draw(TransformPen(outline.getPen(glyphSet=glyphs), Identity.scale(factor)))
    if sign in THIN:
        edge = pathops.Path(outline)
        edge.stroke(STOUTER[weight], pathops.LineCap.ROUND_CAP, pathops.LineJoin.MITER_JOIN, 4)
        edge.convertConicsToQuads(1.0)
        outline = pathops.op(outline, edge, pathops.PathOp.UNION, fix_winding=True)
    left, bottom, right, top = outline.bounds
    margin = min(round(left), 60)
    rise = 0 if sign == "…" else (capitals - bottom - top) / 2
    placed = Identity.translate(margin - left, rise)
    pen = TTGlyphPen(None)
    outline.draw(TransformPen(Cu2QuPen(pen, 1.0), placed))
    glyph, name = pen.glyph(), f"uni{ord(sign):04X}"
    target.setGlyphOrder([*target.getGlyphOrder(), name])
    target["glyf"].glyphs[name] = glyph
    glyph.recalcBounds(target["glyf"])
    target["hmtx"].metrics[name] = (round(right - left + 2 * margin), glyph.xMin)
    for table in target["cmap"].tables:
        if table.isUnicode():
            table.cmap[ord(sign)] = name


def symbol_font(symbols: dict[str, TTFont]) -> TTFont:
    """The game's symbols alone, for text that is set in some other font."""
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder([".notdef"])
    font.setupCharacterMap({})
    font.setupGlyf({".notdef": TTGlyphPen(None).glyph()})
    font.setupHorizontalMetrics({".notdef": (600, 0)})
    font.setupHorizontalHeader(ascent=900, descent=-300)
    font.setupOS2(
        sTypoAscender=900, sTypoDescender=-300, sTypoLineGap=0, usWinAscent=900, usWinDescent=300,
        sCapHeight=NOTO_CAPITALS, usWeightClass=400,
    )  # fmt: skip
    font.setupNameTable({"familyName": "Companion Symbols", "styleName": "Regular"})
    font.setupPost(keepGlyphNames=False)
    font.updateHead(created=BORN, modified=BORN)
    for sign, source in symbols.items():
        transplanted(sign, source, font.font)
    return font.font


def licence(fetched: dict[str, Path]) -> None:
    """The licence all these fonts share, under the names of their makers."""
    text = (fetched[SANS] / "LICENSE_FONT").read_text(encoding="utf-8")
    terms = text[text.index("This Font Software is licensed") :]
    makers = [
        "Copyright 2011 The Alegreya Project Authors (https://github.com/huertatipografica/Alegreya)",
        "Copyright 2013 The Alegreya Sans Project Authors (https://github.com/huertatipografica/Alegreya-Sans)",
        "Copyright 2022 The Noto Project Authors (https://github.com/notofonts/math)",
        "Copyright 2022 The Noto Project Authors (https://github.com/notofonts/symbols)",
    ]
    (FONTS / "OFL.txt").write_text("\n".join(makers) + "\n\n" + terms, encoding="utf-8")


def saved(font: TTFont, file: Path) -> None:
    font.recalcTimestamp = False
    font["head"].modified = BORN
    file.parent.mkdir(parents=True, exist_ok=True)
    font.save(file, reorderTables=True)


FAMILIES = {
    "Sans": "AlegreyaSans-Regular.ttf",
    "Sans Medium": "AlegreyaSans-Medium.ttf",
    "Sans Semibold": "AlegreyaSans-Bold.ttf",
    "Sans Bold": "AlegreyaSans-ExtraBold.ttf",
    "Caps": "AlegreyaSC-ExtraBold.ttf",
    "Caps Semibold": "AlegreyaSC-Bold.ttf",
    "Companion Symbols": "CompanionSymbols.ttf",
    "Companion Icons": "CompanionIcons.ttf",
}
"""What the app calls each font. To Flet a family is one file, so each weight is a family of its own."""


def web() -> None:
    """The list of fonts that a browser loads before the first frame.

    Fonts named in page.fonts arrive after it: until then the text is set in another font, and for every symbol that
    one lacks the browser asks in vain for a fallback. Flet serves this list instead of its own, which it repeats
    but for the fonts of mathematical formulas: the app sets none, and they are as large as all of ours.
    """
    flet_web = importlib.util.find_spec("flet_web")
    if flet_web is None or flet_web.origin is None:
        ended("flet-web is needed for the list of its own fonts.")
    stock = json.loads((Path(flet_web.origin).parent / "web/assets/FontManifest.json").read_text(encoding="utf-8"))
    stock = [entry for entry in stock if "flutter_math" not in entry["family"]]
    ours = [{"family": family, "fonts": [{"asset": f"../fonts/{file}"}]} for family, file in FAMILIES.items()]
    written(ASSETS / "assets" / "FontManifest.json", json.dumps([*stock, *ours], indent=1) + "\n")
    written(
        FONTS / "families.json", json.dumps({name: f"fonts/{file}" for name, file in FAMILIES.items()}, indent=2) + "\n"
    )


def written(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


# --- The app's own pictures -------------------------------------------------------------------------------------------

AT_NIGHT = (
    ".stone{fill:#d9cfb8}.shade{fill:#b8ad94}.joint{stroke:#a3987f}.hole{fill:#1d1f22}"
    ".flag{fill:#e0604c}.fold{fill:#b8483a}.pole{stroke:#c08a52}"
)
NO_TILE = "#paper,#ground{display:none}"
ONLY_TURRET = "#ground{display:none}"

PICTURES = {
    # file: (side in pixels, scale of the scene, roundness of the corners in percent, changes to the drawing)
    "icon.png": (1024, 1.1, 0, ""),
    "icon_android.png": (1024, 0.72, 0, ""),  # a launcher shows the middle two thirds
    "splash.png": (1024, 1.2, 0, NO_TILE),
    "splash_dark.png": (1024, 1.2, 0, NO_TILE + AT_NIGHT),
    "icon-192.png": (192, 1.1, 22, ""),
    "favicon.png": (32, 1.3, 22, ONLY_TURRET),
    "icons/icon-192.png": (192, 1.1, 22, ""),
    "icons/icon-512.png": (512, 1.1, 22, ""),
    "icons/icon-maskable-192.png": (192, 0.95, 0, ""),
    "icons/icon-maskable-512.png": (512, 0.95, 0, ""),
    "icons/apple-touch-icon-192.png": (192, 1.1, 0, ""),
    "icons/loading-animation.png": (512, 1.1, 22, ""),  # Flet's web page shows it while the app loads
}
"""Every PNG drawn from assets/icon.svg. The names are those that Flet looks for."""


def pictures() -> None:
    """assets/icon.svg -> the app's icon and splash in every size and shape."""
    from playwright.sync_api import sync_playwright

    chromium = (
        os.environ.get("CHROMIUM") or shutil.which("chromium") or ended("Chromium is needed to draw the pictures.")
    )
    drawing = (ASSETS / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, (side, scale, corners, changes) in PICTURES.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block;width:{side}px;height:{side}px;border-radius:{corners}%}}"
                f"#ground,#turret{{transform-origin:256px 256px;transform:scale({scale})}}</style>"
                f"{drawing}<style>{changes}</style>"
            )
            page.screenshot(path=ASSETS / name, omit_background=True)
            page.close()
        browser.close()
    told(*(ASSETS / name for name in PICTURES))


# --- Around -----------------------------------------------------------------------------------------------------------


def told(*files: Path) -> None:
    sizes = [file.stat().st_size / 1024 for file in files]
    print(f"{len(files)} files, {sum(sizes):.0f} KB, the largest {max(sizes):.0f} KB")


def ended(sentence: str) -> NoReturn:
    sys.exit(sentence)


def main(wanted: Iterable[str]) -> None:
    makers: dict[str, Callable[[], None]] = {"icons": icons, "fonts": fonts, "pictures": pictures, "web": web}
    for name in list(wanted) or list(makers):
        if name not in makers:
            ended(f"There is no part called {name}; there are: {', '.join(makers)}.")
        makers[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
