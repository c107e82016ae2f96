import { readFileSync, writeFileSync } from "node:fs";
import { findPython } from "./needs.mjs";
import { run } from "./run.mjs";

/** What web/core/lzma.js decodes: raw, and with these three settings. The others say how hard to look. */
const COMPRESS = `import base64, lzma, sys
whole = open(sys.argv[1], "rb").read()
kind = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "nice_len": 273, "mf": lzma.MF_BT3, "lc": 3, "lp": 0, "pb": 0}
print(base64.b64encode(lzma.compress(whole, format=lzma.FORMAT_RAW, filters=[kind])).decode())`;

/**
 * Writes an ES module that holds the file, compressed and then in base64, and its length. Compressing first matters: base64 of the bare
 * wasm gzips to a third more. LZMA is 9 % smaller than the best deflate; Emscripten needs Python anyhow, and its library has the encoder.
 * @param {string} from
 * @param {string} to
 */
export async function writeInline(from, to) {
  const python = (await findPython("lzma")) ?? "python3";
  const base64 = await run(python, ["-c", COMPRESS, from], { what: "The wasm could not be compressed" });
  const { length } = readFileSync(from);
  writeFileSync(to, `export default "${base64.trim()}";\nexport const length = ${length};\n`);
}
