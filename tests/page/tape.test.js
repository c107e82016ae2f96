import assert from "node:assert/strict";
import test from "node:test";
import { LIGHT } from "../../web/draw/palette.js";
import { hitTape, tapeScene } from "../../web/draw/tape.js";
import { offsetOf, ownerOf } from "../../web/state/memory.js";
import { indices, measure, pictureOf, words } from "./support/pictures.js";

const picture = pictureOf();
const grouped = pictureOf({ kvHeads: 2 });
const large = pictureOf({ tokens: words(120), dModel: 96, heads: 4, causal: true });

/**
 * @param {string} id @param {readonly number[] | null} element
 * @param {{ width?: number, of?: typeof picture, by?: "head" | "token" }} [how]
 */
function tape(id, element, { width = 1300, of = picture, by = "head" } = {}) {
  const step = /** @type {import("../../web/core/types.js").Step} */ (of.step(id));
  return { step, scene: tapeScene({ picture: of, step, element, by }, { width, palette: LIGHT, measure }) };
}

/** The middle of an element's cell. @param {import("../../web/draw/tape.js").TapeScene} scene @param {number} offset */
const middleOf = ({ base, from, pitch }, offset) => (offset - base.offset - from + 0.5) * pitch;

/** @param {import("../../web/draw/tape.js").TapeScene} scene */
const said = ({ marks }) => marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));

test("it shows the buffer of the step that owns it", () => {
  for (const [id, owner] of Object.entries({
    q_heads: "q",
    k_t: "k",
    context_t: "context",
    concat: "context_c",
    x: "x",
  }))
    assert.equal(tape(id, null).scene.base.id, owner);
  assert.equal(ownerOf(/** @type {any} */ (picture.step("v_heads")), picture.steps).id, "v");
});

test("wherever the selected element lies, it is in the window, outlined, and under the pointer", () => {
  for (const of of [picture, large])
    for (const width of [288, 700, 2400])
      for (const id of ["x", "q_heads", "k_t", "weights", "context_t", "output"]) {
        const shape = /** @type {any} */ (of.step(id)).shape;
        const some = [...indices(shape)].filter(
          (_, n, all) => n % Math.ceil(all.length / 40) === 0 || n === all.length - 1,
        );
        for (const element of some) {
          const { step, scene } = tape(id, element, { width, of });
          const { base, from, count, pitch } = scene;
          const offset = offsetOf(step, element);
          assert.ok(offset - base.offset >= from && offset - base.offset < from + count, `${id}[${element}]`);
          assert.ok(from >= 0 && from + count <= of.values(base.id).length);
          const hit = hitTape(scene, middleOf(scene, offset), 85);
          assert.equal(hit && offsetOf(base, hit), offset);
          const outline = scene.marks.find((mark) => mark.kind === "rect" && mark.stroke === LIGHT.ink);
          assert.ok(
            outline?.kind === "rect" && Math.abs(outline.x + outline.w / 2 - middleOf(scene, offset)) < 2,
          );
          assert.ok(outline.x >= 1 && outline.x + outline.w <= width - 1, "nothing of its line is cut off");
          assert.ok(count * pitch <= width + 0.01, `${count} cells of ${pitch} px in ${width}`);
        }
      }
});

test("an arc an axis says how far the strides put its neighbour", () => {
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
    const arcs = scene.marks.flatMap((mark) =>
      mark.kind === "path" && mark.d.includes("C") ? [mark.d] : [],
    );
    const landed = arcs.map((d) => {
      const numbers = [...d.matchAll(/-?[\d.]+/g)].map(Number);
      assert.ok(Math.abs(numbers[0] - middleOf(scene, start)) < 1e-6, d);
      return Math.round((numbers.at(-2) ?? NaN) / scene.pitch - 0.5) + scene.from;
    });
    assert.deepEqual(landed.sort(compare), ends.sort(compare), id);
  }
});

test("an expanded axis leads back to the same cell, and says so", () => {
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

test("arcs' names lie within the tape and not on one another", () => {
  for (const of of [picture, large, grouped])
    for (const width of [288, 358, 700, 1300])
      for (const id of ["q_heads", "weights", "x", ...(of === grouped ? ["q_groups", "k_groups"] : [])]) {
        const shape = /** @type {any} */ (of.step(id)).shape;
        for (const element of [...indices(shape)].filter((_, n) => n % (of === large ? 37 : 3) === 0)) {
          const { scene } = tape(id, element, { width, of });
          const names = scene.marks.flatMap((mark) => (mark.kind === "text" && mark.bold ? [mark] : []));
          const boxes = names.map((mark) => {
            const w = measure(mark.text, 12.5);
            const x = mark.x - { start: 0, middle: w / 2, end: w }[mark.align ?? "start"];
            assert.ok(
              x >= -1 && x + w <= width + 1,
              `${id}[${element}] in ${width} px: «${mark.text}» at ${x}`,
            );
            assert.ok(mark.y >= 9, `${mark.text} at ${mark.y}`);
            return { x, w, y: mark.y };
          });
          for (const [i, a] of boxes.entries())
            for (const b of boxes.slice(i + 1))
              assert.ok(
                Math.abs(a.y - b.y) >= 11 || a.x + a.w <= b.x || b.x + b.w <= a.x,
                `${id}[${element}] in ${width} px: ${JSON.stringify([a, b])}`,
              );
        }
      }
});

test("cells are coloured by head or by token, and named by the word whose memory it is", () => {
  const heads = tape("q_heads", [0, 0, 0, 0], { width: 1300 }).scene.marks[0];
  const tokens = tape("q_heads", [0, 0, 0, 0], { width: 1300, by: "token" }).scene.marks[0];
  assert.ok(heads.kind === "cells" && tokens.kind === "cells");
  assert.notDeepEqual(heads.rgba, tokens.rgba);
  assert.ok(said(tape("q_heads", [0, 0, 0, 0]).scene).includes("The"));
  assert.ok(said(tape("q_heads", [0, 0, 11, 0]).scene).includes("."));
});

test("the words below the cells are of the sentence that the memory is of, each from its first cell on", () => {
  const of = pictureOf({ tokens: words(4), keyTokens: ["a", "b", "c"], dModel: 6, heads: 2 });
  /** Which word's the cell at an offset is: rows of 6 features, or of 3 keys a query. */
  const WORDS = /** @type {const} */ ({
    q_heads: (/** @type {number} */ at) => `w${Math.floor(at / 6)}`,
    k_t: (/** @type {number} */ at) => "abc"[Math.floor(at / 6)],
    v_heads: (/** @type {number} */ at) => "abc"[Math.floor(at / 6)],
    weights: (/** @type {number} */ at) => `w${Math.floor(at / 3) % 4}`,
    context: (/** @type {number} */ at) => `w${Math.floor(at / 3) % 4}`,
  });
  for (const [id, wordAt] of Object.entries(WORDS)) {
    const { scene } = tape(id, null, { of });
    const cells = Array.from({ length: scene.count }, (_, at) => wordAt(at));
    const firsts = cells.flatMap((word, at) => (word === cells[at - 1] ? [] : [[at * scene.pitch, word]]));
    const written = scene.marks.flatMap((mark) => (mark.kind === "text" ? [[mark.x, mark.text]] : []));
    assert.deepEqual(written, firsts, id);
  }
});

test("before an element stands the room for an arc's name: a row of the widest axis that fits twice, or two where three fit", () => {
  const room = 110; // px
  const inMemory = [...indices([12, 8, 8])].map(([token, head, feature]) => [0, head, token, feature]);
  for (const [width, row, fits] of /** @type {const} */ ([
    [2400, 64, true],
    [1300, 64, false],
    [800, 8, true],
  ]))
    inMemory.forEach((element, offset) => {
      const { from, pitch, count } = tape("q_heads", element, { width }).scene;
      const inRow = offset % row;
      const before = fits && inRow * pitch < room ? row : 0;
      const start = Math.max(0, Math.min(offset - inRow - before, 768 - count));
      assert.equal(from, start, `[${element}] in ${width} px`);
    });
});

test("memory that a tensor does not begin is shown the same, wherever in it the tensor lies", () => {
  const steps = picture.steps.map((step) => ({ ...step, offset: step.offset + 40 }));
  const of = { ...picture, steps, step: (/** @type {string} */ id) => steps.find((step) => step.id === id) };
  for (const [id, element] of /** @type {const} */ ([
    ["x", null],
    ["q_heads", [0, 2, 7, 3]],
    ["k_t", [0, 7, 7, 11]],
    ["weights", [0, 7, 11, 3]],
  ]))
    for (const width of [358, 1300]) {
      const { scene } = tape(id, element, { width });
      const { scene: later } = tape(id, element, { width, of });
      assert.deepEqual({ ...later, base: scene.base }, scene, `${id} in ${width} px`);
      for (let x = 1; x < width; x += scene.pitch / 2)
        assert.deepEqual(hitTape(later, x, 85), hitTape(scene, x, 85), `${id} at ${x}`);
    }
});

test("above, below and beside the cells there is no element", () => {
  const { scene } = tape("x", [0, 0, 0]);
  for (const [x, y] of [
    [5, 10],
    [5, 140],
    [-1, 85],
    [scene.count * scene.pitch + 1, 85],
  ])
    assert.equal(hitTape(scene, x, y), null, `${x}, ${y}`);
});

/** @param {number} a @param {number} b */
const compare = (a, b) => a - b;
