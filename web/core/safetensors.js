import { show } from "./check.js";
import { refusal } from "./errors.js";
import { message } from "./message.js";
import { LENGTH, headerLength, readHeader } from "./safetensors-header.js";

/** @import { Message } from "./message.js" */

/**
 * Whole files of the safetensors format, of float32 alone: a header, and the numbers.
 *
 * @typedef {import("./types.js").TensorOutput} TensorOutput
 * @typedef {{ tensors: Record<string, TensorOutput>, metadata: Record<string, string> }} Content
 */

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
  const bytes = asBytes(given);
  const start = LENGTH + headerLength(bytes.subarray(0, LENGTH), bytes.length, refuse);
  const { places, metadata } = readHeader(bytes.subarray(LENGTH, start), bytes.length - start, refuse);
  const view = new DataView(bytes.buffer, bytes.byteOffset + start);
  const tensors = [...places].map(([name, { dtype, shape, begin, end }]) => {
    if (dtype !== "F32")
      refuse(message("not_float32", "{name} has dtype {dtype}, not F32", { name: show(name), dtype }));
    const data = Float32Array.from({ length: (end - begin) / FLOAT }, (_, i) =>
      view.getFloat32(begin + i * FLOAT, true),
    );
    return [name, { data, shape }];
  });
  return { tensors: Object.fromEntries(tensors), metadata };
}

/** @param {unknown} given @returns {Uint8Array} */
function asBytes(given) {
  if (given instanceof ArrayBuffer) return new Uint8Array(given);
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  return refuse(message("no_bytes", "{given} holds no bytes", { given: show(given) }));
}
