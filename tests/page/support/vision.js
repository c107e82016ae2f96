// The small checkpoints of tests/fixtures/vision, as the files of a folder.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { readSafetensors } from "../../../web/core/safetensors.js";

/** @import { Folder } from "./checkpoints.js" */

const ROOT = inRoot("tests/fixtures/vision");
const OF_TRANSFORMERS = "../transformers-vision";

/** Names of the cases. */
export const CASES = readdirSync(ROOT).filter((name) => statSync(`${ROOT}/${name}`).isDirectory());

/** @param {string} file */
const read = (file) => new Uint8Array(readFileSync(`${ROOT}/${file}`));

/** @param {string} name @param {"model" | "bf16"} [weights] @returns {Folder} */
export function folderOf(name, weights = "model") {
  const { weights: of } = JSON.parse(new TextDecoder().decode(read(`${name}/case.json`)));
  return {
    "config.json": read(`${name}/config.json`),
    "preprocessor_config.json": read(`${name}/preprocessor_config.json`),
    "model.safetensors": read(`${of}/${weights}.safetensors`),
  };
}

/** What PyTorch computes of the case's picture. @param {string} name */
export const expectedOf = (name) => readSafetensors(read(`${name}/expected.safetensors`)).tensors;

/** Names of the cases that the library transformers has computed. */
export const TRANSFORMERS_CASES = readdirSync(`${ROOT}/${OF_TRANSFORMERS}`).filter(
  (name) => !name.endsWith(".md"),
);

/** The files of such a case, without preprocessor_config.json, and what transformers computes. @param {string} name */
export function transformersCase(name) {
  const file = (/** @type {string} */ each) => read(`${OF_TRANSFORMERS}/${name}/${each}`);
  const folder = { "config.json": file("config.json"), "model.safetensors": file("model.safetensors") };
  return { folder, expected: readSafetensors(file("expected.safetensors")).tensors };
}

/** Pictures, and how the Python Imaging Library resizes them. */
export const PICTURES = readSafetensors(read("pictures.safetensors")).tensors;
