"""The fonts, icons and pictures the app ships: whole, harmless, small, and able to show what the app writes."""

import importlib.util
import json
import re
import struct
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ASSETS = ROOT / "assets"
FONTS = ASSETS / "fonts"
ICONS = ASSETS / "icons"
SVG = "{http://www.w3.org/2000/svg}"

CODES = {
    name: int(code, 16) for code, name in (line.split() for line in (ICONS / "names.txt").read_text().splitlines())
}
FAMILIES: dict[str, str] = json.loads((FONTS / "families.json").read_text(encoding="utf-8"))
TEXT_FAMILIES = [name for name in FAMILIES if name.startswith(("Sans", "Caps"))]

WORDS = (
    "Resolve the battle 0123456789 +−×%&?!:;()[]/#'\"’‘“”„‚«»‹›–—…·•"
    "ÄÖÜäöüßẞ àâçéèêëîïôùûüÿœŒæÆ ñóúíáý åøÅØ "
    "Zażółć gęślą jaźń ŁĄĘŚŻŹĆŃÓ Příliš žluťoučký kůň úpěl ďábelské ódy ŘŠČŽŤĎŇŮ őűŐŰ ğışİ șțȘȚ ľŕđ"
)
SYMBOLS = "↶↷→←↑↓✓✗★☆●▲■◆⬟⚑⚔×−…·"

NEEDED_ICONS = """
gold food wood stone iron soldier mercenary wounded worker villager swordsman archer invader wall gate turret castle
flame farm farm-2 razed protect move flag threat season catapult mangonel trebuchet ladder siege-tower surge building
refugee objective gold-tracker undo redo log rules library settings home add remove close back next edit delete search
share export import compass dice practice hourglass crown eye check warning infirmary granary stockpile barracks tax
camp merchant mine quarry woodmill scout initiative hand-left hand-right language contrast text-size haptics awake
"""

PICTURES = {
    "icon.png": 1024,
    "icon_android.png": 1024,
    "splash.png": 1024,
    "splash_dark.png": 1024,
    "icon-192.png": 192,
    "favicon.png": 32,
    "icons/icon-192.png": 192,
    "icons/icon-512.png": 512,
    "icons/icon-maskable-192.png": 192,
    "icons/icon-maskable-512.png": 512,
    "icons/apple-touch-icon-192.png": 192,
    "icons/loading-animation.png": 512,
}


def kilobytes(*files: Path) -> float:
    return sum(file.stat().st_size for file in files) / 1024


def tables(font: Path) -> dict[str, bytes]:
    """A TrueType file's tables by name."""
    data = font.read_bytes()
    version, count = struct.unpack_from(">IH", data)
    assert version == 0x00010000, f"{font.name} is not a TrueType font"
    found = {}
    for entry in range(count):
        tag, _, offset, length = struct.unpack_from(">4sIII", data, 12 + 16 * entry)
        assert offset + length <= len(data), f"{font.name} is cut off"
        found[tag.decode()] = data[offset : offset + length]
    return found


def characters(font: Path) -> dict[int, int]:
    """The characters a font has and the glyph of each, from its Unicode table (format 4, which all of ours have)."""
    cmap = tables(font)["cmap"]
    for entry in range(struct.unpack_from(">H", cmap, 2)[0]):
        platform, _, start = struct.unpack_from(">HHI", cmap, 4 + 8 * entry)
        if platform in (0, 3) and struct.unpack_from(">H", cmap, start)[0] == 4:
            break
    else:
        raise AssertionError(f"{font.name} has no Unicode table")
    count = struct.unpack_from(">H", cmap, start + 6)[0] // 2
    lasts, _, firsts, shifts, offsets = (
        struct.unpack_from(f">{count}H", cmap, start + 14 + place)
        for place in (0, 2 * count, 2 * count + 2, 4 * count + 2, 6 * count + 2)
    )
    found = {}
    for segment in range(count):
        for code in range(firsts[segment], lasts[segment] + 1):
            glyph = code
            if offsets[segment]:
                at = start + 16 + 6 * count + 2 * segment + offsets[segment] + 2 * (code - firsts[segment])
                glyph = struct.unpack_from(">H", cmap, at)[0]
            found[code] = (glyph + shifts[segment]) % 0x10000
    return {code: glyph for code, glyph in found.items() if glyph and code != 0xFFFF}


def widths(font: Path) -> list[int]:
    """The width of each glyph."""
    (count,) = struct.unpack_from(">H", tables(font)["hhea"], 34)
    return [width for width, _ in struct.iter_unpack(">Hh", tables(font)["hmtx"][: 4 * count])]


def missing(font: Path, text: str) -> str:
    has = characters(font)
    return "".join(dict.fromkeys(letter for letter in text if ord(letter) not in has))


# --- Icons


def test_every_icon_needed_is_there():
    assert set(NEEDED_ICONS.split()) <= set(CODES)


def test_list_drawings_and_files_agree():
    """A drawing added or removed without running build/assets.py would show here."""
    drawn = [symbol.get("id") for symbol in ET.parse(ROOT / "build" / "icons.svg").getroot().iter(f"{SVG}symbol")]
    assert drawn == list(CODES)
    assert sorted(file.stem for file in ICONS.glob("*.svg")) == sorted(CODES)


@pytest.mark.parametrize("name", CODES)
def test_icon_is_one_black_path_on_the_grid(name):
    """Nothing but one path: no colour that a tint would miss, no script, no link, nothing outside the box."""
    root = ET.parse(ICONS / f"{name}.svg").getroot()
    assert root.tag == f"{SVG}svg"
    assert root.attrib == {"width": "24", "height": "24", "viewBox": "0 0 24 24"}
    (path,) = root
    assert path.tag == f"{SVG}path"
    assert set(path.attrib) == {"d"}
    assert re.fullmatch(r"[MLCQZ0-9 .-]+", path.attrib["d"])
    numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", path.attrib["d"])]
    assert min(numbers) >= 0
    assert max(numbers) <= 24


def test_icons_are_small():
    assert kilobytes(*ICONS.glob("*.svg"), FONTS / "CompanionIcons.ttf") < 150


def test_icon_font_has_every_icon():
    assert set(characters(FONTS / "CompanionIcons.ttf")) == set(CODES.values())


def test_icon_font_is_as_high_as_wide():
    """A line of icons set at size 24 must be 24 high: ascent and descent together are one em."""
    font = tables(FONTS / "CompanionIcons.ttf")
    (em,) = struct.unpack_from(">H", font["head"], 18)
    ascent, descent, gap = struct.unpack_from(">hhh", font["hhea"], 4)
    assert (ascent, descent, gap) == (em, 0, 0)


# --- Fonts


def test_every_family_has_its_file_and_its_licence():
    assert {f"fonts/{file.name}" for file in FONTS.glob("*.ttf")} == set(FAMILIES.values())
    licence = (FONTS / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    for maker in ("Alegreya Project", "Alegreya Sans Project", "Noto Project"):
        assert maker in licence


@pytest.mark.parametrize("file", FAMILIES.values())
def test_font_is_whole_and_small(file):
    font = tables(ASSETS / file)
    assert {"cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "OS/2", "post"} <= set(font)
    assert struct.unpack_from(">I", font["head"], 12)[0] == 0x5F0F3CF5
    assert kilobytes(ASSETS / file) < 80


@pytest.mark.parametrize("family", TEXT_FAMILIES)
def test_text_font_shows_every_letter_and_symbol(family):
    """Whatever one lacks, a browser would ask the network for."""
    assert missing(ASSETS / FAMILIES[family], WORDS + SYMBOLS) == ""


def test_symbol_font_has_every_symbol():
    assert missing(FONTS / "CompanionSymbols.ttf", SYMBOLS) == ""


@pytest.mark.parametrize("family", TEXT_FAMILIES)
def test_figures_have_one_width(family):
    """Numbers in a column line up, and a counter does not jump."""
    font = ASSETS / FAMILIES[family]
    glyphs, wide = characters(font), widths(font)
    assert len({wide[glyphs[ord(figure)]] for figure in "0123456789"}) == 1


def test_browser_loads_our_fonts_before_the_first_frame():
    listed = json.loads((ASSETS / "assets" / "FontManifest.json").read_text(encoding="utf-8"))
    ours = {entry["family"]: entry["fonts"] for entry in listed if entry["family"] in FAMILIES}
    assert ours == {family: [{"asset": f"../{file}"}] for family, file in FAMILIES.items()}


def test_font_list_repeats_what_flet_needs():
    """Raising Flet's version may change its own list; then run: python build/assets.py web"""
    flet_web = importlib.util.find_spec("flet_web")
    if flet_web is None or flet_web.origin is None:
        pytest.skip("flet-web is not installed")
    stock = json.loads((Path(flet_web.origin).parent / "web" / "assets" / "FontManifest.json").read_bytes())
    listed = json.loads((ASSETS / "assets" / "FontManifest.json").read_text(encoding="utf-8"))
    assert [entry for entry in stock if "flutter_math" not in entry["family"] and entry not in listed] == []


# --- Pictures


@pytest.mark.parametrize(("name", "side"), PICTURES.items())
def test_picture_is_a_square_png(name, side):
    data = (ASSETS / name).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack_from(">4sII", data, 12) == (b"IHDR", side, side)
    assert data.endswith(b"IEND\xaeB`\x82")


def test_pictures_are_small():
    assert kilobytes(*(ASSETS / name for name in PICTURES)) < 250


def test_app_icon_drawing_is_harmless():
    root = ET.parse(ASSETS / "icon.svg").getroot()
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {"svg", "style", "rect", "g", "circle", "path"}
    assert not [key for element in root.iter() for key in element.attrib if key.startswith("on") or "href" in key]
