// Python sources → byte code of the Python that will run them in the browser, by that very Python, under Node.
//
//   node web_compile.mjs PYODIDE FOLDER
//
// FOLDER/stdlib.zip and FOLDER/code (a tree) become FOLDER/stdlib-compiled.zip and FOLDER/code.zip.

import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {
  console.error(error.message); // without the line it came from, which may be a megabyte long
  process.exit(1);
});
const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide();
python.FS.mkdir("/work");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/work");
python.runPython(`
import ast
import importlib._bootstrap_external as loading
import zipfile
from pathlib import Path

WORK = Path("/work")
ALWAYS = (2020, 1, 1, 0, 0, 0)
UNUSED = set(
    """__hello__ __phello__ _aix_support _android_support _apple_support _ios_support _osx_support _pydatetime
    _pydecimal _pyio _pyrepl antigravity bdb cProfile cmd compileall curses dbm doctest ensurepip filecmp
    fileinput ftplib idlelib imaplib mailbox modulefinder multiprocessing netrc nturl2path optparse pdb pickletools
    plistlib poplib profile profiling pstats pty py_compile pyclbr pydoc pydoc_data rlcompleter sched shelve smtplib
    socketserver symtable tabnanny this tkinter trace tracemalloc turtle turtledemo tty unittest venv wave webbrowser
    wsgiref xmlrpc zipapp""".split()
)


def unused(name):
    """Is it a part of Python's library that a page has no use for?"""
    return name.partition("/")[0].removesuffix(".py") in UNUSED



def without_explanations(tree):
    """Nobody reads docstrings in a browser. A class keeps a dot: without any, a dataclass would write one itself."""
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        explained = ast.get_docstring(node, clean=False) is not None
        if isinstance(node, ast.ClassDef):
            if explained:
                node.body[0].value.value = "."
            elif node.decorator_list:
                node.body.insert(0, ast.Expr(ast.Constant(".")))
        elif explained:
            node.body[:1] = [] if isinstance(node, ast.Module) else [ast.Pass()]
    return ast.fix_missing_locations(tree)


def compiled(name, source):
    """Byte code that is never compared with its source; file names stay short in reports."""
    code = compile(without_explanations(ast.parse(source)), name, "exec", dont_inherit=True, optimize=0)
    return bytes(loading._code_to_hash_pyc(code, bytes(8), False))


def add(archive, name, data):
    info = zipfile.ZipInfo(name, ALWAYS)
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, data, compresslevel=9)


with zipfile.ZipFile(WORK / "stdlib.zip") as given, zipfile.ZipFile(WORK / "stdlib-compiled.zip", "w") as made:
    for name in sorted(given.namelist()):
        if name.endswith(".py") and not unused(name):
            add(made, name + "c", compiled(name, given.read(name)))
        elif not name.endswith(("/", ".py")):
            add(made, name, given.read(name))

with zipfile.ZipFile(WORK / "code.zip", "w") as made:
    tree = WORK / "code"
    for path in sorted(tree.rglob("*")):
        name = path.relative_to(tree).as_posix()
        if path.suffix == ".py":
            add(made, name + "c", compiled(name, path.read_bytes()))
        elif path.is_file():
            add(made, name, path.read_bytes())
`);

// What was made is tried at once: every screen and all beneath must load in a Python that has nothing else.
const { readFileSync, readdirSync } = await import("node:fs");
const tried = await loadPyodide({ stdLibURL: pathToFileURL(`${folder}/stdlib-compiled.zip`).href });
tried.FS.mkdirTree("/app/native");
tried.FS.writeFile("/app/code.zip", readFileSync(`${folder}/code.zip`));
const native = {};
for (const file of readdirSync(`${folder}/native`)) {
  native[file.replace(/\.so$/, "")] = `/app/native/${file}`;
  tried.FS.writeFile(`/app/native/${file}`, readFileSync(`${folder}/native/${file}`));
}
tried.registerJsModule("flet_js", { native: tried.toPy(native) });
await tried.runPythonAsync(`
import sys
import zipfile
from importlib import import_module

sys.path.insert(0, "/app/code.zip")
import flet_js
from companion.web.native import install

install(flet_js.native)
PARTS = ("games", "share", "shell", "storage")
for name in sorted(zipfile.ZipFile("/app/code.zip").namelist()):
    if name.endswith(".pyc") and name.startswith(("engine/", *(f"companion/{part}/" for part in PARTS))):
        import_module(name.removesuffix(".pyc").removesuffix("/__init__").replace("/", "."))
import companion.web.in_browser
from flet.messaging import pyodide_connection, session
`);
