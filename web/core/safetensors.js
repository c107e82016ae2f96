import { isWhole, show } from "./check.js";
import { refusal } from "./errors.js";
import { message } from "./message.js";
import { elements } from "./given.js";

/** @import { Message } from "./message.js" */

/**
 * The safetensors format: eight bytes with the length of a JSON header, the header, and the numbers. The header gives each tensor's type,
 * shape, and byte range; __metadata__ holds strings about the whole file.
 *
 * @typedef {import("./types.js").TensorOutput} TensorOutput
 * @typedef {{ tensors: Record<string, TensorOutput>, metadata: Record<string, string> }} Content
 */

const LENGTH = 8; // bytes
const ALIGNED = 8; // bytes: spaces pad the header to a multiple
const SPACE = 0x20;
const FLOAT = Float32Array.BYTES_PER_ELEMENT;

/** @param {Content} content @returns {Uint8Array<ArrayBuffer>} */
export function writeSafetensors({ tensors, metadata }) {
  let end = 0;
  const described = Object.entries(tensors).map(([name, { data, shape }]) => {
    const begin = end;
    end += data.length * FLOAT;
    return [name, { dtype: "F32", shape, data_offsets: [begin, end] }];
  });
  const json = JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(described) });
  const utf8 = new TextEncoder().encode(json);
  const header = new Uint8Array(Math.ceil(utf8.length / ALIGNED) * ALIGNED).fill(SPACE);
  header.set(utf8);
  const bytes = new Uint8Array(LENGTH + header.length + end);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(header.length), true);
  bytes.set(header, LENGTH);
  let at = LENGTH + header.length;
  for (const { data } of Object.values(tensors))
    for (const number of data) {
      view.setFloat32(at, number, true);
      at += FLOAT;
    }
  return bytes;
}

/** @param {Message} reason @returns {never} */
function refuse(reason) {
  throw refusal(
    "format",
    "not_safetensors",
    "{reason}; expected a file of safetensors, as save() writes it",
    { reason },
  );
}

/** @param {unknown} given @returns {Content} @throws {import("./errors.js").HeadscopeError} code "format" if the bytes are no such file */
export function readSafetensors(given) {
  const bytes = bytesOf(given);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.length < LENGTH ? Infinity : Number(view.getBigUint64(0, true));
  const start = LENGTH + length;
  if (start > bytes.length) {
    refuse(message("ends_in_header", "{bytes} bytes end before their header does", { bytes: bytes.length }));
  }
  const { __metadata__: said, ...described } = headerIn(bytes.subarray(LENGTH, start));
  const places = Object.entries(described).map(([name, tensor]) =>
    placeOf(name, tensor, bytes.length - start),
  );
  requireWhole(places, bytes.length - start);
  const read = places.map(({ name, shape, begin, end }) => {
    const data = Float32Array.from({ length: (end - begin) / FLOAT }, (_, i) =>
      view.getFloat32(start + begin + i * FLOAT, true),
    );
    return [name, { data, shape }];
  });
  return { tensors: Object.fromEntries(read), metadata: metadataIn(said) };
}

/** @typedef {{ name: string, shape: number[], begin: number, end: number }} Place position of a tensor: its bytes after the header */

/** @param {string} name @param {any} tensor entry of the header @param {number} length of all tensors together @returns {Place} */
function placeOf(name, tensor, length) {
  const { dtype, shape, data_offsets: offsets } = tensor ?? {};
  const areSizes = [shape, offsets].every(
    (all) => Array.isArray(all) && all.every((each) => isWhole(each, 0)),
  );
  const count = areSizes ? elements(shape) : NaN;
  const [begin, end] = areSizes ? offsets : [];
  if (dtype !== "F32" || end - begin !== count * FLOAT || !(begin >= 0 && end <= length))
    refuse(
      message("no_float32_tensor", "{name} is no tensor of float32 in {bytes} bytes of numbers", {
        ...{ name: show(name), bytes: length },
      }),
    );
  return { name, shape, begin, end };
}

/** Throws if tensors overlap or leave bytes unused, which the format forbids. @param {readonly Place[]} places @param {number} length */
function requireWhole(places, length) {
  let used = 0;
  for (const { name, begin, end } of [...places].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin !== used)
      refuse(
        message("tensors_apart", "{name} begins at byte {begin}, and the tensor before it ends at {end}", {
          ...{ name: show(name), begin, end: used },
        }),
      );
    used = end;
  }
  if (used !== length)
    refuse(message("bytes_left", "{bytes} bytes follow the last tensor", { bytes: length - used }));
}

/** @param {unknown} said @returns {Record<string, string>} */
function metadataIn(said) {
  if (said === undefined || said === null) return {};
  const isObject = typeof said === "object" && !Array.isArray(said);
  if (!isObject || !Object.values(said).every((value) => typeof value === "string"))
    refuse(
      message("no_metadata", "__metadata__ {metadata} is no object of strings", {
        metadata: show(JSON.stringify(said)),
      }),
    );
  return /** @type {Record<string, string>} */ (said);
}

/** @param {unknown} given @returns {Uint8Array} */
function bytesOf(given) {
  if (given instanceof ArrayBuffer) return new Uint8Array(given);
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  return refuse(message("no_bytes", "{given} holds no bytes", { given: show(given) }));
}

/** @param {Uint8Array} bytes @returns {Record<string, any>} */
function headerIn(bytes) {
  try {
    const header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (header && typeof header === "object" && !Array.isArray(header)) return header;
  } catch {
    // reported below, like anything else that is no object
  }
  return refuse(message("header_no_json", "the header is no JSON"));
}
