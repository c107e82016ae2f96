import { readCheckpoint } from "../models/state/checkpoint.js";
import { COMMAND } from "../render/words.js";
import { asJSON } from "./json.js";
import { MODEL } from "./model-words.js";
import { Misuse, asMisuse, helpFor, optionsIn } from "./options.js";
import { harmless } from "./terminal.js";

/** @import { Checkpoint } from "../models/state/checkpoint.js" */

/** headscope model: what is in the folder of a model from the hub. */

/** @type {readonly import("./options.js").Option[]} */
const OPTIONS = [
  { name: "info", says: COMMAND.modelInfo },
  { name: "json", says: COMMAND.modelJSON },
];

/** @satisfies {import("./main.js").Subcommand} */
export const MODEL_COMMAND = {
  help: () => `${COMMAND.modelUsage}\n\n${helpFor(OPTIONS)}\n${COMMAND.modelMore}\n`,

  async run(given) {
    /** @type {string[]} */
    const folders = [];
    const found = optionsIn(given, OPTIONS, "model", folders);
    if (folders.length !== 1) throw new Misuse(COMMAND.oneFolder);
    if (!found.has("info")) throw new Misuse(COMMAND.nothingAsked);
    const facts = factsOf(await readCheckpoint(folders[0]).catch(asMisuse));
    process.stdout.write(found.has("json") ? asJSON(facts) : harmless(report(facts)));
  },
};

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
