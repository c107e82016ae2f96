import { showInfo } from "./model-info.js";
import { placeOf } from "./model-place.js";
import { runModel } from "./model-run.js";
import { COMMAND } from "../render/words.js";
import { Misuse, helpFor, optionsIn } from "./options.js";

/** headscope model: describes a model from the hub, in a folder or by its name, and runs it. */

/** @type {readonly import("./options.js").Option[]} */
const OPTIONS = [
  { name: "info", says: COMMAND.modelInfo },
  { name: "text", takes: "TEXT", says: COMMAND.modelText },
  { name: "ids", takes: "IDS", says: COMMAND.modelIds },
  { name: "target", takes: "TEXT", says: COMMAND.modelTarget },
  { name: "layer", takes: "NUMBER", says: COMMAND.modelLayer },
  { name: "head", takes: "NUMBER", says: COMMAND.modelHead },
  { name: "kind", takes: "KIND", says: COMMAND.modelKind, usual: "cross" },
  { name: "top", takes: "NUMBER", says: COMMAND.modelTop, usual: "5" },
  { name: "out", takes: "FILE", says: COMMAND.modelOut, usual: "-" },
  { name: "json", says: COMMAND.modelJSON },
  { name: "study", takes: "FILE", says: COMMAND.modelStudy },
  { name: "column", takes: "NAME", says: COMMAND.modelColumn },
  { name: "lines", says: COMMAND.modelLines },
  { name: "losses", says: COMMAND.modelLosses },
  { name: "workers", takes: "NUMBER", says: COMMAND.modelWorkers },
  { name: "shard", takes: "PART", says: COMMAND.modelShard, usual: "1/1" },
  { name: "as", takes: "FAMILY", says: COMMAND.modelAs },
  { name: "revision", takes: "NAME", says: COMMAND.modelRevision, usual: "main" },
  { name: "offline", says: COMMAND.modelOffline },
];

/** @satisfies {import("./run.js").Subcommand} */
export const MODEL_COMMAND = {
  help: () => `${COMMAND.modelUsage}\n\n${helpFor(OPTIONS)}\n${COMMAND.modelMore}\n`,

  async run(given, around) {
    /** @type {string[]} */
    const folders = [];
    const found = optionsIn(given, OPTIONS, "model", folders);
    if (folders.length !== 1) throw new Misuse(COMMAND.oneFolder);
    const isRun = found.has("text") || found.has("ids");
    const isStudy = found.has("study");
    if (!isRun && !isStudy && !found.has("info")) throw new Misuse(COMMAND.nothingAsked);
    const place = placeOf(folders[0], found, around.env);
    if (place.asked) around.stderr.write(COMMAND.asks(place.asked, folders[0]));
    const as = found.get("as");
    if (as !== undefined) place.options.as = as;
    if (found.has("info")) await showInfo(place, found.has("json"), around);
    else if (isStudy) await (await import("./model-study.js")).studyModel(place, found, given, around);
    else await runModel(place, found, around);
  },
};
