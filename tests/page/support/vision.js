// The small checkpoints of tests/fixtures/vision, as the files of a folder.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { readSafetensors } from "../../../web/core/safetensors.js";

import { fileOf, json, rawTensors } from "./checkpoints.js";

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

/**
 * The case of a tower as a part of a whole model: its tensors stand beside those of a text tower, and its config is a part of config.json.
 * @param {"clip_vision_model" | "siglip_vision_model"} tower @returns {{ folder: Folder, expected: ReturnType<typeof transformersCase>["expected"] }}
 */
export function wholeCase(tower) {
  const { folder, expected } = transformersCase(tower);
  const tensors = rawTensors(folder["model.safetensors"]);
  const prefix = "vision_model.";
  const named = Array.from(tensors, ([name, raw]) => [name.startsWith(prefix) ? name : prefix + name, raw]);
  const [[, some]] = named;
  const others = ["text_model.embeddings.token_embedding.weight", "visual_projection.weight", "logit_scale"];
  const all = new Map(/** @type {any} */ ([...named, ...others.map((name) => [name, some])]));
  const { architectures: _, ...vision } = JSON.parse(new TextDecoder().decode(folder["config.json"]));
  const config = {
    model_type: tower.replace("_vision_model", ""),
    vision_config: vision,
    text_config: { hidden_size: 4 },
  };
  return { folder: { "config.json": json(config), "model.safetensors": fileOf(all) }, expected };
}

/** Pictures, and how the Python Imaging Library resizes them. */
export const PICTURES = readSafetensors(read("pictures.safetensors")).tensors;
