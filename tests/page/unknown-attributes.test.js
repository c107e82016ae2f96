// Attributes without effect: those meant for the element are reported, and those of the page are ignored.
import assert from "node:assert/strict";
import test from "node:test";
import { unknownAttributes } from "../../web/kit/elements/unknown-attributes.js";
import { ROWS } from "../../web/kit/state/shown.js";

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
