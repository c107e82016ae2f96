import { isWhole, show } from "./check.js";
import { elements } from "./tensor-argument.js";
import { message } from "./message.js";

/**
 * The header of a safetensors file: eight bytes with its length, and JSON that gives each tensor's type, shape and byte range;
 * __metadata__ holds strings about the whole file.
 *
 * @typedef {object} Place a tensor of the file
 * @property {string} dtype  the format's name, such as "F32"
 * @property {number[]} shape
 * @property {number} begin  of its bytes, counted after the header
 * @property {number} end
 *
 * @typedef {{ places: Map<string, Place>, metadata: Record<string, string> }} Header
 *
 * @typedef {(reason: import("./message.js").Message) => never} Refuse throws an error that names the file
 */

/** Number of bytes for the header's length. */
export const LENGTH = 8;

/** Largest header that is read, in bytes: about 100,000 tensors. */
export const LONGEST_HEADER = 2 ** 24;

/** All number types of the format, with their size in bits. @type {Readonly<Record<string, number>>} */
const BITS = {
  ...{ F64: 64, I64: 64, U64: 64, C64: 64, F32: 32, I32: 32, U32: 32, F16: 16, BF16: 16, I16: 16, U16: 16 },
  ...{ I8: 8, U8: 8, BOOL: 8, F8_E5M2: 8, F8_E4M3: 8, F8_E8M0: 8, F8_E4M3FNUZ: 8, F8_E5M2FNUZ: 8 },
  ...{ F6_E2M3: 6, F6_E3M2: 6, F4: 4 },
};

const BRACE = "{".charCodeAt(0);

/** The header's length. @param {Uint8Array} first up to eight bytes of the file @param {number} size of the file @param {Refuse} refuse */
export function headerLength(first, size, refuse) {
  if (first.length < LENGTH)
    refuse(message("too_short", "{bytes} bytes are too few for a header", { bytes: size }));
  const length = new DataView(first.buffer, first.byteOffset, LENGTH).getBigUint64(0, true);
  if (length > size - LENGTH)
    refuse(
      message("ends_in_header", "its first 8 bytes announce a header of {length} bytes, and {bytes} follow", {
        ...{ length: String(length), bytes: size - LENGTH },
      }),
    );
  if (length > LONGEST_HEADER)
    refuse(
      message("header_too_long", "its header has {length} bytes, and at most {most} are read", {
        ...{ length: String(length), most: LONGEST_HEADER },
      }),
    );
  return Number(length);
}

/** @param {Uint8Array} bytes of the header @param {number} numbers count of bytes after it @param {Refuse} refuse @returns {Header} */
export function readHeader(bytes, numbers, refuse) {
  const { __metadata__: said, ...described } = objectIn(bytes, refuse);
  const places = new Map(
    Object.entries(described).map(([name, tensor]) => [name, placeOf(name, tensor, refuse)]),
  );
  requireWhole(places, numbers, refuse);
  return { places, metadata: metadataIn(said, refuse) };
}

/** @param {Uint8Array} bytes @param {Refuse} refuse @returns {Record<string, any>} */
function objectIn(bytes, refuse) {
  try {
    const header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (bytes[0] === BRACE) return header;
  } catch {
    // reported below, like anything else that is no object
  }
  return refuse(message("header_no_json", "its header is no JSON object"));
}

/** @param {string} name @param {any} tensor entry of the header @param {Refuse} refuse @returns {Place} */
function placeOf(name, tensor, refuse) {
  const { dtype, shape, data_offsets: offsets } = tensor ?? {};
  const areSizes = [shape, offsets].every(
    (all) => Array.isArray(all) && all.every((each) => isWhole(each, 0)),
  );
  if (typeof dtype !== "string" || !areSizes || offsets.length !== 2)
    return refuse(
      message("no_entry", "the header's entry of {name} is no dtype, shape and data_offsets", {
        name: show(name),
      }),
    );
  if (!Object.hasOwn(BITS, dtype))
    refuse(
      message("no_such_type", "{name} has dtype {dtype}, which the format does not have (it has {known})", {
        ...{ name: show(name), dtype: show(dtype), known: Object.keys(BITS).join(", ") },
      }),
    );
  const [begin, end] = offsets;
  const expected = (elements(shape) * BITS[dtype]) / 8;
  if (end - begin !== expected)
    refuse(
      message(
        "bytes_of_other_shape",
        "{name} has {bytes} bytes, and {dtype} of shape {shape} has {expected}",
        {
          ...{ name: show(name), bytes: end - begin, dtype, shape, expected },
        },
      ),
    );
  return { dtype, shape, begin, end };
}

/**
 * Throws if tensors overlap, leave bytes unused or leave the file, which the format forbids.
 * @param {ReadonlyMap<string, Place>} places @param {number} numbers @param {Refuse} refuse
 */
function requireWhole(places, numbers, refuse) {
  let used = 0;
  for (const [name, { begin, end }] of [...places].sort(
    ([, a], [, b]) => a.begin - b.begin || a.end - b.end,
  )) {
    if (begin !== used)
      refuse(
        message("tensors_apart", "{name} begins at byte {begin}, and the tensor before it ends at {end}", {
          ...{ name: show(name), begin, end: used },
        }),
      );
    if (end > numbers)
      refuse(
        message(
          "ends_in_tensor",
          "{name} ends at byte {end}, and the file's numbers end at {bytes}: it is cut off",
          {
            ...{ name: show(name), end, bytes: numbers },
          },
        ),
      );
    used = end;
  }
  if (used !== numbers)
    refuse(message("bytes_left", "{bytes} bytes follow the last tensor", { bytes: numbers - used }));
}

/** @param {unknown} said @param {Refuse} refuse @returns {Record<string, string>} */
function metadataIn(said, refuse) {
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
