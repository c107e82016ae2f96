import { inConfig, refused } from "../text/refusals.js";
import { learnedModel } from "./learned-model.js";
import { DEFAULTS_OF_LAYER } from "./own.js";
import { tokenize } from "./tokens.js";
import { ASKED_TRANSLATION, TRANSLATION_MODEL, TRANSLATION_SENTENCE } from "./translation-model.js";

/**
 * One attention of the model that translates, as own numbers: the sentence is English, and the model writes the French words.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/translator.js").Translator} Translator
 * @typedef {import("./trained-layer.js").Lesson} Lesson
 * @typedef {import("./settings.js").Settings} Settings
 */

/**
 * The model that translates: loaded from its file if there is one, otherwise trained now.
 * @param {(step: number, steps: number) => boolean} goesOn  receives the progress; returns whether to go on
 * @returns {Promise<Lesson & { model: Translator }>}
 */
export async function learnToTranslate(goesOn) {
  const { model } = await learnedModel(ASKED_TRANSLATION, untrained, goesOn);
  return lessonOf(model);
}

/** @param {Translator} model trained */
export const lessonOf = (model) => ({
  model,
  read: (/** @type {Settings} */ settings) => readBy(model, settings),
  end: () => model.dispose(),
});

/** @param {Core} core */
const untrained = (core) => core.createModel(TRANSLATION_MODEL);

/**
 * Extends a reader's change of settings: the choice of the model that translates brings a sentence that it can read, unless the reader's is one.
 * @template {Partial<Settings>} Change
 * @param {Core} core @param {Settings} settings before the change @param {Change} change @returns {Change}
 */
export function withReadSentence(core, { weights, tokens }, change) {
  const isChosen = change.weights === "translation" && weights !== "translation";
  if (!isChosen || isRead(core, tokens)) return change;
  return { ...change, tokens: tokenize(TRANSLATION_SENTENCE), keyTokens: [], batchTokens: [] };
}

/** Whether the model knows all words of a sentence. @param {Core} core @param {readonly string[]} tokens */
function isRead(core, tokens) {
  const model = untrained(core);
  try {
    model.inputs(tokens, "encoder");
    return true;
  } catch {
    return false;
  } finally {
    model.dispose();
  }
}

/** @param {Translator} model @param {Settings} settings @returns {ReturnType<Lesson["read"]>} */
function readBy(model, { tokens, keyTokens, batchTokens, attentionKind }) {
  if (keyTokens.length || batchTokens.length) throw inConfig(refused("translation_reads_one"));
  const { source, target } = model.translate(tokens);
  const { query, key, causal } = model.inputs(tokens, attentionKind);
  const one = model.layer(attentionKind);
  const { config } = one;
  const parameters = one.weights();
  one.dispose();
  return {
    own: {
      ...{ attention: null, layer: 0, given: `translation ${attentionKind}`, weights: "translation" },
      ...{ parameters, input: query, ...(attentionKind === "cross" && { source: key }) },
      ...(attentionKind !== "encoder" && {
        output: () => ({ words: model.targetWords, rows: model.parameters()["decoder.embedding"] }),
      }),
    },
    settings: {
      ...{ ...DEFAULTS_OF_LAYER, dModel: config.dModel, heads: config.numHeads, causal },
      ...wordsOf(attentionKind, source, target, model.targetWords[0]),
    },
  };
}

/**
 * The words of queries and keys. A query of cross-attention is named by the word that it writes; the decoder's own words begin with the start,
 * because each position reads the word before the one that it writes.
 * @param {Settings["attentionKind"]} kind @param {readonly string[]} source @param {readonly string[]} target @param {string} start
 * @returns {Pick<Settings, "tokens" | "keyTokens">}
 */
function wordsOf(kind, source, target, start) {
  if (kind === "encoder") return { tokens: source, keyTokens: [] };
  if (kind === "decoder") return { tokens: [start, ...target.slice(0, -1)], keyTokens: [] };
  return { tokens: target, keyTokens: source };
}
