import { inConfig, refused } from "../text/refusals.js";

/**
 * Several sentences in one batch. Shorter sentences are padded, and no query sees the padding. A picture of a batch faces one sentence: settings and
 * measures are those of this sentence.
 *
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/index.js").Run} Run
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../core/types.js").ForwardInput} ForwardInput
 * @typedef {import("./settings.js").Settings} Settings
 *
 * @typedef {object} Batch
 * @property {readonly (readonly string[])[]} words  words of each sentence, padded to one length
 * @property {readonly number[]} lengths             lengths without the padding
 * @property {{ data: Uint8Array, shape: number[] }} padding  (B, T): 1 is padding
 */

/** The padding token, which is embedded like any word and then masked. */
export const PAD = "[pad]";

/** @param {readonly (readonly string[])[]} sentences @param {number} [length] common length; defaults to the longest @returns {Batch} */
export function batchOf(sentences, length = Math.max(...sentences.map((words) => words.length))) {
  const lengths = sentences.map((words) => words.length);
  const isPadding = (/** @type {number} */ at) => Number(at % length >= lengths[Math.floor(at / length)]);
  return {
    lengths,
    words: sentences.map((words) => Array.from({ length }, (_, i) => words[i] ?? PAD)),
    padding: {
      data: Uint8Array.from({ length: sentences.length * length }, (_, at) => isPadding(at)),
      shape: [sentences.length, length],
    },
  };
}

/**
 * Embeds each different sentence once.
 * @param {Core} core
 * @param {{ dModel: number, seed: number }} options
 * @param {Batch["words"]} words
 * @returns {TensorOutput} (B, T, d_model)
 */
export function embedAll(core, options, words) {
  const once = new Map();
  return stacked(
    words.map((sentence) => {
      const key = JSON.stringify(sentence);
      if (!once.has(key)) once.set(key, core.embed(sentence, options));
      return once.get(key);
    }),
  );
}

/** @param {readonly TensorOutput[]} tensors each (1, …), of equal shapes @returns {TensorOutput} (B, …) */
function stacked(tensors) {
  const [{ data: first, shape }] = tensors;
  const data = new Float32Array(tensors.length * first.length);
  tensors.forEach((each, i) => data.set(each.data, i * first.length));
  return { data, shape: [tensors.length, ...shape.slice(1)] };
}

/** One item of a batch. @param {TensorOutput} tensor (B, …) @param {number} item @returns {TensorOutput} (1, …) */
function itemOf({ data, shape }, item) {
  const size = data.length / shape[0];
  return { data: data.slice(item * size, (item + 1) * size), shape: [1, ...shape.slice(1)] };
}

/** Repeats the sentence with its second half padded, for faults that need masks to differ. @param {ForwardInput} call @returns {ForwardInput} */
export function repeatPadded(call) {
  const twice = (/** @type {any} */ x) => x && stacked([x, x]);
  const [, keys] = /** @type {TensorOutput} */ (call.key ?? call.query).shape;
  const data = Uint8Array.from({ length: 2 * keys }, (_, i) => Number(i >= keys + Math.ceil(keys / 2)));
  return {
    ...call,
    query: twice(call.query),
    key: twice(call.key),
    keyPaddingMask: { data, shape: [2, keys] },
  };
}

/**
 * The call for the two sentences of the settings. In cross-attention, both attend to the same keys, without padding.
 * @param {Core} core @param {Settings} settings @param {{ call: ForwardInput, dModel: number, own: import("./own.js").Own, compute: typeof import("./picture.js").compute }} of  `call`: the call of the first sentence; `compute`: computes a picture
 * @returns {{ call: ForwardInput, facing: (picture: Picture) => Picture }}
 * @throws {import("../../core/errors.js").HeadscopeError} if there are own inputs
 */
export function batchCall(core, settings, { call, dModel, own, compute }) {
  const { tokens, batchTokens, seed } = settings;
  if (own.input || own.source) throw inConfig(refused("batch_of_own_input"));
  const sentences = [tokens, batchTokens];
  const batch = batchOf(sentences);
  const key = call.key && stacked([/** @type {any} */ (call.key), /** @type {any} */ (call.key)]);
  const isPadded = !key && batch.padding.data.some(Boolean);
  const whole = {
    ...call,
    query: embedAll(core, { dModel, seed }, batch.words),
    key,
    keyPaddingMask: isPadded ? batch.padding : undefined,
  };
  return {
    call: whole,
    facing: (picture) => facing(core, picture, { sentences, batch, call: whole, compute }),
  };
}

/**
 * @param {Core} core @param {Picture} first  as computed
 * @param {{ sentences: readonly (readonly string[])[], batch: Batch, call: ForwardInput, compute: typeof import("./picture.js").compute }} of
 * @returns {Picture} a picture that faces the first sentence
 */
function facing(core, first, { sentences, batch, call, compute }) {
  const { layer, fault, own, settings } = first;
  /** @type {Map<string, { dispose: () => void }>} */
  const held = new Map();
  /** @template {{ dispose: () => void }} Held @param {string} name @param {() => Held} make @returns {Held} */
  const once = (name, make) => {
    if (!held.has(name)) held.set(name, make());
    return /** @type {Held} */ (held.get(name));
  };
  const callOf = (/** @type {number} */ item) => ({
    ...call,
    query: itemOf(/** @type {TensorOutput} */ (call.query), item),
    key: call.key && itemOf(/** @type {TensorOutput} */ (call.key), item),
    keyPaddingMask:
      call.keyPaddingMask && /** @type {any} */ (itemOf(/** @type {any} */ (call.keyPaddingMask), item)),
  });
  const alone = (/** @type {number} */ item, colormap = settings.colormap) =>
    once(`alone ${item} ${colormap}`, () => {
      const asked = { ...settings, tokens: sentences[item], batchTokens: [], colormap };
      const picture = compute(core, asked, { own });
      return { ...picture, settings: { ...picture.settings, batchTokens: settings.batchTokens } };
    });
  const runOf = (/** @type {number} */ item) =>
    once(`run ${item}`, () =>
      /** @type {import("../../core/index.js").Layer} */ (layer).forward(callOf(item)),
    );
  const at = (/** @type {number} */ item, /** @type {Settings} */ shown) => {
    const whole = {
      ...first,
      ...{ at, alone, item, items: batch.words, lengths: batch.lengths, whole: first },
      settings: { ...shown, tokens: batch.words[item] },
      dispose() {
        for (const each of held.values()) each.dispose();
        held.clear();
        first.dispose();
      },
    };
    // A wrong path keeps the whole batch, because it can mix sentences.
    if (fault !== "none") return whole;
    return {
      ...whole,
      measure: () => alone(item).measure(),
      similarity: () => alone(item).similarity(),
      blend: (/** @type {Float32Array} */ factors) =>
        core.blend(/** @type {TensorOutput} */ (runOf(item).attention), factors),
      get run() {
        return runOf(item);
      },
    };
  };
  return at(0, settings);
}

/**
 * The picture facing another sentence of its batch; a picture without a batch, unchanged.
 * @template {Picture | null} Each
 * @param {Each} picture
 * @param {number} item
 * @returns {Each}
 */
export const faceItem = (picture, item) =>
  picture?.at && picture.item !== item ? /** @type {Each} */ (picture.at(item, picture.settings)) : picture;

/** @param {import("./compare.js").Comparison | null} comparison @param {number} item sentence that both pictures face */
export const facedComparison = (comparison, item) =>
  comparison?.right.at
    ? { ...comparison, right: faceItem(comparison.right, item), wrong: faceItem(comparison.wrong, item) }
    : comparison;

/**
 * The part of a selection that exists in another sentence, which may be shorter.
 * @param {import("./selection.js").Selection} selection @param {Picture | null} picture @param {number | null} item
 */
export function clampSelection({ token, key }, picture, item) {
  const last = (picture?.lengths?.[item ?? 0] ?? Infinity) - 1;
  const keys = picture?.call?.key ? Infinity : last;
  return {
    token: token === null ? null : Math.min(token, last),
    key: key === null ? null : Math.min(key, keys),
  };
}
