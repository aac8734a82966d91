// The service worker: serves the app from its own store, one whole version at a time.
//
// A version is installed only when every one of its files is here and has the right content; what did not change is
// taken from the version before. It takes over when the player says so (or when nobody is using the old one).

const VERSION = "__VERSION__";
const FILES = __FILES__; // path → { hash, size, group? }
const STORE = `companion-${VERSION}`;
const RENDERER = new URL(location.href).searchParams.get("renderer");

const wanted = Object.entries(FILES).filter(([, { group }]) => !group || group === RENDERER);
const address = (path) => new URL(path, self.registration.scope).href;

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([install(), shortcut(event)]));
});
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(request));
});

async function install() {
  const store = await caches.open(STORE);
  const older = await olderFiles();
  const all = wanted.reduce((sum, [, { size }]) => sum + size, 0);
  let done = 0;
  const waiting = [...wanted];
  const fetchSome = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [path, { hash, size }] = next;
      if (!(await store.match(address(path)))) {
        await store.put(address(path), older.get(hash)?.() ?? (await fetched(path, hash)));
      }
      done += size;
      await tell({ told: "progress", part: done / all });
    }
  };
  await Promise.all(Array.from({ length: 6 }, fetchSome));
  await store.put(address("version"), new Response(JSON.stringify(Object.fromEntries(wanted))));
}

// Where the browser can, it takes files straight from the store, without waking this worker up.
async function shortcut(event) {
  try {
    const { pathname } = new URL(self.registration.scope);
    const urlPattern = new URLPattern({ pathname: `${pathname}*.*`, baseURL: self.location.origin });
    await event.addRoutes([
      { condition: { urlPattern, requestMethod: "get" }, source: { cacheName: STORE } },
    ]);
  } catch {
    // then it asks here, which is only a little slower
  }
}

async function fetched(path, hash) {
  const answer = await fetch(address(path), { cache: "reload", integrity: `sha256-${hash}` });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

// hash → a copy of that file out of a version that is here already
async function olderFiles() {
  const found = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith("companion-") || name === STORE) continue;
    const store = await caches.open(name);
    const list = await store.match(address("version"));
    if (!list) continue;
    for (const [path, { hash }] of Object.entries(await list.json())) {
      const copy = await store.match(address(path));
      if (copy) found.set(hash, () => copy.clone());
    }
  }
  return found;
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith("companion-") && name !== STORE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function answer(request) {
  const store = await caches.open(STORE);
  const page = request.mode === "navigate" ? await store.match(address("index.html")) : undefined;
  const kept = page ?? (await store.match(request, { ignoreSearch: true }));
  if (kept) return kept;
  const path = request.url.slice(self.registration.scope.length).split(/[?#]/)[0];
  const known = FILES[path];
  try {
    return await fetch(request, known ? { cache: "reload", integrity: `sha256-${known.hash}` } : undefined);
  } catch {
    return new Response("", { status: 504 });
  }
}

async function tell(what) {
  for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage(what);
}
