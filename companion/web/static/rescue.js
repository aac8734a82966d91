// Getting the tables out when the app itself cannot: the database as it lies there, in one archive, without Python.

import { allFiles } from "./drawer.js";

const NAME = "companion-rescue.zip";

// Download every file of the drawer; false if there is none.
export async function exportEverything() {
  const files = (await allFiles()).filter(({ data }) => data.size);
  if (!files.length) return false;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await zipped(files));
  link.download = NAME;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return true;
}

// An archive in which nothing is compressed.
async function zipped(files) {
  const parts = [];
  const list = [];
  let place = 0;
  for (const { name, data } of files) {
    const title = new TextEncoder().encode(name);
    const sum = crc32(new Uint8Array(await data.arrayBuffer()));
    const common = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, sum], [4, data.size], [4, data.size], [2, title.length], [2, 0]];
    const head = record([[4, 0x04034b50], ...common]);
    list.push(record([[4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, place]]), title);
    parts.push(head, title, data);
    place += head.length + title.length + data.size;
  }
  const size = list.reduce((sum, part) => sum + part.length, 0);
  const end = record([[4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size], [4, place], [2, 0]]);
  return new Blob([...parts, ...list, end], { type: "application/zip" });
}

// Numbers of 2 or 4 bytes, little end first.
function record(numbers) {
  const bytes = [];
  for (const [width, value] of numbers) for (let byte = 0; byte < width; byte += 1) bytes.push((value >>> (8 * byte)) & 255);
  return new Uint8Array(bytes);
}

function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum >>> 0;
}
