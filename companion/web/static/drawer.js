// The drawer: a few files that survive everything, in the browser's private file system (OPFS).
//
// Python's SQLite expects a file system that answers at once. In a worker OPFS can do that, but only for files that
// were opened beforehand. So the drawer holds some slots, opened when the app starts; the first bytes of a slot say
// which file lies in it. Creating, renaming and deleting a file are each one write of such a label.
//
// SQLite's fsync does not arrive here, so the drawer keeps the order itself: before one file is written, whatever
// was written to another reaches the disk, and when a file is emptied or deleted (which is how SQLite's journal says
// "done") that is on the disk before the call returns. An entry acknowledged is an entry kept.

const FOLDER = "companion";
const LABEL = 4096;
const FREE_SLOTS = 6;
const MAGIC = [67, 79, 77, 80, 49]; // COMP1
const LONGEST_NAME = 255;
const EIO = 29;
const ENODEV = 43;
const ENOSPC = 51;

async function folder() {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
}

async function slotHandles(where) {
  const found = [];
  for await (const [name, handle] of where.entries()) {
    if (handle.kind === "file" && /^slot-\d+$/.test(name)) found.push([Number(name.slice(5)), handle]);
  }
  return found.sort((one, other) => one[0] - other[0]);
}

// labels

function checksum(bytes) {
  let sum = 2166136261;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 16777619) >>> 0;
  return sum;
}

function label(name, age) {
  const bytes = new Uint8Array(LABEL);
  const text = new TextEncoder().encode(name);
  bytes.set(MAGIC);
  const view = new DataView(bytes.buffer);
  view.setUint32(8, age);
  view.setUint16(12, text.length);
  bytes.set(text, 14);
  view.setUint32(LABEL - 4, checksum(bytes.subarray(0, LABEL - 4)));
  return bytes;
}

// The name and age on a label; null for a slot never used; undefined for a label that cannot be read.
function read(bytes) {
  if (bytes.length < LABEL || bytes.every((byte) => byte === 0)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (view.getUint32(LABEL - 4) !== checksum(bytes.subarray(0, LABEL - 4))) return undefined;
  if (MAGIC.some((byte, place) => bytes[place] !== byte)) return undefined;
  const length = view.getUint16(12);
  return { name: new TextDecoder().decode(bytes.subarray(14, 14 + length)), age: view.getUint32(8) };
}

// What lies in the slots: the newest of each name counts; a label that cannot be read never costs what lies beneath.
function contents(slots) {
  const files = new Map();
  const free = [];
  for (const slot of slots) {
    if (slot.label === undefined && slot.size > LABEL) slot.label = { name: `lost-${slot.number}`, age: 1 };
    const name = slot.label?.name;
    if (!name) free.push(slot);
    else if (!files.has(name)) files.set(name, slot);
    else if (files.get(name).label.age >= slot.label.age) free.push(slot);
    else {
      free.push(files.get(name));
      files.set(name, slot);
    }
  }
  return { files, free };
}

// for the page, without Python

// Every file in the drawer as [{ name, data: Blob }].
export async function allFiles() {
  const slots = [];
  for (const [number, handle] of await slotHandles(await folder())) {
    const file = await handle.getFile();
    const bytes = new Uint8Array(await file.slice(0, LABEL).arrayBuffer());
    slots.push({ number, file, size: file.size, label: read(bytes) });
  }
  return [...contents(slots).files].map(([name, slot]) => ({ name, data: slot.file.slice(LABEL) }));
}

// for the worker

export class Drawer {
  // Open every slot.
  static async open() {
    const where = await folder();
    const handles = await slotHandles(where);
    const slots = await Promise.all(handles.map(([number, handle]) => openSlot(number, handle)));
    const drawer = new Drawer(slots);
    let next = 1 + Math.max(-1, ...handles.map(([number]) => number));
    const missing = FREE_SLOTS - drawer.free.length;
    if (missing > 0) {
      const numbers = Array.from({ length: missing }, () => next++);
      drawer.free.push(
        ...(await Promise.all(
          numbers.map(async (number) => openSlot(number, await where.getFileHandle(`slot-${number}`, { create: true }))),
        )),
      );
    }
    return drawer;
  }

  constructor(slots) {
    const { files, free } = contents(slots);
    this.files = files;
    this.free = free;
    this.unsaved = new Set();
    this.age = Math.max(0, ...slots.map((slot) => slot.label?.age ?? 0));
    for (const slot of free) if (slot.label?.name) this.name(slot, ""); // an older file of the same name
  }

  // Make the drawer a folder of Emscripten's file system. Folders inside it, which hold scratch files, are memory.
  mount(FS, path) {
    const drawer = this;
    const memory = FS.filesystems.MEMFS;
    const failed = (error) => new FS.ErrnoError(error?.name === "QuotaExceededError" ? ENOSPC : EIO);
    const carefully = (act) => {
      try {
        return act();
      } catch (error) {
        throw error instanceof FS.ErrnoError ? error : failed(error);
      }
    };

    function fileNode(parent, name, mode, slot) {
      const node = memory.createNode(parent, name, mode, 0);
      const plain = { node: node.node_ops, stream: node.stream_ops };
      node.slot = slot;
      node.usedBytes = slot.size - LABEL;
      node.node_ops = {
        ...plain.node,
        getattr: (it) => ({ ...plain.node.getattr(it), size: it.usedBytes, blocks: Math.ceil(it.usedBytes / 4096) }),
        setattr: (it, changes) => {
          const { size, ...others } = changes;
          if (size !== undefined && size !== null && size !== it.usedBytes) {
            carefully(() => drawer.resize(it.slot, size));
            it.usedBytes = size;
          }
          plain.node.setattr(it, others);
        },
      };
      node.stream_ops = {
        ...plain.stream,
        read: (stream, buffer, offset, length, position) =>
          carefully(() => drawer.read(stream.node.slot, view(buffer, offset, length), position)),
        write: (stream, buffer, offset, length, position) =>
          carefully(() => {
            if (!length) return 0;
            const written = drawer.write(stream.node.slot, view(buffer, offset, length), position);
            stream.node.usedBytes = Math.max(stream.node.usedBytes, position + written);
            stream.node.mtime = stream.node.ctime = Date.now();
            return written;
          }),
        fsync: (stream) => {
          carefully(() => drawer.save(stream.node.slot));
          return 0;
        },
        mmap: () => {
          throw new FS.ErrnoError(ENODEV);
        },
      };
      return node;
    }

    const type = {
      mount(mount) {
        const root = memory.mount(mount);
        const plain = root.node_ops;
        root.node_ops = {
          ...plain,
          mknod(parent, name, mode, dev) {
            if (!FS.isFile(mode)) return plain.mknod(parent, name, mode, dev);
            return fileNode(parent, name, mode, carefully(() => drawer.create(name)));
          },
          rename(node, newParent, newName) {
            if (node.slot) {
              if (newParent !== root) throw new FS.ErrnoError(EIO);
              carefully(() => drawer.rename(node.name, newName));
            }
            plain.rename(node, newParent, newName);
          },
          unlink(parent, name) {
            if (drawer.files.has(name)) carefully(() => drawer.remove(name));
            plain.unlink(parent, name);
          },
        };
        for (const [name, slot] of drawer.files) fileNode(root, name, 0o100666, slot);
        return root;
      },
    };
    FS.mkdirTree(path);
    FS.mount(type, {}, path);
  }

  // files

  create(name) {
    const slot = this.free[0];
    if (!slot || new TextEncoder().encode(name).length > LONGEST_NAME) {
      throw new DOMException("no room in the drawer", "QuotaExceededError");
    }
    slot.handle.truncate(LABEL);
    slot.size = LABEL;
    this.name(slot, name);
    this.free.shift();
    this.files.set(name, slot);
    return slot;
  }

  rename(name, newName) {
    const slot = this.files.get(name);
    const replaced = this.files.get(newName);
    this.name(slot, newName);
    this.files.delete(name);
    this.files.set(newName, slot);
    if (replaced && replaced !== slot) this.empty(replaced);
  }

  remove(name) {
    const slot = this.files.get(name);
    this.empty(slot);
    this.files.delete(name);
  }

  empty(slot) {
    this.name(slot, "");
    slot.handle.truncate(LABEL);
    slot.size = LABEL;
    this.free.push(slot);
  }

  // Write a slot's label and see it on the disk, after everything written before.
  name(slot, name) {
    this.saveAll();
    this.age += 1;
    slot.handle.write(label(name, this.age), { at: 0 });
    slot.handle.flush();
    slot.label = { name, age: this.age };
  }

  // bytes

  read(slot, into, position) {
    if (position + LABEL >= slot.size) return 0;
    return slot.handle.read(into, { at: position + LABEL });
  }

  write(slot, bytes, position) {
    this.saveAll(slot);
    this.unsaved.add(slot);
    const written = slot.handle.write(bytes, { at: position + LABEL });
    slot.size = Math.max(slot.size, position + written + LABEL);
    if (written < bytes.length) throw new DOMException("no room", "QuotaExceededError");
    return written;
  }

  resize(slot, size) {
    this.saveAll(slot);
    slot.handle.truncate(size + LABEL);
    slot.size = size + LABEL;
    this.unsaved.add(slot);
    if (size === 0) this.save(slot);
  }

  save(slot) {
    if (!this.unsaved.has(slot)) return;
    slot.handle.flush();
    this.unsaved.delete(slot);
  }

  saveAll(but = null) {
    for (const slot of [...this.unsaved]) if (slot !== but) this.save(slot);
  }
}

async function openSlot(number, handle) {
  const access = await opened(handle);
  const bytes = new Uint8Array(LABEL);
  const there = access.read(bytes, { at: 0 });
  return { number, handle: access, size: Math.max(LABEL, access.getSize()), label: read(bytes.subarray(0, there)) };
}

// A page that has just been closed may hold its files for another moment.
async function opened(handle) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await handle.createSyncAccessHandle();
    } catch (error) {
      if (error.name !== "NoModificationAllowedError" || tries === 40) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function view(buffer, offset, length) {
  return new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length);
}
