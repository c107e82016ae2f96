import assert from "node:assert/strict";
import test from "node:test";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { tapeScene } from "../../web/kit/draw/tape.js";
import { offsetOf } from "../../web/kit/state/memory.js";
import { elementIn } from "../../web/kit/state/selection.js";
import { IS_NIGHTLY, sample } from "../browser/support/nightly.js";
import { indices, measure, pictureOf, words } from "./support/pictures.js";
import { CONFIGURATIONS, WIDTHS, holds, pointsAlong, written } from "./support/written.js";

const picture = pictureOf();
const grouped = pictureOf({ kvHeads: 2 });
const large = pictureOf({ tokens: words(120), dModel: 96, heads: 4, causal: true });

/**
 * @param {string} id @param {readonly number[] | null} element
 * @param {{ width?: number, of?: typeof picture }} [how]
 */
function tape(id, element, { width = 1300, of = picture } = {}) {
  const step = /** @type {import("../../web/core/types.js").Step} */ (of.step(id));
  const view = { picture: of, step, element, by: /** @type {const} */ ("head") };
  return { step, scene: tapeScene(view, { width, palette: LIGHT, measure }) };
}

/** @param {import("../../web/kit/draw/tape.js").TapeScene} scene */
const said = ({ marks }) => marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));

/** The arcs' paths. @param {import("../../web/kit/draw/tape.js").TapeScene} scene */
const arcsOf = ({ marks }) =>
  marks.flatMap((mark) => (mark.kind === "path" && mark.d.includes("C") ? [mark.d] : []));

/** The arcs' names, which are bold. @param {import("../../web/kit/draw/tape.js").TapeScene} scene */
const namesOf = ({ marks }) => written(marks.filter((mark) => mark.kind === "text" && mark.bold));

test("each axis has an arc with the distance of the neighbour by the stride", () => {
  assert.deepEqual(
    said(tape("q_heads", [0, 2, 7, 0]).scene).filter((text) => text.includes("+")),
    ["next feature +1", "next head +8", "next token +64"],
  );
  assert.deepEqual(
    said(tape("weights", [0, 7, 11, 3]).scene).filter((text) => /[+−]/.test(text)),
    ["next key +1", "previous token −12", "previous head −144"],
  );
  assert.deepEqual(
    said(tape("k_t", [0, 0, 1, 2]).scene).filter((text) => text.includes("next")),
    ["next feature +1", "next head +8", "next token +64"],
  );
});

test("every arc leaves the element and lands on its neighbour", () => {
  for (const [id, element, of] of /** @type {const} */ ([
    ["q_heads", [0, 2, 7, 0], picture],
    ["weights", [0, 7, 11, 3], picture],
    ["output", [0, 4, 63], picture],
    ["q_groups", [0, 1, 3, 7, 0], grouped],
    ["k_groups", [0, 1, 2, 7, 0], grouped],
  ])) {
    const { step, scene } = tape(id, element, { of });
    const start = offsetOf(step, element);
    const ends = step.shape.flatMap((size, axis) => {
      if (size === 1) return [];
      /** @type {number[]} */
      const next = element.slice();
      next[axis] += element[axis] + 1 < size ? 1 : -1;
      return [offsetOf(step, next)];
    });
    const [{ from, pitch }] = scene.strips;
    const landed = arcsOf(scene).map((d) => {
      const numbers = [...d.matchAll(/-?[\d.]+/g)].map(Number);
      assert.ok(Math.abs(numbers[0] - (start - from + 0.5) * pitch) < 1e-6, d);
      return Math.round((numbers.at(-2) ?? NaN) / pitch - 0.5) + from;
    });
    assert.deepEqual(landed.sort(compare), ends.sort(compare), id);
  }
});

test("the arc of an expanded axis returns to the same cell, and says so", () => {
  const names = (/** @type {string} */ id) =>
    said(tape(id, [0, 0, 2, 7, 0], { of: grouped }).scene).filter((text) => text.includes("+"));
  assert.deepEqual(names("k_groups"), [
    "next head +0: the same",
    "next feature +1",
    "next kv-head +8",
    "next token +16",
  ]);
  assert.deepEqual(names("q_groups"), [
    "next feature +1",
    "next head +8",
    "next kv-head +32",
    "next token +64",
  ]);
});

test("every arc has a name that overlaps no arc and no other name, for any element", () => {
  for (const of of [picture, large, grouped])
    for (const width of [288, 358, 700, 1300])
      for (const id of ["q_heads", "weights", "x", ...(of === grouped ? ["q_groups", "k_groups"] : [])]) {
        const { shape } = /** @type {any} */ (of.step(id));
        const every = (of === large ? 397 : 17) * (IS_NIGHTLY ? 1 : 6);
        for (const element of [...indices(shape)].filter((_, n) => n % every === 0))
          assertNamed(tape(id, element, { width, of }).scene, `${id}[${element}] in ${width} px`);
      }
});

test("arcs keep their distance at every step of other sizes", () => {
  const selections = [
    [7, 3, 2, 0],
    [0, 0, 0, 0],
    [11, 5, 7, 7],
  ];
  for (const [name, of] of CONFIGURATIONS)
    for (const width of WIDTHS)
      for (const [i, step] of of.steps.entries())
        for (const [token, key, head, feature] of sample(selections, i % 3)) {
          const element = elementIn(step, { token, key, head, feature, column: feature }, of.steps);
          assertNamed(
            tape(step.id, element, { width, of }).scene,
            `${name}, ${step.id}[${element}] in ${width} px`,
          );
        }
});

/** @param {import("../../web/kit/draw/tape.js").TapeScene} scene @param {string} what */
function assertNamed(scene, what) {
  const names = namesOf(scene);
  const arcs = arcsOf(scene);
  assert.equal(names.length, arcs.length, `${what}: ${names.map(({ text }) => text).join(", ")}`);
  const points = arcs.flatMap(pointsAlong);
  for (const [i, a] of names.entries()) {
    assert.ok(a.x >= 0 && a.x + a.w <= scene.width && a.y >= 0, `${what}: ${JSON.stringify(a)}`);
    const point = points.find((each) => holds(a, each, 1.5));
    assert.ok(!point, `${what}: «${a.text}» ${JSON.stringify(a)} on an arc at ${JSON.stringify(point)}`);
    for (const b of names.slice(i + 1)) {
      const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h + 1 <= b.y || b.y + b.h + 1 <= a.y;
      assert.ok(apart, `${what}: ${JSON.stringify([a, b])}`);
    }
  }
}

test("a name stands at its arc, unshortened if it fits", () => {
  for (const element of [...indices([1, 8, 12, 8])].filter((_, n) => n % 5 === 0)) {
    const { scene } = tape("q_heads", element);
    const names = namesOf(scene);
    assert.ok(
      names.every(({ text }) => /^(next|previous) /.test(text)),
      names.map(({ text }) => text).join(),
    );
  }
});

/** @param {number} a @param {number} b */
const compare = (a, b) => a - b;
