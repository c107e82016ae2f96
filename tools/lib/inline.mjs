import { readFile, writeFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";

/**
 * Writes an ES module whose default export is the file, deflated (raw) and then in base64. Deflating first matters:
 * base64 of the bare wasm gzips to a third more.
 * @param {string} from
 * @param {string} to
 */
export async function writeInline(from, to) {
  const deflated = deflateRawSync(await readFile(from), { level: 9 });
  await writeFile(to, `export default "${deflated.toString("base64")}";\n`);
}
