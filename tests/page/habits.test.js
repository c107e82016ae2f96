import assert from "node:assert/strict";
import test from "node:test";
import { attendsMost } from "../../web/kit/state/attends.js";
import { entropyOfAll, habit as habitIn, habitOf } from "../../web/kit/state/habits.js";
import { HABITS } from "../../web/kit/text/habits.js";
import { pictureOf, words } from "./support/pictures.js";

/** @param {Partial<import("../../web/core/types.js").HeadMeasures>} change */
const measures = (change) => ({
  ...{ entropy: 1, diagonal: 0.1, previous: 0.1, next: 0.1, first: 0.1, positions: 0, distance: 3 },
  ...{ near: 0.4, sameWord: 0, elsewhere: 0, queries: {} },
  ...change,
});

/** @param {Parameters<typeof habitIn>[0]} measures @param {number} most */
const habit = (measures, most) => habitIn(measures, most, HABITS);

test("a head's habit is named after its largest share of weight, with the figure", () => {
  assert.equal(habit(measures({ previous: 0.934 }), 2.48), "previous token 0.93");
  assert.equal(habit(measures({ next: 0.5, first: 0.4 }), 2.48), "next token 0.50");
  assert.equal(habit(measures({ diagonal: 0.9 }), 2.48), "diagonal 0.90");
});

test("a same-word head is distinguished from a diagonal head by the word's other occurrences", () => {
  const itself = { diagonal: 0.9, sameWord: 0.92, elsewhere: 0.02 };
  assert.equal(habit(measures(itself), 2.48), "diagonal 0.90");
  assert.equal(habit(measures({ diagonal: 0.8, sameWord: 0.98, elsewhere: 0.48 }), 2.48), "same word 0.98");
  assert.equal(habit(measures({ sameWord: 0.7, elsewhere: 0.6 }), 2.48), "same word 0.70");
  const repeated = { previous: 0.93, sameWord: 1, elsewhere: 0.97 }; // of a sentence of one word
  assert.equal(habit(measures(repeated), 2.48), "previous token 0.93", "a place says more than a word");
});

test("a head without a clear share is broad, near, or has no clear role", () => {
  assert.equal(habit(measures({ entropy: 2.4, previous: 0.49 }), 2.48), "broad 2.40 nats");
  assert.equal(habit(measures({ entropy: 1.5, distance: 1.2 }), 2.48), "near 1.20 away");
  assert.equal(habit(measures({ entropy: 1.5, distance: 2 }), 2.48), "no clear role");
  assert.equal(habit(measures({ entropy: 0, distance: 0 }), 0), "near 0.00 away", "one token is not broad");
  const nothing = { entropy: 0, diagonal: 0, previous: 0, next: 0, first: 0, distance: 0 };
  assert.equal(habit(measures(nothing), 0), "nothing");
});

test("names of the default heads follow from sums of their weights", () => {
  const picture = pictureOf();
  const note = habitOf(picture, /** @type {any} */ (picture.step("weights")), {});
  const weights = picture.values("weights"); // (1, 8, 12, 12)
  const mean = (/** @type {number} */ head, /** @type {(i: number) => number} */ key) => {
    const rows = Array.from({ length: 12 }, (_, i) => [i, key(i)]).filter(([, j]) => j >= 0 && j < 12);
    return rows.reduce((sum, [i, j]) => sum + weights[(head * 12 + i) * 12 + j], 0) / rows.length;
  };
  const folded = picture.settings.tokens.map((token) => token.toLowerCase());
  const ofSameWord = (/** @type {number} */ head) => {
    const twins = folded.flatMap((word, i) => (folded.indexOf(word) === folded.lastIndexOf(word) ? [] : [i]));
    const on = (/** @type {number} */ i) =>
      folded.reduce((sum, word, j) => sum + (word === folded[i] ? weights[(head * 12 + i) * 12 + j] : 0), 0);
    return twins.reduce((sum, i) => sum + on(i), 0) / twins.length;
  };
  const kinds = /** @type {Record<string, (i: number) => number>} */ ({
    "previous token": (i) => i - 1,
    "next token": (i) => i + 1,
    "first token": () => 0,
    diagonal: (i) => i,
  });
  const named = Array.from({ length: 8 }, (_, head) => {
    const said = note([0, head]);
    const kind = Object.keys(kinds).find((name) => said.startsWith(name));
    if (kind) assert.equal(said, `${kind} ${mean(head, kinds[kind]).toFixed(2)}`);
    else if (said.startsWith("same word")) assert.equal(said, `same word ${ofSameWord(head).toFixed(2)}`);
    else for (const key of Object.values(kinds)) assert.ok(mean(head, key) < 0.5, `head ${head}: ${said}`);
    return kind;
  });
  assert.deepEqual(named.slice(0, 4), ["previous token", "next token", "first token", "diagonal"]);
  assert.match(note([0, 5]), /^same word/);
  assert.match(note([0, 6]), /^broad/);
});

test("with grouped heads, a map is named after the head of its axes, not by its place in the group", () => {
  for (const kvHeads of [1, 2, 4]) {
    const picture = pictureOf({ kvHeads });
    const said = (/** @type {string} */ id, /** @type {number[][]} */ indices) =>
      indices.map(habitOf(picture, /** @type {any} */ (picture.step(id)), {}));
    const heads = Array.from({ length: 8 }, (_, head) => head);
    const group = 8 / kvHeads;
    const grouped = heads.map((head) => [0, Math.floor(head / group), head % group, 0, 0]);
    const expected = said(
      "weights",
      heads.map((head) => [0, head, 0, 0]),
    );
    assert.ok(new Set(expected).size >= 5, `${expected}`);
    for (const id of ["scores_groups", "weights_groups"]) assert.deepEqual(said(id, grouped), expected, id);
  }
});

test("broad is measured against all keys that may be seen", () => {
  assert.equal(entropyOfAll(pictureOf({ tokens: words(5) })), Math.log(5));
  const causal = [1, 2, 3, 4].reduce((sum, n) => sum + Math.log(n) / 4, 0);
  assert.ok(Math.abs(entropyOfAll(pictureOf({ tokens: words(4), causal: true })) - causal) < 1e-12);
  assert.equal(entropyOfAll(pictureOf({ tokens: words(3), keyTokens: words(7) })), Math.log(7));
  const last = entropyOfAll(pictureOf({ tokens: words(2), keyTokens: words(5), causal: true }));
  assert.equal(last, (Math.log(4) + Math.log(5)) / 2, "the last query sees the last key");
});

test("the key with the largest weight is named by its word, in cross-attention by the other sentence's", () => {
  const picture = pictureOf({ keyTokens: ["eins", "zwei", "drei"] });
  const step = /** @type {any} */ (picture.step("weights"));
  const most = attendsMost(picture, step, 4);
  const weights = picture.values("weights"); // (1, 8, 12, 3)
  const best = Array.from({ length: 8 }, (_, head) => {
    const row = [...weights.subarray((head * 12 + 4) * 3, (head * 12 + 5) * 3)];
    return { head, weight: Math.max(...row), key: ["eins", "zwei", "drei"][row.indexOf(Math.max(...row))] };
  }).sort((a, b) => b.weight - a.weight);
  assert.equal(best[0].key, best[1].key, "one key has the two strongest weights");
  assert.deepEqual([most?.first, most?.second], [best[0], best.find(({ key }) => key !== best[0].key)]);
  assert.equal(attendsMost(picture, step, null), null);
});

test("two different words are named, or one word once if all heads prefer it", () => {
  for (const tokens of [["one"], ["same", "same", "same"]]) {
    const picture = pictureOf({ tokens });
    const most = attendsMost(picture, /** @type {any} */ (picture.step("weights")), 0);
    assert.equal(most?.first.key, tokens[0]);
    assert.equal(most?.second, null);
  }
});

test("nothing is said about a token that attends to nothing or is not in the picture", () => {
  const picture = pictureOf({ keyTokens: ["eins", "zwei", "drei"], causal: true });
  const step = /** @type {any} */ (picture.step("weights"));
  assert.equal(attendsMost(picture, step, 0), null, "before the first key");
  assert.equal(attendsMost(picture, step, 12), null, "past the last query");
  assert.ok(attendsMost(picture, step, 11));
});
