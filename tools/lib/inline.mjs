import { readFileSync, writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";

/**
 * Writes an ES module that exports a file as text: deflated in zlib format, which every DecompressionStream reads, then in base64. Base64 of
 * uncompressed wasm would be a third larger after gzip.
 * @param {string} from
 * @param {string} to
 */
export function writeInline(from, to) {
  const base64 = deflateSync(readFileSync(from), { level: 9 }).toString("base64");
  writeFileSync(to, `export default "${base64}";\n`);
}
