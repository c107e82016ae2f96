// The chapter “What a head writes”: what it says of the small language model, compared with the model.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { QUESTIONS, askQuestion } from "../../web/learn/state/quiz.js";
import { openCheckpoint } from "../../web/models/index.js";
import { pictureOf } from "./support/pictures.js";

const TEXT = "In the beginning God created the heavens. In the beginning God";
const OTHER = "In the beginning God made the heavens. In the beginning God";

const model = await openCheckpoint(inRoot("models/headscope-small"), { keep: true });
const run = await model.run(TEXT);
after(() => {
  run.dispose();
  model.dispose();
});

const last = run.tokens.length - 1;
const [created] = run.predictions(last, 1);
const markup = readFileSync(inRoot("web/site/learn/adds.html"), "utf8");
const said = markup
  .replace(/<math[^]*?<\/math>/g, "")
  .replace(/<[^>]*>/g, "")
  .replace(/\s+/g, " ");

/** @typedef {import("../../web/models/state/patching.js").Patch} Patch */

/** @param {...string} texts */
function says(...texts) {
  for (const text of texts) assert.ok(said.includes(text), `the chapter does not say “${text}”`);
}

/** @param {number} share */
const short = (share, digits = 2) => share.toFixed(digits).replace(/^0/, "");

/**
 * Probabilities of pieces as the next one, in a run of the text.
 * @param {readonly number[]} ids @param {{ off?: [layer: number, head: number], patch?: Patch }} how
 */
async function probabilities(ids, { off, patch }) {
  const heads = [0, 1, 2, 3];
  const headScale =
    off && heads.map((layer) => heads.map((head) => Number(layer !== off[0] || head !== off[1])));
  const changed = await model.run(TEXT, { headScale, patch });
  const logs = await changed.logProbabilities(ids);
  changed.dispose();
  return Array.from(logs, Math.exp);
}

/** The probability of the piece that the model expects, without a head. @param {number} layer @param {number} head */
const without = async (layer, head) => (await probabilities([created.id], { off: [layer, head] }))[0];

test("the piece that the model expects, with and without each of the two heads of the beginning, is the model's", async () => {
  assert.equal(created.text, "created");
  says(
    `expects created next, with a probability of ${short(created.probability)}`,
    `Without the later head it is ${short(await without(3, 3))}, without the earlier one ${short(await without(1, 2), 3)}`,
  );
});

test("both heads look most at the piece before, with the weights that stand there without JavaScript", () => {
  const numbers = [...markup.matchAll(/for="(early|late)" of="weights\[0,(\d),(\d+),(\d+)\]">([\d.]+)</g)];
  assert.equal(numbers.length, 2);
  for (const [, figure, head, query, key, text] of numbers) {
    const { data } = run.attention(figure === "early" ? 1 : 3);
    const tokens = last + 1;
    const row = data.subarray((Number(head) * tokens + Number(query)) * tokens).subarray(0, tokens);
    assert.equal(Number(query), last);
    assert.equal(row.indexOf(Math.max(...row)), last - 1);
    assert.equal(row[Number(key)].toFixed(3), text);
  }
});

test("the parts of the logit are the model's, in their order, and the others are smaller", async () => {
  const { value, parts } = await run.contributions(created.id);
  says(`lies ${value.toFixed(2)} above the mean of all pieces`);
  const named = said.slice(said.indexOf("The largest parts"), said.indexOf("No other adds more than"));
  const numbers = Array.from(named.matchAll(/\d\.\d\d/g), ([text]) => text);
  assert.deepEqual(
    numbers,
    parts.slice(0, numbers.length).map((part) => part.value.toFixed(2)),
  );
  assert.deepEqual(
    parts.slice(0, numbers.length).map(({ kind, layer, head }) => [kind, layer, head]),
    [
      ["network", 3, null],
      ["head", 3, 0],
      ["head", 2, 2],
      ["head", 2, 1],
      ["network", 0, null],
    ],
  );
  says(`No other adds more than ${short(parts[numbers.length].value)}`);
  const of = (/** @type {number} */ layer, /** @type {number} */ head) =>
    short(
      parts.find((part) => part.kind === "head" && part.layer === layer && part.head === head)?.value ?? NaN,
    );
  says(`The two heads of the beginning add ${of(1, 2)} and ${of(3, 3)}`);
});

test("the heads that follow read in their keys what the head before them wrote", async () => {
  for (const head of [1, 2]) {
    const { composition } = await model.circuit(2, head);
    const [most] = composition.toSorted((a, b) => b.k - a.k);
    assert.deepEqual([most.layer, most.head], [1, 2]);
  }
});

test("what is left without a head, and what a patch moves, is the model's", async (t) => {
  says(
    `Without head 1 of layer 2 created falls from ${short(created.probability)} to ${short(await without(2, 1))}, without head 2 to ${short(await without(2, 2))}`,
  );
  const from = await model.run(OTHER);
  t.after(() => from.dispose());
  const [made] = from.predictions(last, 1);
  assert.equal(made.text, "made");
  const patched = (/** @type {"output" | "pattern"} */ what) =>
    probabilities([made.id, created.id], { patch: { from, what, layer: 2, head: 1 } });
  const [before] = await probabilities([made.id], {});
  const [output, pattern] = [await patched("output"), await patched("pattern")];
  says(
    `made rises from ${short(before)} to ${short(output[0])}, created falls to ${short(output[1])}`,
    `created is likelier than before, at ${short(pattern[1])}`,
  );
});

test("the question about a factor has what heads of the model add to this logit", async () => {
  const { parts } = await run.contributions(created.id);
  const added = parts.filter(({ kind }) => kind === "head").map(({ value }) => Number(value.toFixed(2)));
  const [core, picture] = [await loadCore(), pictureOf()];
  for (const turn of [0, 1, 2]) {
    const question = /** @type {any} */ (QUESTIONS.get("added_logit"));
    const { facts } = /** @type {import("../../web/learn/state/quiz.js").Put} */ (
      askQuestion(question, turn, picture, core)
    );
    assert.ok(added.includes(facts.given.value), `${facts.given.value}`);
  }
});
