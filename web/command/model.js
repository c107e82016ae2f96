import { showInfo } from "./model-info.js";
import { runModel } from "./model-run.js";
import { COMMAND } from "../render/words.js";
import { Misuse, helpFor, optionsIn } from "./options.js";

/** headscope model: describes the folder of a model from the hub, and runs the model. */

/** @type {readonly import("./options.js").Option[]} */
const OPTIONS = [
  { name: "info", says: COMMAND.modelInfo },
  { name: "text", takes: "TEXT", says: COMMAND.modelText },
  { name: "ids", takes: "IDS", says: COMMAND.modelIds },
  { name: "layer", takes: "NUMBER", says: COMMAND.modelLayer },
  { name: "head", takes: "NUMBER", says: COMMAND.modelHead },
  { name: "top", takes: "NUMBER", says: COMMAND.modelTop, usual: "5" },
  { name: "out", takes: "FILE", says: COMMAND.modelOut, usual: "-" },
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
    const [folder] = folders;
    if (found.has("info")) await showInfo(folder, found.has("json"));
    else if (found.has("text") || found.has("ids")) await runModel(folder, found);
    else throw new Misuse(COMMAND.nothingAsked);
  },
};
