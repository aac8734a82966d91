// Python and the app, in a worker: it may take its time without holding up a finger on the glass.
//
// Says to the page: bytes (a message for the Flutter client), or { told: "waiting" | "started" | "ready" | "changed" | "failed" }.

import { Drawer } from "./drawer.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const HERE = new URL(".", import.meta.url);
const NATIVE = __NATIVE__;
const DATA = "/data";

const bridge = {}; // what Flet's Python side calls "flet_js"
const early = []; // messages that came before Python was ready

const tell = (told, more = {}) => self.postMessage({ told, ...more });

// Only one tab may work with the tables; the next one waits until that one is closed.
function alone() {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((resolve) => {
    const held = (lock) => {
      if (lock === null) {
        tell("waiting");
        navigator.locks.request("companion", held);
        return undefined;
      }
      resolve();
      return new Promise(() => {}); // kept until the tab is closed
    };
    navigator.locks.request("companion", { ifAvailable: true }, held);
  });
}

// The drawer; null where this browser keeps no files for a page (a private window, plain http from elsewhere).
async function drawer() {
  await alone();
  if (!navigator.storage?.getDirectory || !self.FileSystemFileHandle?.prototype.createSyncAccessHandle) return null;
  try {
    return await Drawer.open();
  } catch (error) {
    if (["SecurityError", "NotAllowedError", "InvalidStateError", "UnknownError"].includes(error.name)) return null;
    throw error;
  }
}

async function bytes(path) {
  const answer = await fetch(new URL(path, HERE));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function start() {
  const code = bytes("app/code.zip");
  const assets = bytes("app/assets.zip");
  const native = Object.entries(NATIVE).map(async ([module, file]) => [module, await bytes(file)]);
  const files = drawer();
  files.catch(() => {});
  const python = await loadPyodide({
    indexURL: new URL("pyodide/", HERE).href,
    stdLibURL: new URL("pyodide/stdlib.zip", HERE).href,
    lockFileContents: { info: __LOCK_INFO__, packages: {} },
    packageBaseUrl: new URL("pyodide/", HERE).href,
    env: { HOME: "/home/pyodide", COMPANION_DATA: DATA, PYDANTIC_DISABLE_PLUGINS: "__all__", LANG: `${(navigator.language || "en").replace("-", "_")}.UTF-8` },
  });
  const { FS } = python;
  FS.mkdirTree("/app/native");
  FS.writeFile("/app/code.zip", await code);
  const modules = {};
  for (const [module, data] of await Promise.all(native)) {
    modules[module] = `/app/native/${module}.so`;
    FS.writeFile(modules[module], data);
  }
  python.unpackArchive(await assets, "zip", { extractDir: "/app/assets" });
  const kept = await files;
  kept?.mount(FS, DATA);
  tell("started");
  bridge.kept = kept !== null;
  bridge.changed = () => tell("changed");
  bridge.native = python.toPy(modules);
  python.registerJsModule("flet_js", bridge);
  await python.runPythonAsync(`
import gc, sys
gc.disable()  # nothing that is loaded now is ever thrown away
sys.path.insert(0, "/app/code.zip")
import flet_js
from companion.web.native import install
install(flet_js.native)
from companion.web.in_browser import begin
begin()
`);
  await bridge.start_connection((message) => {
    const out = message.toJs();
    self.postMessage(out, [out.buffer]);
  });
  for (const message of early.splice(0)) bridge.send(message);
  tell("ready");
  setTimeout(() => python.runPython("import gc; gc.freeze(); gc.enable()"), 3000);
}

let begun = false;
self.onmessage = ({ data }) => {
  if (!begun) {
    begun = true;
    bridge.documentUrl = data.documentUrl;
    start().catch((error) => tell("failed", { why: String(error?.message ?? error) }));
  } else if (typeof bridge.send === "function") bridge.send(data);
  else early.push(data);
};
