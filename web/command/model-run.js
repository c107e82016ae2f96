import { openCheckpoint } from "../models/index.js";
import { COMMAND } from "../render/words.js";
import { npz } from "../kit/state/npz.js";
import { renderSVG } from "../render/index.js";
import { asJSON, harmless, progressBar, write } from "./output.js";
import { RUN } from "./model-words.js";
import { Misuse, asMisuse } from "./options.js";

/** @import { Model, ModelRun } from "../models/index.js" */

/**
 * @typedef {object} Asked
 * @property {number | undefined} layer
 * @property {number | undefined} head
 * @property {number} top
 *
 * @typedef {object} Ran
 * @property {Model["info"]} info
 * @property {ModelRun} run
 * @property {Asked} asked
 */

/** Output writers by the ending of --out. @type {Readonly<Record<string, (ran: Ran) => Promise<string | Uint8Array> | string | Uint8Array>>} */
const KINDS = { svg: picture, npz: arrays, json: (ran) => asJSON(resultOf(ran)) };

/** headscope model --text: runs a model. @param {import("./model-place.js").Place} place @param {Map<string, string>} found options */
export async function runModel(place, found) {
  const out = found.get("out") ?? "-";
  const asked = {
    layer: countIn(found, "layer"),
    head: countIn(found, "head"),
    top: countIn(found, "top") ?? 5,
  };
  const make = kindOf(out, found.has("json"));
  if (asked.layer === undefined && asked.head !== undefined) throw new Misuse(COMMAND.headOfNoLayer);
  if (make === picture && asked.layer === undefined) throw new Misuse(COMMAND.layerWanted);
  const made = await ran(place, textIn(found), asked, make).catch(asMisuse);
  if (out !== "-") write(out, made);
  else process.stdout.write(made);
}

/** @param {import("./model-place.js").Place} place @param {string | { ids: number[] }} text @param {Asked} asked @param {(ran: Ran) => Promise<string | Uint8Array> | string | Uint8Array} make */
async function ran({ files, options }, text, asked, make) {
  const bar = progressBar(process.stderr);
  const model = await openCheckpoint(files, { ...options, onBytes: bar.count }).finally(bar.clear);
  try {
    const run = await model.run(text, { onProgress: bar.show });
    bar.clear();
    for (const warning of run.warnings) process.stderr.write(`headscope: ${harmless(warning)}\n`);
    return await make({ info: model.info, run, asked });
  } finally {
    bar.clear();
    model.dispose();
  }
}

/** @param {string} out @param {boolean} inJSON */
function kindOf(out, inJSON) {
  if (out === "-")
    return inJSON ? KINDS.json : (/** @type {Ran} */ ran) => harmless(RUN.report(resultOf(ran)));
  const [, ending = ""] = /\.(\w+)$/.exec(out.toLowerCase()) ?? [];
  if (inJSON && ending !== "json") throw new Misuse(COMMAND.jsonEnding(out));
  if (!Object.hasOwn(KINDS, ending)) throw new Misuse(COMMAND.ending(out, Object.keys(KINDS)));
  return KINDS[ending];
}

/** @typedef {ReturnType<typeof resultOf>} Result */

/** @param {Ran} ran */
function resultOf({ info, run, asked: { layer, head, top } }) {
  const predicts = placesToPredict(info, run);
  return {
    info,
    tokens: run.tokens,
    ...(run.predicts && { loss: run.loss() }),
    predictions: predicts.map((token) => ({ token, pieces: run.predictions(token, top) })),
    ...(layer !== undefined && {
      layer,
      ...(head !== undefined && { head }),
      attention: attentionIn(run, layer, head),
    }),
  };
}

/** Tokens whose predictions are shown: the last (causal models), or the masks. @param {Model["info"]} info @param {ModelRun} run */
function placesToPredict({ causal }, run) {
  if (!run.predicts) return [];
  return causal ? [run.tokens.length - 1] : run.masks;
}

/** The weights of a layer, (H, T, T), or of one head, (T, T). @param {ModelRun} run @param {number} layer @param {number | undefined} head */
function attentionIn(run, layer, head) {
  const { data, shape } = run.attention(layer);
  if (head === undefined) return { data, shape };
  const [heads, tokens] = shape;
  if (head >= heads) throw new Misuse(COMMAND.noHead(head, heads - 1));
  return {
    data: data.subarray(head * tokens * tokens, (head + 1) * tokens * tokens),
    shape: [tokens, tokens],
  };
}

/** @param {Ran} ran */
async function picture({ info, run, asked: { layer = 0, head } }) {
  attentionIn(run, layer, head);
  const attention = run.attention(layer);
  return renderSVG({
    tokens: run.tokens.map(({ text }) => text),
    attention,
    view: head === undefined ? "heads" : "map",
    ...(head !== undefined && { head }),
    alt: RUN.title(info, layer, head),
  });
}

/** @param {Ran} ran */
function arrays({ info: { layers }, run }) {
  const first = run.attention(0);
  const data = new Float32Array(layers * first.data.length);
  for (let layer = 0; layer < layers; layer++) data.set(run.attention(layer).data, layer * first.data.length);
  return npz([
    { name: "tokens", texts: run.tokens.map(({ text }) => text) },
    { name: "attention", shape: [layers, ...first.shape], data },
  ]);
}

/** @param {Map<string, string>} found */
function textIn(found) {
  const ids = found.get("ids");
  if (ids === undefined) return found.get("text") ?? "";
  const read = ids.split(",").map((id) => (/^\s*\d+\s*$/.test(id) ? Number(id) : NaN));
  if (read.some(Number.isNaN)) throw new Misuse(COMMAND.noIds(ids));
  return { ids: read };
}

/** @param {Map<string, string>} found @param {string} name */
function countIn(found, name) {
  const value = found.get(name);
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value)) throw new Misuse(COMMAND.noCount(name, value));
  return Number(value);
}
