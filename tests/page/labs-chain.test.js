// The lab of shape operations: parsing, results and verdicts.
import assert from "node:assert/strict";
import test from "node:test";
import { oneAlong } from "../../web/kit/text/axes.js";
import { loadCore } from "../../web/core/index.js";
import { chainScene } from "../../web/labs/chain/draw.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import {
  asSteps,
  exercisesOf,
  judgeCalls,
  knownFault,
  namedSizes,
  CALLS,
  parseChain,
} from "../../web/labs/chain/state.js";
import { measure, pictureOf } from "./support/pictures.js";

/** @typedef {import("../../web/core/chain.js").LaidOut} LaidOut */

const core = await loadCore();
const SIZES = { B: 1, T: 12, H: 8, d_k: 8 };

/** @param {import("../../web/kit/state/picture.js").Picture} picture @param {string} goal */
const exerciseTo = (picture, goal) =>
  /** @type {import("../../web/labs/chain/state.js").Exercise} */ (
    exercisesOf(picture).find((each) => each.goal.id === goal)
  );

for (const [text, calls] of /** @type {[string, any][]} */ ([
  ["", []],
  ["q", []],
  [".view(1, 12, 8, 8)", [["view", [1, 12, 8, 8]]]],
  [
    "q.view(B, T, H, d_k)\n  .transpose(1, -2)",
    [
      ["view", [1, 12, 8, 8]],
      ["transpose", [1, -2]],
    ],
  ],
  [
    "x . view ( [1, T, H * d_k] ) .contiguous()",
    [
      ["view", [1, 12, 64]],
      ["contiguous", []],
    ],
  ],
  [".permute((0, 2, 1,)) # heads first", [["permute", [0, 2, 1]]]],
  [".expand(-1, 2 * T)", [["expand", [-1, 24]]]],
]))
  test(`typed ${JSON.stringify(text)}`, () => {
    const parsed = parseChain(text, SIZES);
    assert.equal(parsed.trouble, null);
    assert.deepEqual(
      parsed.calls.map(({ name, given }) => [name, given]),
      calls,
    );
  });

for (const [text, trouble, before] of /** @type {[string, any, number][]} */ ([
  [".view(1, 12).flip(0)", { why: "call", given: "flip" }, 1],
  [".view(1, twelve)", { why: "argument", given: "twelve" }, 0],
  [".view(1.5)", { why: "argument", given: "1.5" }, 0],
  [".view(1,,2)", { why: "argument", given: "" }, 0],
  [".view(__proto__)", { why: "argument", given: "__proto__" }, 0],
  [".transpose(dim0=1, dim1=2)", { why: "keyword", given: "dim0=1" }, 0],
  [".view(1, 12", { why: "syntax", given: ".view(1, 12" }, 0],
  ["q.T", { why: "syntax", given: ".T" }, 0],
  [".contiguous()<b>", { why: "syntax", given: "<b>" }, 1],
]))
  test(`no chain: ${JSON.stringify(text)}`, () => {
    const parsed = parseChain(text, SIZES);
    assert.deepEqual(parsed.trouble, trouble);
    assert.equal(parsed.calls.length, before);
  });

test("any text parses to calls or an error message, and never throws", () => {
  const pieces = [
    "q",
    ".",
    "view",
    "(",
    ")",
    "1",
    ",",
    "-",
    "T",
    "*",
    " ",
    "\n",
    "[",
    "]",
    "#",
    "é",
    "transpose",
    "=",
  ];
  let seed = 7;
  const next = () => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
  for (let i = 0; i < 5000; i++) {
    const text = Array.from({ length: next() * 14 }, () => pieces[Math.floor(next() * pieces.length)]).join(
      "",
    );
    const { calls } = parseChain(text, SIZES);
    if (calls.every(({ given }) => given && given.length <= 6)) core.followChain([1, 12, 64], calls);
  }
});

test("the known calls are the core's", () => {
  for (const name of CALLS) assert.ok(core.followChain([1], [{ name }]).length > 0);
  assert.throws(
    () => core.followChain([1], [/** @type {any} */ ({ name: "flip" })]),
    new RegExp(CALLS.join('", "')),
  );
});

for (const [what, given] of /** @type {[string, any][]} */ ([
  ["the opening sentence", {}],
  ["grouped heads", { kvHeads: 2 }],
  ["two sentences", { keyTokens: ["eins", "zwei", "drei"] }],
  ["one token", { tokens: ["one"] }],
]))
  test(`the layer's own calls give its own numbers: ${what}`, () => {
    const picture = pictureOf(given);
    const exercises = exercisesOf(picture);
    assert.ok(exercises.length >= 3, exercises.map(({ goal }) => goal.id).join());
    for (const exercise of exercises) {
      const { outcome, links, goal } = judgeCalls(core, exercise, exercise.solution);
      assert.equal(outcome, "right");
      const [values, wanted] = [picture.values(exercise.start.id), picture.values(exercise.goal.id)];
      assert.deepEqual(
        Float32Array.from(goal.places, (place) => values[place]),
        wanted,
        exercise.goal.id,
      );
      assert.deepEqual(/** @type {LaidOut} */ (links.at(-1)).strides, exercise.goal.strides);
      const { step, picture: drawn } = asSteps(picture, exercise, links, links.length - 1);
      assert.deepEqual(drawn.values(step.id), wanted);
      assert.deepEqual(step.axes, exercise.goal.axes);
    }
    picture.dispose();
  });

test("bytes of copies along a chain are counted", () => {
  const picture = pictureOf();
  assert.equal(
    judgeCalls(core, exerciseTo(picture, "q_heads"), exerciseTo(picture, "q_heads").solution).moved,
    0,
  );
  assert.equal(
    judgeCalls(core, exerciseTo(picture, "concat"), exerciseTo(picture, "concat").solution).moved,
    12 * 64 * 4,
  );
  picture.dispose();
});

for (const [goal, text, fault] of /** @type {const} */ ([
  ["q_heads", ".view(B, H, T, d_k)", "view_without_transpose"],
  ["concat", ".view(B, T, d_model)", "merge_without_transpose"],
  ["concat", ".transpose(2, 3).reshape(B, T, d_model)", null],
]))
  test(`right in shape, wrong in place: ${text}`, () => {
    const picture = pictureOf();
    const exercise = exerciseTo(picture, goal);
    const { calls } = parseChain(text, namedSizes(picture));
    const { outcome, misplaced, links, goal: wanted } = judgeCalls(core, exercise, calls);
    assert.equal(outcome, "misplaced");
    const last = /** @type {LaidOut} */ (links.at(-1));
    assert.equal(misplaced, last.places.filter((place, i) => place !== wanted.places[i]).length);
    if (goal === "q_heads") assert.equal(misplaced, 752);
    assert.equal(knownFault(core, core, picture, exercise, last), fault);
    picture.dispose();
  });

test("a refused call keeps the result before it, and says why", () => {
  const picture = pictureOf();
  const { calls } = parseChain(".transpose(1, 2).view(B, T, d_model)", namedSizes(picture));
  const { outcome, refused, links } = judgeCalls(core, exerciseTo(picture, "concat"), calls);
  assert.equal(outcome, "refused");
  assert.equal(links.length, 2);
  assert.match(refused?.message ?? "", /view size is not compatible with input tensor's size and stride/);
  picture.dispose();
});

test("another shape counts no misplaced elements, and without a call there is no verdict", () => {
  const picture = pictureOf();
  const exercise = exerciseTo(picture, "q_heads");
  assert.equal(judgeCalls(core, exercise, [{ name: "view", given: [768] }]).outcome, "shape");
  assert.equal(judgeCalls(core, exercise, []).outcome, "begun");
  picture.dispose();
});

for (const width of [340, 900])
  for (const text of [".view(768)", ".view(B, H, T, d_k)", ".view(2, 2, 3, 4, 4, 4)", ".unsqueeze(0)"])
    test(`every cell is found where it is drawn, within the picture: ${text} at ${width} px`, () => {
      const picture = pictureOf();
      const exercise = exerciseTo(picture, "q_heads");
      const { links, goal, outcome } = judgeCalls(
        core,
        exercise,
        parseChain(text, namedSizes(picture)).calls,
      );
      const link = /** @type {LaidOut} */ (links.at(-1));
      const { step } = asSteps(picture, exercise, links, links.length - 1);
      const view = {
        ...{ picture, start: exercise.start, link, axes: step.axes, name: "q", struck: "struck" },
        ...{ goal: outcome === "misplaced" ? goal : null, element: link.shape.map(() => 0) },
      };
      const scene = chainScene({ ...view, by: "token" }, { width, palette: LIGHT, measure });
      const found = new Set();
      for (let y = 0; y < scene.height; y += 2)
        for (let x = 0; x < width; x += 2) {
          const index = scene.hit(x, y);
          if (!index) continue;
          assert.ok(
            index.length === link.shape.length && index.every((i, axis) => i >= 0 && i < link.shape[axis]),
          );
          found.add(index.join());
        }
      assert.ok(found.size >= 12, String(found.size));
      assert.ok(scene.marks.every((mark) => !("x" in mark) || (mark.x >= 0 && mark.x <= width)));
      picture.dispose();
    });

test("an axis that has no name of its own is called by its position, not a feature", () => {
  assert.deepEqual(
    ["dim_2", "d_k", "H"].map((axis) => oneAlong(axis)),
    ["index of dim 2", "feature", "head"],
  );
});
