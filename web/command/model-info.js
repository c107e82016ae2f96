import { readCheckpoint } from "../models/state/checkpoint.js";
import { asJSON, harmless } from "./output.js";
import { MODEL } from "./model-words.js";
import { asMisuse } from "./options.js";

/** @import { Checkpoint } from "../models/state/checkpoint.js" */

/** headscope model --info: describes the model. @param {import("./model-place.js").Place} place @param {boolean} inJSON @param {import("./run.js").Surroundings} around */
export async function showInfo({ files, options }, inJSON, { stdout }) {
  const checkpoint = await readCheckpoint(files, options).catch(asMisuse);
  checkpoint.rest();
  const facts = factsOf(checkpoint);
  stdout.write(inJSON ? asJSON(facts) : harmless(report(facts)));
}

/** @typedef {ReturnType<typeof factsOf>} Facts */

/** @param {Checkpoint} checkpoint */
function factsOf({ info, model, stored, whyNoText }) {
  const files = new Set(Array.from(stored.values(), ({ source }) => source));
  const used = Array.from(model.tensors.values(), ({ name }) => stored.get(name)?.dtype ?? "");
  return {
    ...info,
    description: model.description,
    predicts: model.predicts,
    types: [...new Set(used)],
    files: Array.from(files, ({ name, size }) => ({ name, size })),
    readsText: whyNoText === null,
    whyNoText: whyNoText?.message ?? null,
    unused: model.unused,
  };
}

/** @param {Facts} facts */
function report(facts) {
  const rows = Object.entries(MODEL.rows).flatMap(([name, says]) => {
    const text = says(facts);
    return text ? [`  ${name.padEnd(WIDE)}${text}\n`] : [];
  });
  return `${MODEL.title(facts)}\n\n${rows.join("")}`;
}

const WIDE = 14; // columns of names
