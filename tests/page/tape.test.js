import assert from "node:assert/strict";
import test from "node:test";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { hitTape, tapeHeight, tapeScene, tapeWindow } from "../../web/kit/draw/tape.js";
import { loadCore } from "../../web/core/index.js";
import { compare } from "../../web/kit/state/compare.js";
import { offsetOf, ownerOf } from "../../web/kit/state/memory.js";
import { elementIn, NOTHING } from "../../web/kit/state/selection.js";
import { indices, measure, pictureOf, words } from "./support/pictures.js";
import { CONFIGURATIONS, WIDTHS, assertLegible } from "./support/written.js";

const core = await loadCore();
const picture = pictureOf();
const large = pictureOf({ tokens: words(120), dModel: 96, heads: 4, causal: true });

/**
 * @param {string} id @param {readonly number[] | null} element
 * @param {{ width?: number, of?: typeof picture, by?: "head" | "token" }} [how]
 */
function tape(id, element, { width = 1300, of = picture, by = "head" } = {}) {
  const step = /** @type {import("../../web/core/types.js").Step} */ (of.step(id));
  const scene = tapeScene({ picture: of, step, element, by }, { width, palette: LIGHT, measure });
  return { step, scene, strip: scene.strips[0] };
}

/** The middle of an element's cell. @param {import("../../web/kit/draw/tape.js").Strip} strip @param {number} offset */
const middleOf = ({ base, from, pitch }, offset) => (offset - base.offset - from + 0.5) * pitch;

/** A y inside the cells. @param {import("../../web/kit/draw/tape.js").TapeScene} scene */
const within = ({ strips: [{ top }] }) => top + 12;

/** @param {import("../../web/kit/draw/tape.js").TapeScene} scene */
const said = ({ marks }) => marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));

test("the tape shows the buffer of the step that owns it", () => {
  for (const [id, owner] of Object.entries({
    q_heads: "q",
    k_t: "k",
    context_t: "context",
    concat: "context_c",
    x: "x",
  }))
    assert.equal(tape(id, null).strip.base.id, owner);
  assert.equal(ownerOf(/** @type {any} */ (picture.step("v_heads")), picture.steps).id, "v");
});

test("the selected element is always in the window, outlined, and hit at its position", () => {
  for (const of of [picture, large])
    for (const width of [288, 700, 2400])
      for (const id of ["x", "q_heads", "k_t", "weights", "context_t", "output"]) {
        const shape = /** @type {any} */ (of.step(id)).shape;
        const some = [...indices(shape)].filter(
          (_, n, all) => n % Math.ceil(all.length / 40) === 0 || n === all.length - 1,
        );
        for (const element of some) {
          const { step, scene, strip } = tape(id, element, { width, of });
          const { base, from, count, pitch } = strip;
          const offset = offsetOf(step, element);
          assert.ok(offset - base.offset >= from && offset - base.offset < from + count, `${id}[${element}]`);
          assert.ok(from >= 0 && from + count <= of.values(base.id).length);
          const hit = hitTape(scene, middleOf(strip, offset), within(scene));
          assert.equal(hit?.id, base.id);
          assert.equal(offsetOf(base, hit.index), offset);
          const outline = scene.marks.find((mark) => mark.kind === "rect" && mark.stroke === LIGHT.ink);
          assert.ok(
            outline?.kind === "rect" && Math.abs(outline.x + outline.w / 2 - middleOf(strip, offset)) < 2,
          );
          assert.ok(outline.x >= 1 && outline.x + outline.w <= width - 1, "nothing of its line is cut off");
          assert.ok(count * pitch <= width + 0.01, `${count} cells of ${pitch} px in ${width}`);
        }
      }
});

test("cells are coloured by head or by token, and labelled with the word that they belong to", () => {
  const heads = tape("q_heads", [0, 0, 0, 0], { width: 1300 }).scene.marks[0];
  const tokens = tape("q_heads", [0, 0, 0, 0], { width: 1300, by: "token" }).scene.marks[0];
  assert.ok(heads.kind === "cells" && tokens.kind === "cells");
  assert.notDeepEqual(heads.rgba, tokens.rgba);
  assert.ok(said(tape("q_heads", [0, 0, 0, 0]).scene).includes("The"));
  assert.ok(said(tape("q_heads", [0, 0, 11, 0]).scene).includes("."));
});

test("the words below the cells are the memory's sentence, each from its first cell on", () => {
  const of = pictureOf({ tokens: words(4), keyTokens: ["a", "b", "c"], dModel: 6, heads: 2 });
  /** The word that an offset belongs to: rows of 6 features, or of 3 keys per query. */
  const WORDS = /** @type {const} */ ({
    q_heads: (/** @type {number} */ at) => `w${Math.floor(at / 6)}`,
    k_t: (/** @type {number} */ at) => "abc"[Math.floor(at / 6)],
    v_heads: (/** @type {number} */ at) => "abc"[Math.floor(at / 6)],
    weights: (/** @type {number} */ at) => `w${Math.floor(at / 3) % 4}`,
    context: (/** @type {number} */ at) => `w${Math.floor(at / 3) % 4}`,
  });
  for (const [id, wordAt] of Object.entries(WORDS)) {
    const { scene, strip } = tape(id, null, { of });
    const cells = Array.from({ length: strip.count }, (_, at) => wordAt(at));
    const firsts = cells.flatMap((word, at) => (word === cells[at - 1] ? [] : [[at * strip.pitch, word]]));
    const written = scene.marks.flatMap((mark) => (mark.kind === "text" ? [[mark.x, mark.text]] : []));
    assert.deepEqual(written, firsts, id);
  }
});

test("a wrong path that runs the sentence twice has the sentence's words below both halves of the memory", () => {
  const { right, wrong } = compare(core, { ...picture.settings, causal: false }, "mask_repeat_order");
  for (const of of [right, wrong])
    for (const { id, shape } of of.steps) {
      assert.equal(shape[0], 2, id);
      const last = shape.map((size) => size - 1);
      for (const width of [390, 700, 1300]) {
        const [first, second] = [shape.map(() => 0), last].map((element) =>
          said(tape(id, element, { of, width }).scene),
        );
        assert.ok(first.length && second.length, id);
      }
    }
});

test("the window starts with the row of the element, or one row earlier if the element is near its start and three rows fit", () => {
  const room = 110; // px
  const inMemory = [...indices([12, 8, 8])].map(([token, head, feature]) => [0, head, token, feature]);
  for (const [width, row, fits] of /** @type {const} */ ([
    [2400, 64, true],
    [1300, 64, false],
    [800, 8, true],
  ]))
    inMemory.forEach((element, offset) => {
      const { from, pitch, count } = tape("q_heads", element, { width }).strip;
      const inRow = offset % row;
      const before = fits && inRow * pitch < room ? row : 0;
      const start = Math.max(0, Math.min(offset - inRow - before, 768 - count));
      assert.equal(from, start, `[${element}] in ${width} px`);
    });
});

test("memory is shown the same for tensors that start inside it", () => {
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
      const [strip] = scene.strips;
      const there = { ...later, strips: [{ ...later.strips[0], base: strip.base }] };
      assert.deepEqual(there, scene, `${id} in ${width} px`);
      for (let x = 1; x < width; x += strip.pitch / 2)
        assert.deepEqual(hitTape(later, x, within(later)), hitTape(scene, x, within(scene)), `${id} at ${x}`);
    }
});

test("points above, below and beside the cells hit no element", () => {
  const { scene, strip } = tape("x", [0, 0, 0]);
  for (const [x, y] of [
    [5, strip.top - 10],
    [5, strip.top + strip.height + 10],
    [-1, within(scene)],
    [strip.count * strip.pitch + 1, within(scene)],
  ])
    assert.equal(hitTape(scene, x, y), null, `${x}, ${y}`);
});

test("the window stays while it contains the held element, and while another element is hovered", () => {
  const step = /** @type {any} */ (picture.step("q_heads"));
  const surface = { width: 1300, palette: LIGHT, measure };
  const held = [0, 2, 7, 0];
  const near = tapeWindow({ picture, step, element: held }, 1300);
  const inMemory = [...indices([12, 8, 8])].map(([token, head, feature]) => [0, head, token, feature]);
  inMemory.forEach((element, offset) => {
    const view = { picture, step, element, held, near, by: /** @type {const} */ ("head") };
    assert.equal(tapeScene(view, surface).strips[0].from, near.from, `pointed at ${offset}`);
    const clicked = tapeWindow({ picture, step, element, near }, 1300);
    const kept = offset >= near.from + 2 && offset < near.from + near.count - 2;
    if (kept) assert.equal(clicked.from, near.from, `clicked at ${offset}`);
    assert.ok(clicked.from <= offset && offset < clicked.from + clicked.count, `clicked at ${offset}`);
  });
  assert.equal(tapeWindow({ picture, step, element: null, near }, 1300).from, near.from, "let go");
});

test("a window also stays at the memory's ends; another memory or width has a new window", () => {
  const [step, other] = [/** @type {any} */ (picture.step("q")), /** @type {any} */ (picture.step("k"))];
  for (const element of [
    [0, 0, 0],
    [0, 11, 63],
  ]) {
    const near = tapeWindow({ picture, step, element }, 1300);
    assert.equal(tapeWindow({ picture, step, element, near }, 1300).from, near.from);
    const later = { ...near, from: 300 };
    for (const [of, width] of /** @type {const} */ ([
      [other, 1300],
      [step, 700],
    ]))
      assert.equal(
        tapeWindow({ picture, step: of, element, near: later }, width).from,
        tapeWindow({ picture, step: of, element }, width).from,
      );
  }
});

test("an element outside the window is marked in the whole memory, with the window", () => {
  const step = /** @type {any} */ (picture.step("q_heads"));
  const view = { picture, step, by: /** @type {const} */ ("head"), held: [0, 2, 7, 0] };
  const surface = { width: 1300, palette: LIGHT, measure };
  for (const element of [
    [0, 0, 0, 0],
    [0, 2, 7, 0],
    [0, 7, 11, 7],
  ]) {
    const {
      marks,
      height,
      strips: [{ from, count }],
    } = tapeScene({ ...view, element }, surface);
    const bars = marks.flatMap((mark) => (mark.kind === "rect" && mark.y > height - 12 ? [mark] : []));
    const [whole, part, place] = bars;
    assert.deepEqual([whole.x, whole.w], [0, 1300]);
    assert.ok(
      Math.abs(part.x - (from / 768) * 1300) < 1e-9 && Math.abs(part.w - (count / 768) * 1300) < 1e-9,
    );
    assert.ok(Math.abs(place.x - (offsetOf(step, element) / 768) * 1300) <= 2, `${element}: ${place.x}`);
    assert.equal(bars.length, 3);
  }
});

/** @param {(scene: import("../../web/kit/draw/tape.js").TapeScene, what: string, of: typeof picture) => void} check */
function everyTape(check) {
  const selections = [
    { token: 7, key: 3, head: 2, feature: 0, column: 0 },
    { token: 0, key: 0, head: 0, feature: 0, column: 0 },
    { token: 11, key: 5, head: 7, feature: 7, column: 63 },
  ];
  for (const [name, of] of CONFIGURATIONS)
    for (const width of WIDTHS)
      for (const step of of.steps)
        for (const selection of [...selections, NOTHING]) {
          const element = elementIn(step, selection, of.steps);
          const { scene } = tape(step.id, element, { width, of });
          check(scene, `${name}, ${step.id}[${element}] in ${width} px`, of);
        }
}

test("no word on the tape is cut or touches another, on any step", () => everyTape(assertLegible));

test("the tape has the same height at every step, which is tapeHeight()", () => {
  everyTape((scene, what, of) => assert.equal(scene.height, tapeHeight(of.steps, scene.width), what));
});

test("the SVG of the tape has every cell and word", () => {
  const { scene, strip } = tape("q_heads", [0, 2, 7, 0]);
  const svg = toSVG(scene, { background: LIGHT.paper, title: "memory" });
  assert.equal([...svg.matchAll(/M[^z"]*z/g)].length, strip.count);
  for (const words of said(scene)) assert.ok(svg.includes(`>${words}<`), words);
});
