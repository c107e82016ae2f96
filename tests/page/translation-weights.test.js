// weights="translation": the encoder's, the decoder's or the cross-attention of the model that translates, on the reader's sentence.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { offersOf } from "../../web/elements/settings/controls.js";
import { loadCore } from "../../web/core/index.js";
import { modelFile } from "../../web/kit/state/default-model.js";
import { lookIn } from "../../web/kit/state/kept-models.js";
import { Store } from "../../web/kit/state/store.js";
import { withReadSentence } from "../../web/kit/state/translation-layer.js";
import {
  ASKED_TRANSLATION,
  TRANSLATION_MODEL,
  TRANSLATION_SENTENCE,
} from "../../web/kit/state/translation-model.js";

const ENGLISH = TRANSLATION_SENTENCE.split(" ");
const READ = [...ENGLISH, "<end>"];
const FRENCH = "la petite maison blanche les voit".split(" ");

/** @type {string[]} */
const read = [];
lookIn({
  find: async (asked) => {
    const file = modelFile(asked);
    if (!file) return null;
    read.push(file);
    return readFileSync(inRoot("models", file));
  },
});
const core = await loadCore();
const model = core.createModel(TRANSLATION_MODEL);
model.load(readFileSync(inRoot("models", String(modelFile(ASKED_TRANSLATION)))));

/** @param {Record<string, unknown>} [change] */
async function translating(change) {
  const store = new Store();
  store.take({ tokens: ENGLISH, weights: "translation", ...change });
  await store.load();
  return store;
}

/** @param {Store} store */
const pictureOf = (store) =>
  /** @type {import("../../web/kit/state/picture.js").Picture} */ (store.state.picture);

test("the file is read when the weights are chosen, and not before", async () => {
  const store = await translating({ weights: "constructed" });
  assert.deepEqual(read, []);
  assert.equal(store.awaitsWeights, false);
  store.configure({ weights: "translation" });
  assert.equal(store.awaitsWeights, true, "an element keeps its reserved height meanwhile");
  await store.settled();
  assert.equal(store.awaitsWeights, false);
  assert.deepEqual(read, ["translation.safetensors"]);
  assert.equal(modelFile({ ...ASKED_TRANSLATION, heads: 2 }), undefined, "other sizes have no file");
});

test("each kind of attention shows the model's numbers, with the words of its queries and keys", async () => {
  const expected = {
    encoder: { tokens: READ, keyTokens: [] },
    decoder: { tokens: ["<start>", ...FRENCH], keyTokens: [] },
    cross: { tokens: [...FRENCH, "<end>"], keyTokens: READ },
  };
  const { attention } = model.translate(ENGLISH);
  for (const kind of /** @type {const} */ (["encoder", "decoder", "cross"])) {
    const picture = pictureOf(await translating({ attentionKind: kind }));
    const { tokens, keyTokens, weights, causal } = picture.settings;
    assert.deepEqual({ tokens, keyTokens }, expected[kind]);
    assert.deepEqual([weights, causal], ["translation", kind === "decoder"]);
    const found = picture.values("weights");
    const { data } = attention(kind);
    assert.equal(found.length, data.length);
    data.forEach((weight, i) => assert.ok(Math.abs(weight - found[i]) < 1e-6, `${kind}: ${i}`));
  }
});

test("the kind of attention changes the picture at once, and cross-attention is the default", async () => {
  const store = await translating();
  const { shape } = /** @type {import("../../web/core/types.js").Step} */ (pictureOf(store).step("weights"));
  assert.deepEqual(shape, [1, 4, 7, 7]);
  store.configure({ tokens: "the dog does not see them".split(" ") });
  assert.deepEqual(pictureOf(store).settings.tokens, "le chien ne les voit pas <end>".split(" "));
  store.configure({ tokens: "his".split(" "), attentionKind: "encoder" });
  assert.equal(store.state.problem?.id, "unknown_word");
  assert.deepEqual(offersOf(store.state.problem), [{ name: "weights", value: "constructed" }]);
  store.configure({ tokens: "a king sleeps".split(" ").slice(1), attentionKind: "encoder" });
  assert.deepEqual(pictureOf(store).settings.tokens, ["king", "sleeps", "<end>"]);
  store.configure({ weights: "constructed" });
  assert.deepEqual(
    [pictureOf(store).settings.tokens, pictureOf(store).config.numHeads],
    [["king", "sleeps"], 8],
    "other weights find the sentence and their settings again",
  );
});

test("it reads one sentence", async () => {
  const store = await translating({ keyTokens: ["the", "king"] });
  assert.equal(store.state.problem?.id, "translation_reads_one");
  store.configure({ keyTokens: [] });
  assert.equal(store.state.problem, null);
});

test("the choice of the weights brings a sentence, unless the model can read the reader's", () => {
  const { settings } = new Store().state;
  const chosen = { weights: /** @type {const} */ ("translation") };
  assert.deepEqual(withReadSentence(core, { ...settings, tokens: ["The", "animal"] }, chosen), {
    ...{ weights: "translation", tokens: ENGLISH, keyTokens: [], batchTokens: [] },
  });
  assert.deepEqual(withReadSentence(core, { ...settings, tokens: ["The", "king", "sings"] }, chosen), chosen);
  assert.deepEqual(withReadSentence(core, settings, { weights: "random" }), { weights: "random" });
});
