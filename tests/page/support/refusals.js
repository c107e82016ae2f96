// Refusals and warnings of the core and the page, by name: every message that a reader can get in another language.
import { loadCore } from "../../../web/core/index.js";
import { parseValue as readFrame, FRAME } from "../../../web/embed/state/rows.js";
import { batchAnswer } from "../../../web/labs/batch/state.js";
import { compare } from "../../../web/kit/state/compare.js";
import { controlsNamed } from "../../../web/kit/state/controls.js";
import { whyInvalid } from "../../../web/kit/state/invalid-settings.js";
import { NOTHING_OWN } from "../../../web/kit/state/own.js";
import { compute } from "../../../web/kit/state/picture.js";
import { DEFAULTS, overLimit } from "../../../web/kit/state/settings.js";
import { ROWS } from "../../../web/kit/state/shown.js";
import { Store } from "../../../web/kit/state/store.js";
import { learn } from "../../../web/kit/state/trained-layer.js";
import { TRAIN_SETTINGS, whyUnfit } from "../../../web/kit/state/training-settings.js";
import { FAULTS, unnamed } from "../../../web/kit/text/faults.js";
import { whyInvalidRemoval } from "../../../web/train/state/shown.js";
import { readCheckpoint } from "../../../web/models/state/checkpoint.js";
import { folderOf, withConfig } from "./checkpoints.js";
import { pictureOf, words } from "./pictures.js";

const core = await loadCore();

/** @typedef {import("../../../web/core/types.js").Fault} Fault */

/** @param {() => unknown} act */
function refused(act) {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error(`${act} was not refused`);
}

/** The problem that a store shows with these settings. @param {Record<string, unknown>} settings */
async function problemOf(settings) {
  const store = new Store();
  store.configure(/** @type {any} */ ({ tokens: words(3), ...settings }), "host");
  await store.load();
  const { problem } = store.state;
  store.rest();
  if (!problem) throw new Error(`${JSON.stringify(settings)} is no problem`);
  return problem;
}

/** @param {string} name @param {unknown} value */
const invalid = (name, value) =>
  whyInvalid(/** @type {any} */ (ROWS.find((row) => row.name === name)), value, pictureOf());

/** @param {string} name @param {string} text */
const refusal = (name, text) =>
  readFrame(/** @type {any} */ (FRAME.find((row) => row.name === name)), text).refusal;

/** @param {string} name @param {unknown} value */
const unfitting = (name, value) =>
  whyUnfit(/** @type {any} */ (TRAIN_SETTINGS.find((row) => row.name === name)), value);

/**
 * The message of a wrong path that makes no difference or is refused.
 * @param {Fault} fault @param {Record<string, unknown>} change @param {Record<string, unknown>} [own]
 */
function onWrongPath(fault, change, own) {
  try {
    const { none, error } = compare(
      core,
      { ...pictureOf().settings, ...change },
      fault,
      own && /** @type {any} */ ({ ...NOTHING_OWN, ...own }),
    );
    if (none) return unnamed(fault, /** @type {any} */ (none));
    return error;
  } catch (error) {
    return unnamed(fault, /** @type {any} */ (error));
  }
}

/** The message of a refused chain of calls on a tensor (2, 3, 4). @param {...{ name: any, given?: number[] }} calls */
const chained = (...calls) => /** @type {any} */ (core.followChain([2, 3, 4], calls).at(-1)).refusal;

/** Attention with a row that does not sum to 1, a negative weight, and NaN. */
function oddAttention() {
  const data = Float32Array.from([0.5, 0.5, 0.5, 0.6, -0.1, 1.1, NaN, 1]);
  return compute(
    core,
    { ...DEFAULTS, tokens: words(2) },
    { own: { ...NOTHING_OWN, attention: { data, shape: [2, 2, 2] } } },
  ).notices;
}

/** Messages about settings that trained weights do not allow. */
async function ofTrainedWeights() {
  const lesson = await learn({ training: "step=0", seed: 1, heads: 4, dModel: 64 }, () => true);
  const sentence = ["the", "animal", "was", "tired", "because", "it", "was", "hungry"];
  const asked = (/** @type {Record<string, unknown>} */ change) =>
    refused(() =>
      lesson.read(/** @type {any} */ ({ ...DEFAULTS, tokens: sentence, heads: 4, ...change }), 0),
    );
  return asked;
}

/** By name. @returns {Promise<Map<string, any>>} */
export async function refusals() {
  const predicts = (/** @type {"reference" | "induction"} */ task) => {
    const model = core.createModel({ task });
    return (/** @type {string | string[]} */ sentence) => refused(() => model.predict(sentence));
  };
  const [refers, repeats] = [predicts("reference"), predicts("induction")];
  const off = (/** @type {any} */ away) =>
    whyInvalidRemoval({ off: [], cuts: [], ...away }, { layers: 2, numHeads: 4 }, ["it", "these"]);
  const all = { tokens: words(3), dModel: 8, heads: 2 };
  return new Map(
    /** @type {[string, any][]} */ ([
      ["d_model does not divide", await problemOf({ dModel: 10, heads: 4 })],
      ["d_model of 1 does not divide", await problemOf({ dModel: 1, heads: 4 })],
      ["no divisor beside", await problemOf({ dModel: 10, heads: 6, kvHeads: 3 })],
      ["kv-heads do not divide", await problemOf({ dModel: 64, heads: 8, kvHeads: 3 })],
      ["d_model 0", await problemOf({ dModel: 0, heads: 1 })],
      ["d_model 1.5", await problemOf({ dModel: 1.5, heads: 1 })],
      ["heads 0", await problemOf({ heads: 0 })],
      ["kv-heads 0", await problemOf({ kvHeads: 0 })],
      ["seed -1", await problemOf({ seed: -1 })],
      ["weights unknown", await problemOf({ weights: "learned" })],
      ["heads 97", await problemOf({ heads: 97, dModel: 97 })],
      ["too many tokens", overLimit(/** @type {any} */ ({ ...DEFAULTS, tokens: words(513) }))],
      ["training unknown", await problemOf({ weights: "trained", training: "task=other" })],
      ["training layers", await problemOf({ weights: "trained", training: "layers=7" })],
      ["fused cross-attention", await problemOf({ fused: true, keyTokens: ["eins", "zwei"] })],

      ["head 99", invalid("head", 99)],
      ["head 1.5", invalid("head", 1.5)],
      [
        "head x, before a picture",
        whyInvalid(/** @type {any} */ (ROWS.find(({ name }) => name === "head")), "x"),
      ],
      ["step nowhere", invalid("step", "nowhere")],
      ["wrong nothing", invalid("wrong", "nothing")],
      ["largest perhaps", invalid("largest", "perhaps")],
      ["compared twice", invalid("compared", [1, 1])],
      ["compared x", invalid("compared", "x")],
      ["compared 99", invalid("compared", [99])],
      ["headScale 2:7", invalid("headScale", { 2: 7 })],
      ["headScale x", invalid("headScale", "x")],
      ["a long value", invalid("step", "n".repeat(99))],
      ["controls", controlsNamed("heads, nothing").unknown],

      ["embed view", refusal("view", "cinema")],
      ["embed font", refusal("font", "1, 2;")],
      ["embed accent", refusal("accent", "#12345g")],
      ["embed width", refusal("width", "20")],
      ["embed controls", refusal("controls", "buttons")],

      ["train task", unfitting("task", "other")],
      ["train heads", unfitting("heads", 3)],
      ["train seed", unfitting("seed", -1)],
      ["off", off({ off: ["3.1"] })],
      ["cut", off({ cuts: [{ layer: 5, from: "it", to: "noun" }] })],
      ["cut of no kind", off({ cuts: [{ layer: 1, from: "nowhere", to: 2 }] })],
      ["no words", refers("...")],
      ["unknown word", refers("the platypus sees itself")],
      ["unknown letter", repeats("a b # a")],
      ["too many words", refers("the cat ".repeat(40))],
      ["no blank", refers("the cat")],
      ["no letter twice", repeats("a b c")],

      ...Object.entries(await trainedRefusals()),
      ...Object.entries(await checkpointRefusals()),

      ...without(/** @type {Fault[]} */ (Object.keys(FAULTS)), "one head", { ...all, heads: 1 }),
      ...without(/** @type {Fault[]} */ (Object.keys(FAULTS)), "one token", { ...all, tokens: ["one"] }),
      ...without(/** @type {Fault[]} */ (Object.keys(FAULTS)), "heads of one feature", { ...all, heads: 8 }),
      ["raw inputs of other widths", onWrongPath("raw_inputs", { dK: 4 })],
      ["raw inputs of shared heads", onWrongPath("raw_inputs", { kvHeads: 2 })],
      ["raw inputs of a fused layer", onWrongPath("raw_inputs", { fused: true, dV: 3 })],
      ["an unmasked mask", onWrongPath("mask_reversed", { causal: false })],
      [
        "an added mask",
        onWrongPath("mask_reversed", {}, { mask: { data: new Float32Array(144), shape: [12, 12] } }),
      ],
      ["a refused view", onWrongPath("view_without_contiguous", {})],
      ["a fused view", onWrongPath("view_without_transpose", { fused: true })],
      ["mask_as_square, one sentence", squareMask(1)],
      ["mask_as_square, two", squareMask(2)],

      ...compare(core, { ...pictureOf().settings, causal: true }, "mask_reversed").wrong.notices.map(
        (/** @type {any} */ warning, /** @type {number} */ i) => [`blocked row ${i}`, warning],
      ),
      ...compare(
        core,
        { ...pictureOf().settings, tokens: words(1), dModel: 8, heads: 1, causal: true },
        "mask_reversed",
      ).wrong.notices.map((/** @type {any} */ warning, /** @type {number} */ i) => [
        `blocked row of one head ${i}`,
        warning,
      ]),
      ...blockedRows().map((warning, i) => [`many blocked rows ${i}`, warning]),
      ...oddAttention().map((/** @type {any} */ warning, /** @type {number} */ i) => [
        `odd attention ${i}`,
        warning,
      ]),

      ["view of another size", chained({ name: "view", given: [2, 3, 5] })],
      ["view of no multiple", chained({ name: "view", given: [-1, 5] })],
      ["view of no size", chained({ name: "view", given: [-2, 5] })],
      ["view across", chained({ name: "transpose", given: [1, 2] }, { name: "view", given: [2, 12] })],
      ["dimension of a transpose", chained({ name: "transpose", given: [1, 5] })],
      ["dimension beyond int", chained({ name: "unsqueeze", given: [2 ** 40] })],
      ["two dimensions wanted", chained({ name: "transpose", given: [1] })],
      ["one dimension wanted", chained({ name: "unsqueeze", given: [] })],
      ["nothing wanted", chained({ name: "contiguous", given: [1] })],
      ["permute of two", chained({ name: "permute", given: [1, 0] })],
      ["permute twice", chained({ name: "permute", given: [1, 1, 0] })],
      ["unsqueeze nowhere", chained({ name: "unsqueeze", given: [7] })],
      ["expand of fewer", chained({ name: "expand", given: [2, 3] })],
      ["expand of 3", chained({ name: "expand", given: [2, 6, 4] })],
      ["expand to too many", chained({ name: "expand", given: [2 ** 24, 2, 3, 4] })],
    ]).filter(([, said]) => said),
  );
}

/** @param {readonly Fault[]} faults @param {string} of @param {Record<string, unknown>} change @returns {[string, any][]} */
const without = (faults, of, change) =>
  faults.map((fault) => [`${fault} of ${of}`, onWrongPath(fault, { ...change, causal: true })]);

/** The message of padding as a square mask, which makes no difference or is refused. @param {1 | 2} sentences */
function squareMask(sentences) {
  const picture = pictureOf({ tokens: words(4), dModel: 8, heads: 2 });
  const answer = /** @type {any} */ (
    batchAnswer(core, picture, /** @type {any} */ ({ sentences, mask: "square" }))
  );
  return "refused" in answer ? answer.refused : answer.none && unnamed("mask_as_square", answer.none);
}

/** Rows without visible keys in one of two heads, more than are named one by one. */
function blockedRows() {
  const layer = core.createLayer({ dModel: 8, numHeads: 2 });
  const data = Float32Array.from({ length: 2 * 12 * 12 }, (_, i) => (i < 144 ? -Infinity : 0));
  const run = layer.forward({
    query: core.embed(words(12), { dModel: 8 }),
    attnMask: { data, shape: [2, 12, 12] },
  });
  return run.notices;
}

/** @returns {Promise<Record<string, any>>} */
async function trainedRefusals() {
  const asked = await ofTrainedWeights();
  return {
    "trained with another d_v": asked({ dV: 4 }),
    "trained with another d_k": asked({ dK: 4 }),
    "trained with other kv-heads": asked({ kvHeads: 2 }),
    "trained without biases": asked({ bias: true }),
  };
}

/** Messages about refused folders of models. */
async function checkpointRefusals() {
  const folder = folderOf("gpt2");
  const opened = (/** @type {any} */ files) => readCheckpoint(files).catch((error) => error);
  return {
    "checkpoint of an unknown family": await opened(
      withConfig(folder, { model_type: "mystery", n_embd: 20 }),
    ),
    "checkpoint that fits a family": await opened(withConfig(folder, { model_type: "mystery" })),
    "checkpoint that fits several families": await opened(
      withConfig(folderOf("llama"), { model_type: "mystery" }),
    ),
    "checkpoint of a refused family": await opened(withConfig(folder, { model_type: "mamba" })),
    "checkpoint with a field of another kind": await opened(withConfig(folder, { n_head: 0 })),
    "checkpoint of another width": await opened(withConfig(folder, { n_embd: 32 })),
    "checkpoint cut off in its header": await opened({
      ...folder,
      "model.safetensors": folder["model.safetensors"].slice(0, 99),
    }),
  };
}

/** A message, and those among its parameters. @param {import("../../../web/core/message.js").Message} message @returns {import("../../../web/core/message.js").Message[]} */
export const messagesInside = (message) => [
  message,
  ...Object.values(message.parameters).flatMap((value) =>
    typeof value === "object" && !Array.isArray(value) ? messagesInside(/** @type {any} */ (value)) : [],
  ),
];

/** Messages of the core: of errors, a refused step, a run and a chain of calls. @returns {import("../../../web/core/message.js").Message[]} */
export function coreMessages() {
  const layer = core.createLayer({ dModel: 8, numHeads: 2 });
  const query = core.embed(words(4), { dModel: 8 });
  const wrong = layer.forward({ query, fault: "view_without_contiguous" });
  const blocked = layer.forward({ query, causal: true, fault: "mask_reversed" });
  const errors = /** @type {(() => unknown)[]} */ ([
    () => core.createLayer({ dModel: 10, numHeads: 4 }),
    () => core.createLayer({ dModel: 10, numHeads: 6, numKvHeads: 3 }),
    () => core.createLayer({ dModel: 2 ** 20, numHeads: 1 }),
    () => core.createLayer({ dModel: 1.5, numHeads: 1 }),
    () => core.createLayer({ dModel: 6, numHeads: 2, rope: true }),
    () => layer.setWeights({ wQ: new Float32Array(3) }),
    () => layer.setWeights({ wQ: { data: new Float32Array(6), shape: [2, 3] } }),
    () => layer.forward({ query, dropout: { p: 1.25, seed: 0 } }),
    () => layer.forward({ query, keyPaddingMask: { data: new Uint8Array(3), shape: [1, 3] } }),
    () => layer.forward({ query, attnMask: { data: new Float32Array(9), shape: [3, 3] } }),
    () => layer.backward(wrong, query),
    () => layer.prune([0, 1]),
    () => wrong.output,
    () => core.createModel({ task: "reference" }).predict("the platypus"),
  ]).map(refused);
  const links = [wrong.steps.at(-1)?.refusal, chained({ name: "expand", given: [2, 6, 4] })];
  return /** @type {any[]} */ ([...errors, ...links, ...blocked.notices, ...blockedRows()]);
}
