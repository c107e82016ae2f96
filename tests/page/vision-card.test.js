// The card of models/headscope-vision: its measures of the forty pictures are recomputed from the attention that the core gives, and its sentences quote measures.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { openCheckpoint } from "../../web/models/index.js";
import { FOLDER, measures, pictureAt } from "./support/vision-sheet.js";

const GRID = 7;
const PATCH = 4;
const card = readFileSync(`${FOLDER}/README.md`, "utf8").replace(/\s+/g, " ");
const { numbers, side } = measures.pictures;

/** "background", "outline" or "inside" for each patch. @param {Uint8Array} pixels */
const kindsOf = (pixels) =>
  Array.from({ length: GRID * GRID }, (_, patch) => {
    const [top, left] = [Math.floor(patch / GRID) * PATCH, (patch % GRID) * PATCH];
    const all = Array.from(
      { length: PATCH * PATCH },
      (_, i) => pixels[(top + Math.floor(i / PATCH)) * side + left + (i % PATCH)],
    );
    const black = all.filter((value) => value === 0).length;
    return black === all.length ? "background" : black ? "outline" : "inside";
  });

/** @param {number} patch */
const placeOf = (patch) => [Math.floor(patch / GRID), patch % GRID];

/** Whether a key has a role for a query, both as patches. @type {Record<string, (query: number, key: number, kinds: string[]) => boolean>} */
const ROLES = {
  neighbours: (query, key) => {
    const [[a, b], [c, d]] = [placeOf(query), placeOf(key)];
    return query !== key && Math.abs(a - c) <= 1 && Math.abs(b - d) <= 1;
  },
  "same row": (query, key) => query !== key && placeOf(query)[0] === placeOf(key)[0],
  "same column": (query, key) => query !== key && placeOf(query)[1] === placeOf(key)[1],
  background: (_, key, kinds) => kinds[key] === "background",
  outline: (_, key, kinds) => kinds[key] === "outline",
  inside: (_, key, kinds) => kinds[key] === "inside",
};

/** The queries of a role that have keys, and their keys. @param {string} role @param {string[]} kinds @returns {[number, number[]][]} */
function keysOf(role, kinds) {
  const fromClass = role.startsWith("[CLS] to ");
  const has = ROLES[fromClass ? role.slice("[CLS] to ".length) : role];
  const queries = fromClass ? [0] : kinds.map((_, patch) => patch + 1);
  return queries.flatMap((query) => {
    const keys = kinds.flatMap((_, key) => (has(query - 1, key, kinds) ? [key + 1] : []));
    return keys.length ? [/** @type {[number, number[]]} */ ([query, keys])] : [];
  });
}

/** Mean weight of a head on the keys of queries. @param {Float32Array} weights (50, 50) @param {[number, number[]][]} keys of at least one query */
const shareOf = (weights, keys) =>
  keys.reduce((sum, [query, own]) => sum + own.reduce((all, key) => all + weights[query * 50 + key], 0), 0) /
  keys.length;

test("the measures of the forty pictures follow from the core's attention", async () => {
  const model = await openCheckpoint(FOLDER, { keep: true });
  const roles = [
    ...Object.keys(ROLES),
    ...["background", "outline", "inside"].map((kind) => `[CLS] to ${kind}`),
  ];
  /** @type {Record<string, number[][]>} */
  const rows = Object.fromEntries(roles.map((role) => [role, []]));
  for (const [row, ofRow] of numbers.entries())
    for (const column of ofRow.keys()) {
      const picture = pictureAt(row, column);
      const kinds = kindsOf(picture.data);
      const run = await model.run(picture, { predicts: false });
      const heads = Array.from(
        { length: model.info.layers },
        (_, layer) => run.attention(layer).data,
      ).flatMap((data) =>
        Array.from({ length: data.length / 2500 }, (_, head) =>
          data.subarray(head * 2500, (head + 1) * 2500),
        ),
      );
      for (const role of roles) {
        const keys = keysOf(role, kinds);
        if (keys.length) rows[role].push(heads.map((weights) => shareOf(weights, keys)));
      }
    }
  model.dispose();
  for (const role of roles) {
    const { pictures, mean, half } = measures["roles of the sheet"][role];
    assert.equal(rows[role].length, pictures, role);
    for (let head = 0; head < 16; head++) {
      const values = rows[role].map((each) => each[head]);
      const average = values.reduce((sum, value) => sum + value, 0) / pictures;
      const spread = values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (pictures - 1);
      assert.ok(Math.abs(average - mean[head]) < 1e-4, `${role}, head ${head}: ${average}, ${mean[head]}`);
      const interval = 1.96 * Math.sqrt(spread / pictures);
      assert.ok(
        Math.abs(interval - half[head]) < 1e-4,
        `${role}, head ${head}: ± ${interval}, ${half[head]}`,
      );
    }
  }
});

test("the card quotes its measures", () => {
  const of = (/** @type {string} */ role, /** @type {number} */ head) =>
    measures.roles[role].mean[head].toFixed(2).slice(1);
  const rowsOf = measures["rows of [CLS]"];
  const row = (/** @type {number} */ head, /** @type {number} */ kind, /** @type {number} */ at) =>
    rowsOf[head][kind][at].toFixed(2).slice(1);
  const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;
  const painted = measures["without sleeves"];
  for (const sentence of [
    `${of("neighbours", 3)} of its weight lies on the neighbours and ${of("same column", 3)} on the same column`,
    `Its [CLS] looks at the outline: ${of("[CLS] to outline", 3)}`,
    `without it ${percent(measures["right without"][3])} are right`,
    `${of("inside", 10)} on patches without a black pixel, and ${of("background", 10)} on the background`,
    `**Head 0.0 looks along the row:** ${of("same row", 0)}`,
    `heads 1.0 and 0.3 give ${row(4, 2, 0)} and ${row(3, 2, 0)} to the top row`,
    `heads 1.3 and 1.1 ${row(7, 2, 6)} and ${row(5, 2, 6)} to the bottom row`,
    `${percent(painted[2][0])} of the pullovers are T-shirts to the model and ${percent(painted[2][2])} are pullovers`,
    `${percent(measures.right.all)} of the 10,000 test pictures`,
  ])
    assert.ok(card.includes(sentence), sentence);
});

// What the model answers of the forty pictures, as its measures have it.

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
