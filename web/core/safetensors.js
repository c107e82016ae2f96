import { isWhole, show } from "./check.js";
import { refusal } from "./errors.js";
import { message } from "./message.js";

/** @import { Message } from "./message.js" */
import { elements } from "./given.js";

/**
 * The format of safetensors: eight bytes that say how long a header in JSON is, the header, and the numbers. The header names each tensor's
 * type, shape, and first and last byte; strings about the whole stand under __metadata__.
 *
 * @typedef {import("./types.js").TensorOutput} TensorOutput
 * @typedef {{ tensors: Record<string, TensorOutput>, metadata: Record<string, string> }} Content
 */

const LENGTH = 8; // bytes
const ALIGNED = 8; // bytes: the header is filled up to a multiple with spaces
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

/** @param {unknown} given @returns {Content} @throws {import("./errors.js").HeadscopeError} code "format" for what is none */
export function readSafetensors(given) {
  const bytes = bytesOf(given);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.length < LENGTH ? Infinity : Number(view.getBigUint64(0, true));
  const start = LENGTH + length;
  if (start > bytes.length) {
    refuse(message("ends_in_header", "{bytes} bytes end before their header does", { bytes: bytes.length }));
  }
  const { __metadata__: said, ...described } = headerIn(bytes.subarray(LENGTH, start));
  const read = Object.entries(described).map(([name, tensor]) => {
    const { dtype, shape, data_offsets: offsets } = tensor ?? {};
    const areSizes = [shape, offsets].every(
      (all) => Array.isArray(all) && all.every((each) => isWhole(each, 0)),
    );
    const count = areSizes ? elements(shape) : NaN;
    const [begin, end] = areSizes ? offsets : [];
    if (dtype !== "F32" || end - begin !== count * FLOAT || !(begin >= 0 && start + end <= bytes.length)) {
      refuse(
        message("no_float32_tensor", "{name} is no tensor of float32 in {bytes} bytes", {
          name: show(name),
          bytes: bytes.length,
        }),
      );
    }
    const data = Float32Array.from({ length: count }, (_, i) =>
      view.getFloat32(start + begin + i * FLOAT, true),
    );
    return [name, { data, shape }];
  });
  const metadata = Object.fromEntries(
    Object.entries(said ?? {}).map(([name, value]) => [name, String(value)]),
  );
  return { tensors: Object.fromEntries(read), metadata };
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
    // said below, as for what is no object
  }
  return refuse(message("header_no_json", "the header is no JSON"));
}
