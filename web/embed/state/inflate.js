import { FlateErrorCode, inflateSync } from "fflate";

/**
 * Unpacks deflate (RFC 1951) in one call: an answer of oEmbed is synchronous, and the platform's streams are not.
 * @param {Uint8Array} bytes deflated, without a header @param {number} most bytes of the result @returns {Uint8Array} @throws {RangeError} for other bytes, or too many
 */
export function inflate(bytes, most) {
  const out = new Uint8Array(most + 1); // fflate drops what does not fit
  let found;
  try {
    found = inflateSync(bytes, { out });
  } catch (error) {
    const { code, message } = /** @type {import("fflate").FlateError} */ (error);
    const said = code === FlateErrorCode.UnexpectedEOF ? "the text ends too early" : message;
    throw new RangeError(said, { cause: error });
  }
  if (found.length > most) throw new RangeError(`more than ${most} bytes`);
  return found;
}
