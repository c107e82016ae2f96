import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { inRoot } from "../../tools/lib/paths.mjs";

const PEERS = "tests/bench/node_modules";
const TFJS = `${PEERS}/@tensorflow`;

/** The script and wasm that a page must load before each runtime can compute. */
const LOADED = {
  headscope: ["dist/core.js"], // includes the wasm
  "onnxruntime-web": ["ort.wasm.bundle.min.mjs", "ort-wasm-simd-threaded.wasm"].map(
    (name) => `${PEERS}/onnxruntime-web/dist/${name}`,
  ),
  "tfjs-backend-wasm": [
    `${TFJS}/tfjs-core/dist/tf-core.min.js`,
    `${TFJS}/tfjs-backend-wasm/dist/tf-backend-wasm.min.js`,
    `${TFJS}/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm`,
  ],
};

/** @returns {Promise<{ name: string, bytes: number, gzipped: number }[]>} of each runtime */
export async function weights() {
  const all = Object.entries(LOADED).map(async ([name, files]) => {
    const sizes = await Promise.all(files.map((file) => fileSize(inRoot(file))));
    return { name, ...total(sizes) };
  });
  return Promise.all(all);
}

/** @typedef {{ bytes: number, gzipped: number }} Size */

/** @param {readonly Size[]} sizes @returns {Size} */
export const total = (sizes) => ({
  bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
  gzipped: sizes.reduce((sum, { gzipped }) => sum + gzipped, 0),
});

/** @param {string} file @returns {Promise<Size>} */
export async function fileSize(file) {
  const content = await readFile(file);
  const { length } = await promisify(gzip)(content, { level: 9 });
  return { bytes: content.length, gzipped: length };
}
