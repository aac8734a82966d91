// The battery is pulled at every single step of the drawer: what SQLite said was kept must be there, and be whole.
//
//   node drawer_cuts.mjs PYODIDE DRAWER

import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {
  console.error(error?.message ?? error); // without the line it came from, which may be a megabyte long
  process.exit(1);
});
const [pyodide, drawerFile] = process.argv.slice(2);
const ROUNDS = 6;

// A disk on which only what was flushed is certain; what was not may be there or may not.
class Slot {
  constructor(disk, bytes = new Uint8Array(0)) {
    this.disk = disk;
    this.kept = bytes;
    this.now = bytes;
  }
  step(next) {
    this.disk.cut(); // before
    this.now = next;
    this.disk.cut(); // after, not flushed
  }
  write(data, { at }) {
    const next = new Uint8Array(Math.max(this.now.length, at + data.length));
    next.set(this.now);
    next.set(data, at);
    this.step(next);
    return data.length;
  }
  truncate(size) {
    const next = new Uint8Array(size);
    next.set(this.now.subarray(0, size));
    this.step(next);
  }
  flush() {
    this.disk.cut();
    this.kept = this.now;
    this.disk.cut();
  }
  read(into, { at }) {
    const part = this.now.subarray(at, at + into.length);
    into.set(part);
    return part.length;
  }
  getSize() {
    return this.now.length;
  }
}

class Disk {
  constructor(files = new Map()) {
    this.slots = new Map([...files].map(([name, bytes]) => [name, new Slot(this, bytes)]));
    this.cuts = null;
    this.told = () => ({});
  }
  cut() {
    if (!this.cuts) return;
    const names = [...this.slots.keys()];
    const unsure = names.filter((name) => this.slots.get(name).kept !== this.slots.get(name).now);
    for (let choice = 0; choice < 2 ** unsure.length; choice += 1) {
      const there = new Set(unsure.filter((_, place) => (choice >> place) & 1));
      const files = names.map((name) => [name, there.has(name) ? this.slots.get(name).now : this.slots.get(name).kept]);
      this.cuts.push({ files: new Map(files), ...this.told() });
    }
  }
  getDirectory() {
    return { getDirectoryHandle: async () => this.folder() };
  }
  folder() {
    const handle = (name) => ({ kind: "file", createSyncAccessHandle: async () => this.slots.get(name) });
    return {
      entries: () => [...this.slots.keys()].map((name) => [name, handle(name)]),
      getFileHandle: async (name) => {
        if (!this.slots.has(name)) this.slots.set(name, new Slot(this));
        return handle(name);
      },
    };
  }
}

const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide();
let disk = new Disk();
const storage = { getDirectory: () => disk.getDirectory() };
Object.defineProperty(globalThis, "navigator", { value: { storage }, configurable: true });
const { Drawer } = await import(pathToFileURL(drawerFile).href);

(await Drawer.open()).mount(python.FS, "/data");
python.runPython(`
import sqlite3

def opened(folder):
    connection = sqlite3.connect(f"{folder}/companion.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode = TRUNCATE")
    connection.execute("PRAGMA synchronous = FULL")
    return connection

def found(folder):
    connection = opened(folder)
    whole = connection.execute("PRAGMA integrity_check").fetchone()[0]
    rows = connection.execute("SELECT n, length(entry) FROM entries ORDER BY n").fetchall()
    connection.close()
    return whole, [n for n, _ in rows], {length for _, length in rows}

table = opened("/data")
table.execute("CREATE TABLE entries (n INTEGER PRIMARY KEY, entry TEXT)")

def note(n):
    table.execute("BEGIN IMMEDIATE")
    table.execute("INSERT INTO entries VALUES (?, ?)", (n, "x" * 3000))
    table.execute("UPDATE entries SET entry = ? || substr(entry, 2)", (str(n % 10),))
    table.execute("COMMIT")
`);

const seen = [];
let acknowledged = 0;
disk.told = () => ({ acknowledged });
disk.cuts = seen;
for (let n = 1; n <= ROUNDS; n += 1) {
  python.globals.get("note")(n);
  acknowledged = n;
}
disk.cuts = null;

const check = python.globals.get("found");
for (const [number, { files, acknowledged: least }] of seen.entries()) {
  disk = new Disk(files);
  (await Drawer.open()).mount(python.FS, `/cut-${number}`);
  const [whole, entries, lengths] = check(`/cut-${number}`).toJs();
  const right = entries.every((n, place) => n === place + 1) && [...lengths].every((length) => length === 3000);
  if (whole !== "ok" || entries.length < least || entries.length > least + 1 || !right) {
    throw new Error(`cut ${number}: ${whole}, ${entries.length} entries, ${least} were acknowledged`);
  }
  python.FS.unmount(`/cut-${number}`);
}
console.log(`${seen.length} cuts`);
