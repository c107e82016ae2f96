// The small model of pictures of models/headscope-vision: what it answers of the forty pictures that come with it, as its measures have it.
import assert from "node:assert/strict";
import test from "node:test";
import { openCheckpoint } from "../../web/models/index.js";
import { FOLDER, measures, pictureAt } from "./support/vision-sheet.js";

const { answers } = measures.pictures;

test("the model answers of each picture what its measures say, and names it", async () => {
  const model = await openCheckpoint(FOLDER, { keep: true });
  const { labels } = /** @type {NonNullable<typeof model.info.vision>} */ (model.info.vision);
  assert.deepEqual([labels.length, labels[9]], [10, "ankle boot"]);
  /** @type {number[][]} */
  const found = [];
  for (const [row, ofRow] of answers.entries()) {
    found.push([]);
    for (const column of ofRow.keys()) {
      const run = await model.run(pictureAt(row, column));
      const [{ id, text }] = run.predictions(0, 1);
      assert.equal(text, labels[id]);
      found[row].push(id);
    }
  }
  assert.deepEqual(found, answers);
  model.dispose();
});

test("the bag loses its class where its patches are painted black, and gains it back", async () => {
  const model = await openCheckpoint(FOLDER, { keep: true });
  const bag = labelled(model, "bag");
  const picture = pictureAt(0, bag);
  const answered = async (/** @type {number[]} */ mask) =>
    (await model.run(picture, { mask, answer: bag })).probability(0);
  const patches = Array.from({ length: 49 }, (_, i) => 1 + i);
  assert.ok((await answered([])) > 0.9);
  assert.ok((await answered(patches)) < 0.5);
  model.dispose();
});

/** The class with a label. @param {Awaited<ReturnType<typeof openCheckpoint>>} model @param {string} label */
const labelled = ({ info }, label) => info.vision?.labels.indexOf(label) ?? -1;
