// The chapter “Patches look at patches”: what it says of the model of pictures, compared with the model.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { openedVisionModel, visionPictures } from "../../tools/lib/vision-model.mjs";
import { loadCore } from "../../web/core/index.js";
import { paintedIn } from "../../web/kit/state/painted.js";
import { QUESTIONS, askQuestion } from "../../web/learn/state/quiz.js";
import { pictureOf } from "./support/pictures.js";

const model = await openedVisionModel();
after(() => model.dispose());
const pullover = /** @type {import("../../web/models/index.js").Image} */ (visionPictures().get("pullover"));
const measures = JSON.parse(readFileSync(inRoot("models/headscope-vision/measures.json"), "utf8"));
const markup = readFileSync(inRoot("web/site/learn/patches.html"), "utf8").replace(/\s+/g, " ");
const said = markup.replace(/<[^>]*>/g, "").replace(/\s+/g, " ");

const [COLUMNS, PATCHES, TOKENS] = [7, 49, 50];
const SIDES = [0, 1, 5, 6];
const patches = Array.from({ length: PATCHES }, (_, i) => 1 + i);
const inColumns = (/** @type {readonly number[]} */ columns) =>
  patches.filter((token) => columns.includes((token - 1) % COLUMNS));

/** Places of the patches that a link of the chapter paints. @param {string} words of the link */
function painted(words) {
  const text = new RegExp(`painted=([\\d ]*)"[^>]*> ?${words} ?<`).exec(markup)?.[1];
  assert.ok(text !== undefined, `there is no link “${words}”`);
  return paintedIn(text);
}

/** @param {number} share */
const short = (share) => share.toFixed(2).replace(/^0/, "");

/** @param {...string} texts */
function says(...texts) {
  for (const text of texts) assert.ok(said.includes(text), `the chapter does not say “${text}”`);
}

/** The share that the row of [CLS] gives to the sides, in a head. @param {Awaited<ReturnType<typeof model.run>>} run @param {number} layer @param {number} head */
function sides(run, layer, head) {
  const row = run.attention(layer).data.subarray(head * TOKENS ** 2);
  return short(inColumns(SIDES).reduce((sum, token) => sum + row[token], 0));
}

/** What the model calls the painted pullover. @param {readonly number[]} mask */
async function called(mask) {
  const run = await model.run(pullover, { mask });
  const all = run.predictions(0, 10);
  const of = (/** @type {string} */ name) => short(all.find(({ text }) => text === name)?.probability ?? NaN);
  return { run, first: all[0].text, of };
}

test("the links paint what they name", () => {
  assert.deepEqual(painted("Without one sleeve"), inColumns([0, 1]));
  assert.deepEqual(painted("both"), inColumns(SIDES));
  assert.deepEqual(painted("it is a dress"), inColumns([...SIDES, 4]));
  assert.deepEqual(painted("Paint everything black"), patches);
});

test("the classes of the painted pullover are the model's", async () => {
  const one = await called(painted("Without one sleeve"));
  assert.equal(one.first, "pullover");
  says(`the picture stays a pullover, with a probability of ${one.of("pullover")}`);
  const none = await called(painted("both"));
  assert.equal(none.first, "T-shirt");
  says(`it is a T-shirt, with ${none.of("T-shirt")}, and the pullover is left with ${none.of("pullover")}`);
  const narrow = await called(painted("it is a dress"));
  assert.equal(narrow.first, "dress");
  says(`it is a dress, with ${narrow.of("dress")}`);
  const black = await called(painted("Paint everything black"));
  assert.equal(black.first, "T-shirt");
  says(`T-shirt, with ${black.of("T-shirt")}`);
});

test("heads look where the chapter says, with and without sleeves", async () => {
  const { run } = await called([]);
  const { run: without } = await called(inColumns(SIDES));
  says(
    `its [CLS] gives ${sides(run, 2, 2)} to the two outer columns`,
    `gives them ${sides(run, 1, 2)}; evenly, it would be ${short(inColumns(SIDES).length / TOKENS)}`,
    `gives the black columns ${sides(without, 1, 2)} in place of ${sides(run, 1, 2)}`,
    `head 3 gives them ${sides(without, 1, 3)} after ${sides(run, 1, 3)}`,
  );
});

test("patches hardly look at [CLS]", async () => {
  const { run } = await called([]);
  const means = [0, 1, 2, 3].flatMap((layer) => {
    const { data } = run.attention(layer);
    return [0, 1, 2, 3].map(
      (head) => patches.reduce((sum, token) => sum + data[(head * TOKENS + token) * TOKENS], 0) / PATCHES,
    );
  });
  says(
    `more than ${short(Math.max(...means))} on average`,
    `evenly each token would get ${short(1 / TOKENS)}`,
  );
});

test("the question about sleeves has the measures of the test pictures", async () => {
  const labels = /** @type {NonNullable<typeof model.info.vision>} */ (model.info.vision).labels;
  const question = /** @type {any} */ (QUESTIONS.get("sleeves"));
  const [core, picture] = [await loadCore(), pictureOf()];
  for (const turn of [0, 1, 2]) {
    const { facts } = /** @type {import("../../web/learn/state/quiz.js").Put} */ (
      askQuestion(question, turn, picture, core)
    );
    const shares = measures["without sleeves"][labels.indexOf(facts.given.picture)];
    assert.equal(facts.given.share, Math.max(...shares));
    assert.equal(facts.answer, labels[shares.indexOf(Math.max(...shares))]);
    assert.deepEqual(paintedIn(String(facts.shows?.painted)), inColumns(SIDES));
  }
});
