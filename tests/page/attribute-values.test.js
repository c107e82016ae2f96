import assert from "node:assert/strict";
import test from "node:test";
import { fromProperty, asWritten } from "../../web/kit/state/attribute-values.js";

/** @param {any} kind */
const row = (kind) => ({ attribute: "causal", kind });

test("texts that frameworks set become numbers if the setting is a number", () => {
  assert.equal(fromProperty(row("count"), "4"), 4);
  assert.equal(fromProperty(row("seed"), " 7 "), 7);
  assert.equal(fromProperty(row("count"), 4), 4);
  assert.equal(fromProperty(row("choice"), "4"), "4");
});

test("text that is not a number stays unchanged, so that the core refuses it", () => {
  for (const odd of ["", " ", "four", null, undefined]) assert.equal(fromProperty(row("count"), odd), odd);
});

test("tokens are given as a sentence or as an array of any values", () => {
  assert.deepEqual(fromProperty(row("tokens"), "The cat didn't"), ["The", "cat", "didn't"]);
  assert.deepEqual(fromProperty(row("tokens"), ["The cat", 5]), ["The cat", "5"]);
  assert.deepEqual(fromProperty(row("tokens"), undefined), []);
});

test("a flag accepts every way to write on and off", () => {
  for (const on of [true, "true", "causal", 1]) assert.equal(fromProperty(row("flag"), on), true, String(on));
  for (const off of [false, "false", "0", "", 0, null, undefined])
    assert.equal(fromProperty(row("flag"), off), false, String(off));
  assert.equal(asWritten(row("flag"), ""), true, "as an attribute it only has to be there");
  assert.equal(fromProperty(row("flag"), "perhaps"), "perhaps", "to be refused");
});

test("a window is a number of keys, or the numbers before and after the query", () => {
  assert.equal(fromProperty(row("window"), "4"), 4);
  assert.deepEqual(fromProperty(row("window"), "4, 2"), [4, 2]);
  assert.equal(fromProperty(row("window"), ""), null);
  assert.equal(fromProperty(row("window"), null), null);
  assert.equal(fromProperty(row("window"), 4), 4);
  const sides = [4, 2];
  assert.deepEqual(fromProperty(row("window"), sides), sides);
  assert.notEqual(fromProperty(row("window"), sides), sides, "a copy, because the host may change its array");
  assert.equal(fromProperty(row("window"), "few"), "few", "to be refused by the core");
});
