// The chapter “Two sentences”: what it says of the model that translates, compared with the model.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import {
  ASKED_TRANSLATION,
  TRANSLATION_FILES,
  TRANSLATION_MODEL,
  TRANSLATION_SENTENCE,
} from "../../web/kit/state/translation-model.js";

const core = await loadCore();
const model = core.createModel(TRANSLATION_MODEL);
model.load(readFileSync(inRoot("models", TRANSLATION_FILES[ASKED_TRANSLATION.step])));
const markup = readFileSync(inRoot("web/site/learn/sentences.html"), "utf8");
const said = markup.replace(/<[^>]*>/g, "").replace(/\s+/g, " ");

/** Factors of one attention's heads, with some off. @param {"encoder" | "cross"} kind @param {readonly number[]} heads */
const without = (kind, heads) => ({ [kind]: [[0, 1, 2, 3].map((head) => Number(!heads.includes(head)))] });

/** @param {import("../../web/core/types.js").HeadScales} [headScale] */
const written = (headScale, sentence = TRANSLATION_SENTENCE) =>
  model.translate(sentence, { headScale }).words.join(" ");

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** @param {...string} texts */
function says(...texts) {
  for (const text of texts) assert.ok(said.includes(text), `the chapter does not say “${text}”`);
}

test("the translations with heads off are the model's", () => {
  says(
    written(without("encoder", [2])),
    written(without("cross", [0])),
    written(without("cross", [0, 1, 2, 3])),
  );
  assert.equal(written(without("cross", [1])), written(), "without cross head 1 no word changes");
});

test("the shares of right forms and sentences are the model's", () => {
  const [whole, noNoun, noSecond] = [{}, without("encoder", [2]), without("cross", [1])].map((headScale) =>
    model.evaluate({ headScale }),
  );
  says(
    `${percent(whole.parts.determiner.form)} have the right form; without this head, ${percent(noNoun.parts.determiner.form)}`,
    `${percent(noSecond.right)} are right without it, and ${percent(whole.right)} with it`,
  );
  assert.equal(noNoun.parts.determiner.meaning, whole.parts.determiner.meaning, "their meaning stays right");
});

test("the numbers that stand there without JavaScript are the model's weights", () => {
  const numbers = [...markup.matchAll(/for="(\w+)" of="weights\[0,(\d),(\d),(\d)\]">([\d.]+)</g)];
  assert.equal(numbers.length, 4);
  for (const [, figure, head, query, key, text] of numbers) {
    const { data, shape } = model
      .translate(TRANSLATION_SENTENCE)
      .attention(figure === "fig" ? "cross" : "encoder");
    const weight = data[(Number(head) * shape[1] + Number(query)) * shape[2] + Number(key)];
    assert.equal(weight.toFixed(3), text, `${figure}: ${head}, ${query}, ${key}`);
  }
});

test("heads look where the chapter says", () => {
  const { source, target, attention } = model.translate(TRANSLATION_SENTENCE);
  /** @param {"encoder" | "cross"} kind @param {number} head @param {number} row */
  const strongest = (kind, head, row) => {
    const { data, shape } = attention(kind);
    const weights = [...data.subarray((head * shape[1] + row) * shape[2]).subarray(0, shape[2])];
    return source[weights.indexOf(Math.max(...weights))];
  };
  const cross = (/** @type {number} */ head, /** @type {string} */ word) =>
    strongest("cross", head, target.indexOf(word));
  assert.deepEqual(
    [cross(0, "blanche"), cross(0, "les"), cross(0, "la"), cross(1, "la"), strongest("encoder", 2, 0)],
    ["white", "them", "the", "small", "house"],
  );
});

test("the cross-attention of head 0 is nearly a diagonal", () => {
  const { attention } = model.translate(TRANSLATION_SENTENCE);
  const { data, shape } = attention("cross");
  const [, rows, columns] = shape;
  for (let row = 0; row < rows; row++) {
    const weights = data.subarray(row * columns, (row + 1) * columns); // of head 0
    const beside = weights.subarray(Math.max(0, row - 1), row + 2).reduce((sum, weight) => sum + weight, 0);
    assert.ok(beside > 0.95, `row ${row}: ${beside} within one place`);
  }
});

test("another noun changes the words that agree with it", () => {
  const other = written(undefined, TRANSLATION_SENTENCE.replace("house", "dog"));
  assert.match(other, /^le petit chien blanc /);
  says("le petit chien blanc", "la petite maison blanche");
});
