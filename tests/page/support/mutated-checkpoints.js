// Damaged checkpoints, each determined by its number.
import { folderOf, json } from "./checkpoints.js";

/** @typedef {import("./checkpoints.js").Folder} Folder */
/** @typedef {(below: number) => number} Random returns a whole number from 0 up to, but not including, `below` */

const FOLDERS = [
  folderOf("gpt2", "F16"),
  folderOf("llama-biases", "BF16"),
  folderOf("bert", "F16"),
  folderOf("gemma2", "F16"),
  folderOf("bert-relative_key", "F16"),
];

const ODD = [
  null,
  -1,
  0,
  1,
  2,
  7,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  "",
  "1",
  "F32",
  true,
  false,
  [],
  [1],
  {},
  [-1, 0],
  [0, 2 ** 53],
];

/** @param {number} number @returns {Folder} */
export function mutated(number) {
  const random = generator(number);
  const folder = { ...FOLDERS[random(FOLDERS.length)] };
  const count = 1 + random(3);
  for (let i = 0; i < count; i++) mutate(folder, random);
  return folder;
}

/** Numerical Recipes' 32-bit generator. @param {number} seed @returns {Random} */
function generator(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** @param {Folder} folder @param {Random} random */
function mutate(folder, random) {
  const kind = random(5);
  if (kind === 0) return void (folder["config.json"] = fieldChanged(folder["config.json"], random));
  if (kind === 1) return void (folder["config.json"] = bytesChanged(folder["config.json"], random));
  const file = folder["model.safetensors"];
  const header = Math.min(
    8 + Number(file.length < 8 ? 0 : new DataView(file.buffer).getBigUint64(0, true)),
    file.length,
  );
  if (kind === 2) folder["model.safetensors"] = bytesChanged(file, random);
  else {
    const changed =
      kind === 3 ? entryChanged(file.slice(8, header), random) : bytesChanged(file.slice(8, header), random);
    const length = new Uint8Array(8);
    new DataView(length.buffer).setBigUint64(0, BigInt(changed.length), true);
    folder["model.safetensors"] = joined(length, changed, file.subarray(header));
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {Random} random @returns {Uint8Array<ArrayBuffer>} */
function bytesChanged(bytes, random) {
  const at = random(bytes.length + 1);
  const size = random(4) ? 1 + random(8) : random(bytes.length + 1);
  const some = Uint8Array.from({ length: Math.min(size, 9) }, () => random(256));
  const [before, after] = [bytes.slice(0, at), bytes.slice(at + size)];
  const digit = Uint8Array.of(48 + random(10));
  const middle = [some, digit, new Uint8Array(), bytes.slice(at, at + 2 * size)][random(4)];
  return random(8) ? joined(before, middle, after) : before;
}

/** @param {...Uint8Array} parts @returns {Uint8Array<ArrayBuffer>} */
function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {Uint8Array} bytes of JSON @param {Random} random */
const fieldChanged = (bytes, random) => jsonChanged(bytes, random, (content) => content);

/** @param {Uint8Array} bytes of a header @param {Random} random */
const entryChanged = (bytes, random) =>
  jsonChanged(bytes, random, (content) => {
    const names = Object.keys(content);
    return random(4) ? content[names[random(names.length)]] : content;
  });

/**
 * @param {Uint8Array} bytes @param {Random} random @param {(content: any) => any} within returns the object to change @returns {Uint8Array<ArrayBuffer>}
 */
function jsonChanged(bytes, random, within) {
  let content;
  try {
    content = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return Uint8Array.from(bytes);
  }
  const target = within(content);
  if (typeof target !== "object" || target === null) return Uint8Array.from(bytes);
  const names = Object.keys(target);
  const name = names[random(names.length)] ?? "x";
  if (random(4)) target[name] = ODD[random(ODD.length)];
  else delete target[name];
  return json(content);
}
