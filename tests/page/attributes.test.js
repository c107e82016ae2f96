// Attributes without effect: those meant for the element are reported, and those of the page are ignored; and the values of properties and attributes.
import assert from "node:assert/strict";
import test from "node:test";
import { unknownAttributes } from "../../web/kit/elements/unknown-attributes.js";
import { ROWS } from "../../web/kit/state/shown.js";
import { fromProperty, asWritten } from "../../web/kit/state/attribute-values.js";

const KNOWN = [
  ...ROWS.map(({ attribute }) => attribute),
  "view",
  "controls",
  "readonly",
  "for",
  "theme",
  "loading",
  "alt",
];

/** @param {...string} names */
const said = (...names) =>
  unknownAttributes({ getAttributeNames: () => names }, KNOWN).map(({ message }) => message);

for (const [name, meant] of [
  ["num-heads", "heads"],
  ["num_heads", "heads"],
  ["num-kv-heads", "kv-heads"],
  ["embed-dim", "d-model"],
  ["d_model", "d-model"],
  ["init", "weights"],
  ["is-causal", "causal"],
  ["weight", "weights"],
  ["tokenz", "tokens"],
  ["steps", "step"],
  ["colour-map", "colormap"],
  ["control", "controls"],
])
  test(`${name} is reported, with ${meant}`, () =>
    assert.deepEqual(said(name), [`${name} is no attribute; did you mean ${meant}?`]));

test("an attribute for a tensor gets a message that it is a property", () => {
  assert.deepEqual(said("attention", "tokens"), [
    "attention is a property and no attribute: set it in a script, as element.attention = { data, shape }",
  ]);
});

test("attributes of the element, of HTML and of frameworks get no message", () => {
  const page = [
    "id",
    "class",
    "style",
    "slot",
    "title",
    "lang",
    "dir",
    "hidden",
    "inert",
    "part",
    "role",
    "tabindex",
  ];
  const others = [
    "data-step",
    "aria-label",
    "onclick",
    "v-if",
    "data-v-7ba5bd90",
    "_ngcontent-ng-c1",
    "x-data",
    "ref",
    "key",
  ];
  const sizes = [
    "width",
    "height",
    "is",
    "nonce",
    "popover",
    "translate",
    "draggable",
    "autofocus",
    "exportparts",
  ];
  assert.deepEqual(said(...KNOWN, ...page, ...others, ...sizes), []);
});

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
