// The small checkpoints of tests/fixtures/checkpoints, as the files of a folder.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { readSafetensors } from "../../../web/core/safetensors.js";

/** @typedef {Record<string, Uint8Array<ArrayBuffer>>} Folder */
/** @typedef {{ ids: number[], types?: number[], attentionMask?: number[], weights: string }} Case */

const ROOT = inRoot("tests/fixtures/checkpoints");

/** Names of the cases. */
export const CASES = readdirSync(ROOT);

/** The files with the weights of a case, by type, with the same numbers in each. */
const FILES = { F32: "model.safetensors", F16: "f16.safetensors", BF16: "bf16.safetensors" };

/** @typedef {keyof typeof FILES} Type */

export const TYPES = /** @type {Type[]} */ (Object.keys(FILES));

/** @param {string} name @param {string} file */
const read = (name, file) => new Uint8Array(readFileSync(`${ROOT}/${name}/${file}`));

/** @param {string} name @returns {Case} */
export const caseOf = (name) => JSON.parse(new TextDecoder().decode(read(name, "case.json")));

/** PyTorch's outputs for the case's pieces. @param {string} name */
export const expectedOf = (name) => readSafetensors(read(name, "expected.safetensors")).tensors;

/** @param {string} name @param {Type} [type] of the weights @returns {Folder} */
export function folderOf(name, type = "F32") {
  const { weights } = caseOf(name);
  const hasTokenizer = existsSync(`${ROOT}/${name}/tokenizer.json`);
  return {
    "config.json": read(name, "config.json"),
    "model.safetensors": read(weights, FILES[type]),
    ...(hasTokenizer && { "tokenizer.json": read(name, "tokenizer.json") }),
  };
}

/** @param {object} value */
export const json = (value) => new TextEncoder().encode(JSON.stringify(value));

/** A folder whose config has other fields. @param {Folder} folder @param {Record<string, unknown>} change @returns {Folder} */
export function withConfig(folder, change) {
  const config = JSON.parse(new TextDecoder().decode(folder["config.json"]));
  return { ...folder, "config.json": json({ ...config, ...change }) };
}

/** @typedef {{ dtype: string, shape: number[], bytes: Uint8Array }} Raw */

/** The tensors of a file, by the format's description. @param {Uint8Array} file @returns {Map<string, Raw>} */
export function rawTensors(file) {
  const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const { __metadata__: _, ...header } = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)));
  return new Map(
    Object.entries(header).map(
      ([
        name,
        {
          dtype,
          shape,
          data_offsets: [begin, end],
        },
      ]) => [name, { dtype, shape, bytes: file.subarray(8 + length + begin, 8 + length + end) }],
    ),
  );
}

/** A file of tensors. @param {ReadonlyMap<string, Raw>} tensors @returns {Uint8Array<ArrayBuffer>} */
export function fileOf(tensors) {
  let end = 0;
  const header = Array.from(tensors, ([name, { dtype, shape, bytes }]) => {
    const begin = end;
    end += bytes.length;
    return [name, { dtype, shape, data_offsets: [begin, end] }];
  });
  const text = new TextEncoder().encode(JSON.stringify(Object.fromEntries(header)));
  const file = new Uint8Array(8 + text.length + end);
  new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true);
  file.set(text, 8);
  let at = 8 + text.length;
  for (const { bytes } of tensors.values()) {
    file.set(bytes, at);
    at += bytes.length;
  }
  return file;
}

/** A folder whose weights are changed by name. @param {Folder} folder @param {(tensors: Map<string, Raw>) => Map<string, Raw>} change @returns {Folder} */
export const withTensors = (folder, change) => ({
  ...folder,
  "model.safetensors": fileOf(change(rawTensors(folder["model.safetensors"]))),
});
