// How heads are shown and scaled.
import assert from "node:assert/strict";
import test from "node:test";
import { LOOK, fittingLook, scaleOfHead } from "../../web/kit/state/look.js";
import {
  factorsOf,
  isScaled,
  isSolo,
  mutedOf,
  togglePick,
  scaleHead,
  soloHead,
} from "../../web/heads/state/ablation.js";

/** @param {Partial<import("../../web/kit/state/look.js").Look>} change */
const look = (change) => ({ ...LOOK, ...change });

test("a head scaled back to 1 leaves no entry", () => {
  const one = look(scaleHead(LOOK, 2, 0.5));
  assert.deepEqual([scaleOfHead(one, 2), scaleOfHead(one, 3), isScaled(one)], [0.5, 1, true]);
  assert.equal(isScaled(look(scaleHead(one, 2, 1))), false);
  assert.deepEqual([...factorsOf(look(scaleHead(one, 0, 0)), 4)], [0, 1, 0.5, 1]);
});

test("solo switches all other heads off, and a second solo switches them on", () => {
  const alone = look(soloHead(LOOK, 1, 3));
  assert.deepEqual(mutedOf(alone, 3), [0, 2]);
  assert.ok(isSolo(alone, 1, 3) && !isSolo(alone, 0, 3));
  assert.deepEqual(mutedOf(look(soloHead(alone, 1, 3)), 3), []);
  assert.deepEqual(mutedOf(look(soloHead(alone, 0, 3)), 3), [1, 2], "of another head it moves on");
  assert.ok(!isSolo(LOOK, 0, 1), "one head is not alone among others");
});

test("picking a head twice removes it, and the order of picks is kept", () => {
  const two = look(togglePick(look(togglePick(LOOK, 5)), 3));
  assert.deepEqual(two.picked, [5, 3]);
  assert.deepEqual(togglePick(two, 5).picked, [3]);
});

test("a layer with fewer heads keeps only the settings of its own heads", () => {
  const many = look({ picked: [1, 6], scales: { 0: 0, 7: 2 }, view: "plane" });
  assert.deepEqual(fittingLook(many, 4), look({ picked: [1], scales: { 0: 0 }, view: "plane" }));
});
