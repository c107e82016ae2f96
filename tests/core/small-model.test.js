// The small language model of models/headscope-small: PyTorch's attention, and what its card says its heads do.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import test, { after } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { readSafetensors } from "../../web/core/safetensors.js";
import { openCheckpoint } from "../../web/models/index.js";

const FOLDER = inRoot("models/headscope-small");
const FIXTURE = inRoot("tests/fixtures/small-model");
const BEGIN = 1; // the id of [BOS]
const STRETCH = 20; // pieces that are said twice

const json = (/** @type {string} */ file) => JSON.parse(readFileSync(file, "utf8"));
/** @type {{ text: string, ids: number[] }[]} */
const sentences = json(`${FIXTURE}/sentences.json`);
const { tensors: expected } = readSafetensors(readFileSync(`${FIXTURE}/expected.safetensors`));
/** @type {{ ids: number[], loss: number }[]} */
const heldOut = json(`${FIXTURE}/held-out.json`);
/** @type {{ loss: { model: number, counting: number, "gain half": number }, roles: Record<string, { mean: number[], half: number[] }> }} */
const { loss: measured, roles } = json(`${FOLDER}/measures.json`);

const model = await openCheckpoint(FOLDER, { keep: true });
after(() => model.dispose());
const { layers, heads, vocabulary } = model.info;

/** The attention of all heads, each (T, T). @param {number[]} ids @returns {Promise<Float32Array[]>} */
async function attentionOf(ids) {
  const run = await model.run({ ids });
  const size = ids.length ** 2;
  const all = Array.from({ length: layers }, (_, layer) => run.attention(layer).data).flatMap((data) =>
    Array.from({ length: heads }, (_, head) => data.slice(head * size, (head + 1) * size)),
  );
  run.dispose();
  return all;
}

/** Mean weight on the key `distance` before the query, for queries from `first` on. @param {Float32Array} weights @param {number} size @param {number} distance @param {number} first */
function behind(weights, size, distance, first) {
  const queries = Array.from({ length: size - first }, (_, i) => first + i);
  return queries.reduce((sum, query) => sum + weights[query * size + query - distance], 0) / queries.length;
}

/** Of rows (sentences, heads), the mean of each head. @param {number[][]} rows */
const meansOf = (rows) =>
  rows[0].map((_, head) => rows.reduce((sum, row) => sum + row[head], 0) / rows.length);

/** The heads with the largest means, with these. @param {readonly number[]} means of a role; the last is of even attention */
const strongest = (means) =>
  means
    .slice(0, layers * heads)
    .map((mean, head) => ({ head, mean }))
    .sort((a, b) => b.mean - a.mean);

test("its files are small, and hold the licence of its data", () => {
  const size = readdirSync(FOLDER).reduce((sum, name) => sum + statSync(`${FOLDER}/${name}`).size, 0);
  assert.ok(size <= 8e6, `${size} bytes`);
  assert.match(
    readFileSync(`${FOLDER}/WordNet.txt`, "utf8"),
    /WordNet 3\.0 Copyright 2006 by Princeton University/,
  );
});

test("text is cut into the pieces that it learned from", () => {
  for (const { text, ids } of sentences)
    assert.deepEqual(
      model.tokenize(text).map(({ id }) => id),
      ids,
      text,
    );
});

test("pieces have the places of curly quotes and long dashes, which are read as straight ones", () => {
  const text = "“Why — I don’t know”";
  const places = model.tokenize(text).map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(places, ["", "“", "Why", "—", "I", "don", "’", "t", "know", "”"]);
});

test("the core gives PyTorch's attention on twenty sentences", async () => {
  assert.equal(sentences.length, 20);
  for (const [number, { text, ids }] of sentences.entries()) {
    const wanted = expected[`attention.${number}`].data;
    const given = await attentionOf(ids);
    const size = ids.length ** 2;
    const apart = given.map((weights, head) =>
      Math.max(...weights.map((weight, i) => Math.abs(weight - wanted[head * size + i]))),
    );
    assert.equal(wanted.length, given.length * size);
    assert.ok(Math.max(...apart) <= 1e-5, `${text}: ${Math.max(...apart)}`);
  }
});

test("a head that the card says looks at the previous piece does so", async () => {
  const [{ head, mean }] = strongest(roles.previous.mean);
  assert.ok(mean >= 0.6, `${mean}`);
  const rows = await Promise.all(
    sentences.map(async ({ ids }) =>
      (await attentionOf(ids)).map((weights) => behind(weights, ids.length, 1, 2)),
    ),
  );
  const means = meansOf(rows);
  assert.equal(strongest(means)[0].head, head);
  assert.ok(means[head] >= 0.6, `${means[head]}`);
});

test("two heads find the piece after the earlier same piece, as measured", async () => {
  const { mean, half } = roles["after same piece, by chance"];
  const found = strongest(mean).slice(0, 2);
  let state = 1;
  const drawn = () => 2 + ((state = (state * 48271) % 2147483647) % (vocabulary - 2)); // Lehmer's generator
  const rows = [];
  for (let i = 0; i < 20; i++) {
    const stretch = Array.from({ length: STRETCH }, drawn);
    const ids = [BEGIN, ...stretch, ...stretch];
    rows.push(
      (await attentionOf(ids)).map((weights) => behind(weights, ids.length, STRETCH - 1, STRETCH + 1)),
    );
  }
  const means = meansOf(rows);
  for (const { head } of found) {
    assert.ok(roles["after same piece, text twice"].mean[head] >= 0.3, `${head} where text repeats`);
    assert.ok(means[head] >= 0.6, `${head}: ${means[head]}`);
    // The interval is of 500 stretches, so that of 20 is five times as wide; three of its standard errors pass by chance once in 370 runs of other seeds.
    const allowed = (half[head] * 5 * 3) / 1.96;
    assert.ok(Math.abs(means[head] - mean[head]) <= allowed, `${head}: ${means[head]}, ${mean[head]}`);
  }
});

test("three more heads have a role of 0.4 or more, and the one that looks at commas and full stops does so", async () => {
  const first = ["previous", "after same piece, by chance"].flatMap((role) => strongest(roles[role].mean));
  const known = first.filter(({ mean }) => mean >= 0.6).map(({ head }) => head);
  const others = ["same word", "colon", "commas and full stops", "function words", "last noun", "same piece"];
  const found = others.flatMap((role) => strongest(roles[role].mean).filter(({ mean }) => mean >= 0.4));
  const more = new Set(found.map(({ head }) => head).filter((head) => !known.includes(head)));
  assert.ok(more.size >= 3, [...more].join());

  const [{ head }] = strongest(roles["commas and full stops"].mean);
  const rows = [];
  for (const { text, ids } of sentences) {
    const stops = model.tokenize(text).flatMap((piece, i) => (/^[,.]$/.test(piece.text) ? [i] : []));
    const queries = ids.flatMap((_, i) => (stops[0] <= i ? [i] : []));
    if (!queries.length) continue;
    const weights = (await attentionOf(ids))[head];
    const on = (/** @type {number} */ query) =>
      stops.reduce((sum, stop) => sum + weights[query * ids.length + stop], 0);
    rows.push(queries.reduce((sum, query) => sum + on(query), 0) / queries.length);
  }
  const mean = rows.reduce((sum, row) => sum + row, 0) / rows.length;
  assert.ok(mean >= 0.4, `${rows.length} sentences: ${mean}`);
});

test("the core gives PyTorch's loss on held-out text, and the measured loss is below that of counting", async () => {
  assert.equal(heldOut.length, 20);
  for (const { ids, loss } of heldOut) {
    const run = await model.run({ ids });
    const given = /** @type {number} */ (run.loss());
    run.dispose();
    assert.ok(Math.abs(given - loss) <= 1e-4, `${given}, ${loss}`);
  }
  assert.ok(measured.counting - measured.model - measured["gain half"] > 0.3, JSON.stringify(measured));
});
