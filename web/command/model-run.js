import { openCheckpoint } from "../models/index.js";
import { COMMAND } from "../render/words.js";
import { npz } from "../kit/state/npz.js";
import { renderSVG } from "../render/index.js";
import { asJSON, harmless, progressBar, write } from "./output.js";
import { workersIn } from "./model-place.js";
import { RUN } from "./model-words.js";
import { Misuse, asMisuse } from "./options.js";
import { tokensOf } from "./token-rows.js";

/** @import { Model, ModelRun } from "../models/index.js" */
/** @import { Surroundings } from "./run.js" */
/** @import { Kind } from "../models/state/encoder-decoder.js" */

/**
 * @typedef {object} Asked
 * @property {Kind | undefined} kind  of attention, of a model with an encoder and a decoder
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

/** headscope model --text: runs a model. @param {import("./model-place.js").Place} place @param {Map<string, string>} found options @param {Surroundings} around */
export async function runModel(place, found, { stdout, stderr }) {
  const out = found.get("out") ?? "-";
  const asked = {
    kind: kindIn(found),
    layer: countIn(found, "layer"),
    head: countIn(found, "head"),
    top: countIn(found, "top") ?? 5,
  };
  const make = kindOf(out, found.has("json"));
  if (asked.layer === undefined && asked.head !== undefined) throw new Misuse(COMMAND.headOfNoLayer);
  if (make === picture && asked.layer === undefined) throw new Misuse(COMMAND.layerWanted);
  const made = await ran(place, found, asked, make, stderr).catch(asMisuse);
  if (out !== "-") write(out, made);
  else stdout.write(made);
}

/** @param {import("./model-place.js").Place} place @param {Map<string, string>} found options @param {Asked} asked @param {(ran: Ran) => Promise<string | Uint8Array> | string | Uint8Array} make @param {Surroundings["stderr"]} stderr */
async function ran({ files, options }, found, asked, make, stderr) {
  const [text, target] = textsIn(found);
  const bar = progressBar(stderr);
  const workers = workersIn(found);
  const model = await openCheckpoint(files, { ...options, workers, onBytes: bar.count }).finally(bar.clear);
  try {
    const { info } = model;
    for (const option of info.encoder ? [] : ["target", "kind"])
      if (found.has(option)) throw new Misuse(COMMAND.noEncoder(option, info.family));
    const kind = info.encoder ? (asked.kind ?? "cross") : undefined;
    if (kind && asked.layer !== undefined) requireLayer(asked.layer, kind, info);
    const run = await model.run(text ?? "", { target, onProgress: bar.show });
    bar.clear();
    for (const warning of run.warnings) stderr.write(`headscope: ${harmless(warning)}\n`);
    return await make({ info, run, asked: { ...asked, kind } });
  } finally {
    bar.clear();
    model.dispose();
  }
}

/** @param {number} layer @param {Kind} kind @param {Model["info"]} info */
function requireLayer(layer, kind, { encoder, layers }) {
  const count = kind === "encoder" && encoder ? encoder.layers : layers;
  if (layer >= count) throw new Misuse(COMMAND.noLayerOf(kind, layer, count - 1));
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
function resultOf({ info, run, asked: { kind, layer, head, top } }) {
  const predicts = placesToPredict(info, run);
  return {
    info,
    tokens: run.tokens,
    ...(run.source && { source: run.source }),
    ...(run.predicts && { loss: run.loss() }),
    predictions: predicts.map((token) => ({ token, pieces: run.predictions(token, top) })),
    ...(layer !== undefined && {
      layer,
      ...(kind && { kind }),
      ...(head !== undefined && { head }),
      attention: attentionIn(run, layer, head, kind),
    }),
  };
}

/** Tokens whose predictions are shown: the last (causal models), or the masks. @param {Model["info"]} info @param {ModelRun} run */
function placesToPredict({ causal }, run) {
  if (!run.predicts) return [];
  return causal ? [run.tokens.length - 1] : run.masks;
}

/** The weights of a layer, (H, T_q, T_k), or of one head, (T_q, T_k). @param {ModelRun} run @param {number} layer @param {number | undefined} head @param {Kind | undefined} kind */
function attentionIn(run, layer, head, kind) {
  const { data, shape } = run.attention(layer, kind);
  if (head === undefined) return { data, shape };
  const [heads, queries, keys] = shape;
  if (head >= heads) throw new Misuse(COMMAND.noHead(head, heads - 1));
  const size = queries * keys;
  return { data: data.subarray(head * size, (head + 1) * size), shape: [queries, keys] };
}

/** @param {Ran} ran */
async function picture({ info, run, asked: { kind, layer = 0, head } }) {
  attentionIn(run, layer, head, kind);
  const { queries, keys } = tokensOf(run, kind);
  const textsOf = (/** @type {typeof keys} */ tokens) => tokens.map(({ text }) => text);
  return renderSVG({
    tokens: textsOf(queries),
    ...(keys !== queries && { keyTokens: textsOf(keys) }),
    attention: run.attention(layer, kind),
    view: head === undefined ? "heads" : "map",
    ...(head !== undefined && { head }),
    alt: RUN.title(info, { kind, layer, head }),
  });
}

/** @param {Ran} ran */
function arrays({ info: { layers, encoder }, run }) {
  const all = (/** @type {number} */ count, /** @type {Kind} */ kind) => everyLayer(run, count, kind);
  const attention = encoder
    ? [
        { name: "encoder", ...all(encoder.layers, "encoder") },
        { name: "decoder", ...all(layers, "decoder") },
        { name: "cross", ...all(layers, "cross") },
      ]
    : [{ name: "attention", ...everyLayer(run, layers) }];
  return npz([
    ...(run.source ? [{ name: "source", texts: run.source.map(({ text }) => text) }] : []),
    { name: "tokens", texts: run.tokens.map(({ text }) => text) },
    ...attention,
  ]);
}

/** Attention weights, (layers, H, T_q, T_k). @param {ModelRun} run @param {number} layers @param {Kind} [kind] */
function everyLayer(run, layers, kind) {
  const first = run.attention(0, kind);
  const data = new Float32Array(layers * first.data.length);
  for (let layer = 0; layer < layers; layer++)
    data.set(run.attention(layer, kind).data, layer * first.data.length);
  return { shape: [layers, ...first.shape], data };
}

/** What the model reads, and the target, if one is given: texts, or the ids of their pieces. @param {Map<string, string>} found */
function textsIn(found) {
  const isIds = found.has("ids");
  return [isIds ? "ids" : "text", "target"].map((name) => {
    const given = found.get(name);
    return isIds && given !== undefined ? idsIn(name, given) : given;
  });
}

/** @param {string} name @param {string} given */
function idsIn(name, given) {
  const ids = given.split(",").map((id) => (/^\s*\d+\s*$/.test(id) ? Number(id) : NaN));
  if (ids.some(Number.isNaN)) throw new Misuse(COMMAND.noIds(name, given));
  return { ids };
}

/** @param {Map<string, string>} found */
function kindIn(found) {
  const value = found.get("kind");
  const kind = ATTENTION_KINDS.find((each) => each === value);
  if (value !== undefined && !kind) throw new Misuse(COMMAND.noKind(value, ATTENTION_KINDS));
  return kind;
}

/** @type {readonly Kind[]} */
const ATTENTION_KINDS = ["encoder", "decoder", "cross"];

/** @param {Map<string, string>} found @param {string} name */
function countIn(found, name) {
  const value = found.get(name);
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value)) throw new Misuse(COMMAND.noCount(name, value));
  return Number(value);
}
