// The tape of memory, its arcs, and copies between tapes.
import assert from "node:assert/strict";
import test from "node:test";
import { LIGHT, DARK } from "../../web/kit/draw/palette.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { hitTape, tapeHeight, tapeScene, tapeWindow } from "../../web/kit/draw/tape.js";
import { loadCore } from "../../web/core/index.js";
import { compare } from "../../web/kit/state/compare.js";
import { offsetOf, ownerOf, indexOf, isMove } from "../../web/kit/state/memory.js";
import { elementIn, NOTHING } from "../../web/kit/state/selection.js";
import { indices, measure, pictureOf, words } from "./support/pictures.js";
import { CONFIGURATIONS, WIDTHS, assertLegible, holds, pointsAlong, written } from "./support/written.js";
import { IS_NIGHTLY, sample } from "../browser/support/nightly.js";
import { huesOf } from "../../web/kit/draw/cell-colours.js";
import { copyScene, copyTitle } from "../../web/walk/draw/tape-copy.js";

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

const grouped = pictureOf({ kvHeads: 2 });

/**
 * @param {string} id @param {readonly number[] | null} element
 * @param {{ width?: number, of?: typeof picture }} [how]
 */
function tapeByHead(id, element, { width = 1300, of = picture } = {}) {
  const step = /** @type {import("../../web/core/types.js").Step} */ (of.step(id));
  const view = { picture: of, step, element, by: /** @type {const} */ ("head") };
  return { step, scene: tapeScene(view, { width, palette: LIGHT, measure }) };
}

/** The arcs' paths. @param {import("../../web/kit/draw/tape.js").TapeScene} scene */
const arcsOf = ({ marks }) =>
  marks.flatMap((mark) => (mark.kind === "path" && mark.d.includes("C") ? [mark.d] : []));

/** The arcs' names, which are bold. @param {import("../../web/kit/draw/tape.js").TapeScene} scene */
const namesOf = ({ marks }) => written(marks.filter((mark) => mark.kind === "text" && mark.bold));

test("each axis has an arc with the distance of the neighbour by the stride", () => {
  assert.deepEqual(
    said(tapeByHead("q_heads", [0, 2, 7, 0]).scene).filter((text) => text.includes("+")),
    ["next feature +1", "next head +8", "next token +64"],
  );
  assert.deepEqual(
    said(tapeByHead("weights", [0, 7, 11, 3]).scene).filter((text) => /[+−]/.test(text)),
    ["next key +1", "previous token −12", "previous head −144"],
  );
  assert.deepEqual(
    said(tapeByHead("k_t", [0, 0, 1, 2]).scene).filter((text) => text.includes("next")),
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
    const { step, scene } = tapeByHead(id, element, { of });
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
    assert.deepEqual(landed.sort(ascending), ends.sort(ascending), id);
  }
});

test("the arc of an expanded axis returns to the same cell, and says so", () => {
  const names = (/** @type {string} */ id) =>
    said(tapeByHead(id, [0, 0, 2, 7, 0], { of: grouped }).scene).filter((text) => text.includes("+"));
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
          assertNamed(tapeByHead(id, element, { width, of }).scene, `${id}[${element}] in ${width} px`);
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
            tapeByHead(step.id, element, { width, of }).scene,
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
    const { scene } = tapeByHead("q_heads", element);
    const names = namesOf(scene);
    assert.ok(
      names.every(({ text }) => /^(next|previous) /.test(text)),
      names.map(({ text }) => text).join(),
    );
  }
});

/** @param {number} a @param {number} b */
const ascending = (a, b) => a - b;

/** @typedef {import("./support/pictures.js").Picture} Picture */

const opening = pictureOf();
const IT = { token: 7, key: 7, head: 2, feature: 0, column: 0 };

/**
 * The scene of a copy.
 * @param {Picture} picture @param {number} width
 * @param {{ selection?: import("../../web/kit/state/selection.js").Selection, palette?: typeof LIGHT, by?: "head" | "token", axis?: string | null }} [how]
 */
function copied(picture, width, { selection = IT, palette = LIGHT, by = "head", axis = null } = {}) {
  const step = /** @type {import("../../web/core/types.js").Step} */ (
    picture.steps.find((each) => isMove(each, picture.operations))
  );
  const view = { picture, step, selection, by, axis };
  const scene = copyScene(view, { width, palette, measure });
  return {
    step,
    from: /** @type {typeof step} */ (picture.step(step.inputs[0])),
    scene,
    title: copyTitle(view, width),
  };
}

/** The text below the tape, with its lines joined. @param {import("../../web/kit/draw/marks.js").Scene} scene */
const under = ({ marks, height }) =>
  marks
    .flatMap((mark) =>
      mark.kind === "text" && mark.y > height - 17 * 4 && mark.align === undefined ? [mark] : [],
    )
    .map(({ text }) => text)
    .join("")
    .replace(/\s+/g, " ")
    .trim();

/** The filled bands, with their ends. @param {import("../../web/kit/draw/marks.js").Scene} scene */
const bandsOf = ({ marks }) =>
  marks.flatMap((mark) => {
    if (mark.kind !== "path" || !mark.fill) return [];
    return mark.d.split(/(?<=Z)/).map((d) => {
      const n = [...d.matchAll(/-?[\d.]+/g)].map(Number);
      return { fill: mark.fill, alpha: mark.alpha ?? 1, old: [n[0], n[13]], fresh: [n[6], n[8]], d };
    });
  });

test("the whole old memory is above the whole new one, and words name the blocks", () => {
  const { scene, title } = copied(opening, 1216);
  assert.equal(title, "the buffer of context, all 768 floats: a block for each head");
  assert.equal(
    under(scene),
    "the new buffer of context_c: a block for each token · it: 8 pieces of 8 floats, from 8 places to one",
  );
  assert.deepEqual(
    scene.strips.map(({ base, from, count, per }) => [base.id, from, count, per]),
    [
      ["context", 0, 768, 1],
      ["context_c", 0, 768, 1],
    ],
  );
  const [old, fresh] = scene.strips;
  assert.ok(old.top + old.height + 40 < fresh.top, "room for bands");
});

test("without a selection all pieces are counted, and none is highlighted", () => {
  const { scene } = copied(opening, 1216, { selection: NOTHING });
  assert.equal(under(scene), "the new buffer of context_c: a block for each token · 96 pieces of 8 floats");
  assert.equal(bandsOf(scene).length, 96);
  assert.equal(new Set(bandsOf(scene).map(({ alpha }) => alpha)).size, 1);
  assert.equal(scene.marks.filter((mark) => mark.kind === "rect").length, 0);
});

test("numbers in the words follow from the sizes", () => {
  const many = pictureOf({ tokens: words(512), dModel: 1024, heads: 32 });
  const { scene, title } = copied(many, 1216);
  assert.equal(title, "the buffer of context, all 524,288 floats (432 per column): a block for each head");
  const said =
    /^the new buffer of context_c: a block for each token · w7: 32 pieces of 32 floats, from 32 places to one · of the others, one token in (\d+) is drawn$/;
  const every = Number(said.exec(under(scene))?.[1]);
  const tokens = Math.ceil(512 / every) - (7 % every === 0 ? 1 : 0);
  assert.equal(bandsOf(scene).length, 32 * tokens + 32);
});

test("every band runs from its piece's old place to its new one, in its head's hue", () => {
  for (const width of [358, 1216]) {
    const { scene, from, step } = copied(opening, width);
    const [old, fresh] = scene.strips;
    const bold = bandsOf(scene).filter(({ alpha }) => alpha > 0.5);
    assert.equal(bold.length, 8);
    bold.forEach(({ fill, ...band }, head) => {
      assert.equal(fill, LIGHT.swatch(head));
      const ends = [
        [old, band.old, offsetOf(from, [0, 7, head, 0])],
        [fresh, band.fresh, offsetOf(step, [0, 7, head, 0])],
      ];
      for (const [strip, [a, b], offset] of /** @type {[typeof old, number[], number][]} */ (ends)) {
        const px = strip.pitch / strip.per;
        assert.ok(Math.abs((a + b) / 2 - (offset + 4) * px) < 0.2, `head ${head}: ${a} to ${b}`);
        assert.ok(Math.abs(b - a - Math.max(1.5, 8 * px)) < 0.2, `head ${head}: ${a} to ${b}`);
      }
      for (const { y } of pointsAlong(band.d)) assert.ok(y >= old.top + old.height && y <= fresh.top);
    });
  }
});

test("the selected token is framed in both memories, and the selected head's piece is in ink", () => {
  const { scene } = copied(opening, 1216);
  const [old, fresh] = scene.strips;
  const frames = scene.marks.flatMap((mark) => (mark.kind === "rect" ? [mark] : []));
  const at = (/** @type {typeof old} */ { top }) => frames.filter(({ y }) => Math.abs(y - top) < 4);
  assert.equal(at(old).filter(({ stroke }) => stroke === LIGHT.axis.T).length, 8);
  assert.equal(at(fresh).length, 1);
  const ink = frames.filter(({ stroke }) => stroke === LIGHT.ink);
  assert.equal(ink.length, 1);
  assert.ok(Math.abs(ink[0].x + ink[0].w / 2 - (248 + 4) * old.pitch) < 2);
});

test("a column has the colour of its float, or the mean colour of its floats", () => {
  for (const [palette, width] of /** @type {const} */ ([
    [LIGHT, 1216],
    [DARK, 358],
    [LIGHT, 100],
  ])) {
    const { scene, step } = copied(opening, width, { palette });
    const most = Math.max(...opening.values(step.id).map(Math.abs));
    const cells = scene.marks.flatMap((mark) => (mark.kind === "cells" ? [mark] : []));
    assert.equal(cells.length, 2);
    scene.strips.forEach(({ base, per, count }, i) => {
      const values = opening.values(base.id);
      const hue = huesOf(base, opening.steps);
      assert.equal(cells[i].rgba.length, count);
      for (let column = 0; column < count; column++) {
        const floats = Array.from({ length: Math.min(per, 768 - column * per) }, (_, k) => column * per + k);
        const colors = floats.map((at) => {
          const index = /** @type {number[]} */ (indexOf(base, base.offset + at));
          return palette.cells(/** @type {any} */ (hue)(index))[
            Math.round(((values[at] + most) / (2 * most)) * 255)
          ];
        });
        for (const shift of [0, 8, 16]) {
          const mean = colors.reduce((sum, color) => sum + ((color >>> shift) & 255), 0) / colors.length;
          const got = (cells[i].rgba[column] >>> shift) & 255;
          assert.ok(Math.abs(got - mean) <= 0.51, `${base.id}, column ${column}: ${got} for ${mean}`);
        }
      }
    });
  }
});

test("cells can be coloured by token, and change with the scheme", () => {
  const cells = (/** @type {Parameters<typeof copied>[2]} */ how) => {
    const { marks } = copied(opening, 1216, how).scene;
    return JSON.stringify(marks.flatMap((mark) => (mark.kind === "cells" ? [[...mark.rgba]] : [])));
  };
  const all = [
    cells({}),
    cells({ by: "token" }),
    cells({ palette: DARK }),
    cells({ by: "token", palette: DARK }),
  ];
  assert.equal(new Set(all).size, 4);
  assert.equal(cells({}), all[0]);
});

test("the element under a point is found in both memories", () => {
  const { scene } = copied(opening, 1216);
  for (const { base, top, pitch, height } of scene.strips)
    for (const offset of [0, 100, 464, 767]) {
      const hit = hitTape(scene, (offset + 0.5) * pitch, top + height / 2);
      assert.equal(hit?.id, base.id);
      assert.equal(offsetOf(base, hit.index), offset);
    }
  const [old, fresh] = scene.strips;
  assert.equal(hitTape(scene, 200, (old.top + old.height + fresh.top) / 2), null);
});

test("hovering an axis highlights the names of its blocks", () => {
  const named = (/** @type {string | null} */ axis, /** @type {string} */ fill) =>
    copied(opening, 1216, { axis }).scene.marks.filter(
      (mark) => mark.kind === "text" && mark.align === "middle" && mark.fill === fill,
    ).length;
  assert.deepEqual([named(null, LIGHT.axis.H), named("H", LIGHT.axis.H)], [0, 8]);
  assert.deepEqual([named(null, LIGHT.axis.T), named("T", LIGHT.axis.T)], [1, 12]);
});

test("no word is cut or touches another, and the tape has the same height as at other steps", () => {
  const long = pictureOf({
    tokens: ["Donaudampfschifffahrtsgesellschaft", "动物", "x"],
    heads: 2,
    dModel: 4,
  });
  const feature = pictureOf({ dModel: 96, heads: 96, tokens: words(40) });
  for (const [name, picture] of [
    ...CONFIGURATIONS,
    ["long words", long],
    ["96 heads", feature],
    ["opening", opening],
  ])
    for (const width of [288, ...WIDTHS])
      for (const token of [0, 2, null]) {
        const selection = token === null ? NOTHING : { ...IT, token, head: 1 };
        const { scene } = copied(/** @type {Picture} */ (picture), width, { selection });
        const what = `${name}, token ${token} in ${width} px`;
        assertLegible(scene, what);
        assert.equal(scene.height, tapeHeight(/** @type {Picture} */ (picture).steps, width), what);
        const [old, fresh] = scene.strips;
        assert.ok(
          fresh.top - old.top - old.height >= 28,
          `${what}: ${fresh.top - old.top - old.height} px of bands`,
        );
        for (const { count, pitch } of scene.strips) assert.ok(count * pitch <= width + pitch, what);
      }
});

test("any number of pieces gives few marks, which are fast to redraw", () => {
  const picture = pictureOf({ tokens: words(512), dModel: 1024, heads: 32 });
  const { scene } = copied(picture, 1216);
  assert.ok(scene.marks.length < 250, `${scene.marks.length} marks`);
  const paths = scene.marks.flatMap((mark) => (mark.kind === "path" ? [mark.d] : [])).join("");
  assert.ok(paths.length < 100_000, `${paths.length} characters of paths`);
  const colours = (/** @type {number} */ token) =>
    copied(picture, 1216, { selection: { ...IT, token } }).scene.marks.flatMap((mark) =>
      mark.kind === "cells" ? [mark.rgba] : [],
    );
  const [first, second] = [colours(3), colours(4)];
  assert.equal(first.length, 2);
  first.forEach((rgba, i) => assert.ok(rgba === second[i], "half a million floats are mixed once"));
});

test("the SVG of a copy has filled bands and all words", () => {
  const { scene } = copied(opening, 700);
  const svg = toSVG(scene, { background: LIGHT.paper, title: "memory" });
  assert.equal([...svg.matchAll(/<path d="[^"]*Z" fill="#[0-9a-f]{6}" opacity="0\.65"\/>/g)].length, 8);
  assert.ok(svg.includes(">head 7<") && svg.includes(">it<"));
  assert.ok(!svg.includes("undefined") && !svg.includes("NaN"));
});
