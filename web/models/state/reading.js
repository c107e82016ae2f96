import { modelRefusal } from "../words-refusals.js";

/** @import { Source } from "./sources.js" */

/**
 * Reads bytes of a file.
 * @param {Source} source @param {number} begin @param {number} end
 * @throws {import("../../core/errors.js").HeadscopeError} code "format" if the system refuses, or the file has become shorter
 */
export async function readSlice(source, begin, end) {
  const bytes = await source.read(begin, end).catch((/** @type {Error} */ { message }) => {
    throw modelRefusal("format", "file_unreadable", { file: source.name, reason: message });
  });
  if (bytes.length !== end - begin)
    throw modelRefusal("format", "file_changed", { file: source.name, bytes: source.size });
  return bytes;
}

/** First bytes of a Git LFS pointer file. */
const POINTER = "version https://git-lfs";

/** Throws if the file is a Git LFS pointer instead of the file itself. @param {Source} source */
export async function requireFetched(source) {
  const { name: file, size } = source;
  const begins = new TextDecoder().decode(await readSlice(source, 0, Math.min(POINTER.length, size)));
  if (begins === POINTER) throw modelRefusal("format", "file_not_fetched", { file });
}

/**
 * Reads a file that holds a JSON object.
 * @param {Source} source @param {number} most size, in bytes
 * @returns {Promise<Record<string, unknown>>}
 */
export async function readJSON(source, most) {
  const { name: file, size } = source;
  if (size > most) throw modelRefusal("memory", "json_too_long", { file, bytes: size, most });
  await requireFetched(source);
  const bytes = await readSlice(source, 0, size);
  try {
    const found = parsed(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof found === "object" && found !== null && !Array.isArray(found)) return found;
  } catch (error) {
    throw modelRefusal("format", "no_json", { file, reason: /** @type {Error} */ (error).message });
  }
  throw modelRefusal("format", "no_json_object", { file });
}

/** A string, also one that the text does not end, or a number that Python's json writes and JSON lacks. */
const STRING_OR_NOT_FINITE = /"[^"\\]*(?:\\[^][^"\\]*)*\\?(?:"|$)|-?\b(?:NaN|Infinity)\b/g;

/** The content of a JSON text, in which numbers that are not finite are strings: "NaN". @param {string} text @throws {SyntaxError} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    const quoted = text.replace(STRING_OR_NOT_FINITE, (each) => (each.startsWith('"') ? each : `"${each}"`));
    if (quoted === text) throw error;
    return JSON.parse(quoted);
  }
}
