// The page around the app: brings it in, keeps it for offline use, says what only the page can say.

import { notice, progress, words } from "./notices.js";
import { keepForOffline, lookForUpdates } from "./offline.js";
import { exportEverything } from "./rescue.js";

const HERE = new URL(".", document.baseURI);
const flutterBuild = __FLUTTER_BUILD__;

// Chromium draws with Skia in WebAssembly, the others with CanvasKit; each gets only its own files.
const renderer = (() => {
  const blink = navigator.vendor === "Google Inc." || navigator.userAgent.includes("Edg/");
  const wasmGc = WebAssembly.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 95, 1, 120, 0]));
  return blink && wasmGc ? "skwasm" : "canvaskit";
})();

// Nothing comes from another host: Flet's client would ask one for a player of animations that is not used here.
const source = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, "src");
Object.defineProperty(HTMLScriptElement.prototype, "src", {
  ...source,
  set(address) {
    if (new URL(address, document.baseURI).origin === location.origin || String(address).startsWith("blob:")) {
      source.set.call(this, address);
    }
  },
});

// Python

let worker;
let receive = () => {};
let failed = ""; // why, if it has
let ready;
const pythonReady = new Promise((resolve) => {
  ready = resolve;
});

function startPython() {
  worker = new Worker(new URL("worker.js", HERE), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data instanceof Uint8Array) receive(data);
    else heard[data.told]?.(data);
  };
  worker.onerror = (event) => fail(event.message || "worker.js");
  worker.postMessage({ documentUrl: document.URL });
}

const heard = {
  waiting: () => notice(words.otherTab),
  started: () => notice(null),
  ready: () => ready(),
  changed: () => navigator.storage?.persist?.().catch(() => {}),
  failed: ({ why }) => fail(why),
};

// when something is to be said

let newer = null; // a version that is here in full and waits

// A new version takes over when the player says so, and then wholly.
function newVersion(waiting) {
  newer = waiting;
  if (failed) tellFailure();
  else {
    notice(words.newVersion, [
      { text: words.reload, act: startAgain },
      { text: words.later, act: () => notice(null), quiet: true },
    ]);
  }
}

function startAgain() {
  if (newer) newer.postMessage("take over"); // and the page reloads when it has
  else location.reload();
}

function fail(why) {
  if (failed) return;
  failed = why;
  worker?.terminate();
  console.warn(why);
  document.getElementById("loading")?.remove();
  document.body.classList.add("failed");
  tellFailure();
}

function tellFailure(said = words.failed, more = "") {
  const buttons = [{ text: words.again, act: startAgain, quiet: said === words.failed }];
  if (said === words.failed) buttons.unshift({ text: words.rescue, act: rescue });
  notice(newer ? `${said} ${words.newVersion}` : said, buttons, `${more}${failed}`);
}

async function rescue() {
  try {
    tellFailure((await exportEverything()) ? words.rescued : words.nothingThere);
  } catch (error) {
    tellFailure(words.failed, `${error}\n\n`);
  }
}

// What Flet's client calls.
globalThis.jsConnect = async (appId, args, onMessage) => {
  receive = onMessage;
  await pythonReady; // for ever, if it fails: the page itself says why
};
globalThis.jsSend = async (appId, data) => worker.postMessage(data, [data.buffer]);
globalThis.jsDisconnect = async () => {};

// Flutter

globalThis.flet = {
  pyodide: true,
  multiView: false,
  noCdn: true,
  webSocketEndpoint: "ws",
  entrypointBaseUrl: HERE.pathname,
  assetBase: HERE.pathname,
  routeUrlStrategy: "hash",
  canvasKitBaseUrl: new URL("canvaskit/", HERE).href,
  pyodideUrl: new URL("pyodide/pyodide.mjs", HERE).href,
  webRenderer: renderer,
  fontFallbackBaseUrl: new URL("assets/fonts/", HERE).href,
  appPackageUrl: "",
};

function script(path) {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = new URL(path, HERE).href;
    element.onload = resolve;
    element.onerror = () => reject(new Error(path));
    document.head.append(element);
  });
}

async function startFlutter() {
  await script("flutter.js");
  _flutter.buildConfig = flutterBuild;
  const config = {
    multiViewEnabled: false,
    entrypointBaseUrl: flet.entrypointBaseUrl,
    assetBase: flet.assetBase,
    renderer,
    canvasKitBaseUrl: flet.canvasKitBaseUrl,
    canvasKitVariant: "full",
    fontFallbackBaseUrl: flet.fontFallbackBaseUrl,
  };
  await _flutter.loader.load({
    config,
    onEntrypointLoaded: async (initializer) => {
      const engine = await initializer.initializeEngine(config);
      flet.flutterApp = await engine.runApp();
    },
  });
}

window.addEventListener("flutter-first-frame", () => document.getElementById("loading")?.remove(), { once: true });

// WebKit restores a page it had put aside with its drawing broken.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && navigator.vendor.startsWith("Apple")) location.reload();
});

async function begin() {
  const registration = await keepForOffline(renderer, progress);
  progress(null);
  startPython();
  startFlutter().catch((error) => fail(String(error?.message ?? error)));
  if (registration) lookForUpdates(registration, newVersion);
}

begin().catch((error) => fail(String(error?.message ?? error)));
