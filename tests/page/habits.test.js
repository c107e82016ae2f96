import assert from "node:assert/strict";
import test from "node:test";
import { attendsMost, entropyOfAll, habit, habitOf } from "../../web/state/habits.js";
import { pictureOf, words } from "./support/pictures.js";

/** @param {Partial<import("../../web/core/types.js").HeadMeasures>} change */
const measures = (change) => ({
  ...{ entropy: 1, diagonal: 0.1, previous: 0.1, next: 0.1, first: 0.1, positions: 0, distance: 3 },
  ...change,
});

test("a head is called by where most of its weight goes, and how much that is", () => {
  assert.equal(habit(measures({ previous: 0.934 }), 2.48), "previous token 0.93");
  assert.equal(habit(measures({ next: 0.5, first: 0.4 }), 2.48), "next token 0.50");
  assert.equal(habit(measures({ diagonal: 0.9 }), 2.48), "diagonal 0.90");
});

test("without a clear mass it is broad, near, or has no single pattern", () => {
  assert.equal(habit(measures({ entropy: 2.4, previous: 0.49 }), 2.48), "broad 2.40 nats");
  assert.equal(habit(measures({ entropy: 1.5, distance: 1.2 }), 2.48), "near 1.20 away");
  assert.equal(habit(measures({ entropy: 1.5, distance: 2 }), 2.48), "no single pattern");
  assert.equal(habit(measures({ entropy: 0, distance: 0 }), 0), "near 0.00 away", "one token is not broad");
});

test("the opening's heads are called by what their weights, summed here anew, say", () => {
  const picture = pictureOf();
  const note = habitOf(picture);
  const weights = picture.values("weights"); // (1, 8, 12, 12)
  const mean = (/** @type {number} */ head, /** @type {(i: number) => number} */ key) => {
    const rows = Array.from({ length: 12 }, (_, i) => [i, key(i)]).filter(([, j]) => j >= 0 && j < 12);
    return rows.reduce((sum, [i, j]) => sum + weights[(head * 12 + i) * 12 + j], 0) / rows.length;
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
    else for (const key of Object.values(kinds)) assert.ok(mean(head, key) < 0.5, `head ${head}: ${said}`);
    return kind;
  });
  assert.deepEqual(named.slice(0, 4), ["previous token", "next token", "first token", "diagonal"]);
  assert.match(note([0, 6]), /^broad/);
});

test("broad is measured against all keys that may be seen", () => {
  assert.equal(entropyOfAll(pictureOf({ tokens: words(5) })), Math.log(5));
  const causal = [1, 2, 3, 4].reduce((sum, n) => sum + Math.log(n) / 4, 0);
  assert.ok(Math.abs(entropyOfAll(pictureOf({ tokens: words(4), causal: true })) - causal) < 1e-12);
  assert.equal(entropyOfAll(pictureOf({ tokens: words(3), keyTokens: words(7) })), Math.log(7));
  const last = entropyOfAll(pictureOf({ tokens: words(2), keyTokens: words(5), causal: true }));
  assert.equal(last, (Math.log(4) + Math.log(5)) / 2, "the last query sees the last key");
});

test("what a token attends to most is named by its word, of the other sentence where there are two", () => {
  const picture = pictureOf({ keyTokens: ["eins", "zwei", "drei"] });
  const step = /** @type {any} */ (picture.step("weights"));
  const most = attendsMost(picture, step, 4);
  const weights = picture.values("weights"); // (1, 8, 12, 3)
  const best = Array.from({ length: 8 }, (_, head) => {
    const row = [...weights.subarray((head * 12 + 4) * 3, (head * 12 + 5) * 3)];
    return { head, weight: Math.max(...row), key: ["eins", "zwei", "drei"][row.indexOf(Math.max(...row))] };
  }).sort((a, b) => b.weight - a.weight);
  assert.deepEqual([most?.first, most?.second], best.slice(0, 2));
  assert.equal(attendsMost(picture, step, null), null);
});

test("of a token that attends to nothing, or is not in the picture, nothing is said", () => {
  const picture = pictureOf({ keyTokens: ["eins", "zwei", "drei"], causal: true });
  const step = /** @type {any} */ (picture.step("weights"));
  assert.equal(attendsMost(picture, step, 0), null, "before the first key");
  assert.equal(attendsMost(picture, step, 12), null, "past the last query");
  assert.ok(attendsMost(picture, step, 11));
});
