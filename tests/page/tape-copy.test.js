import assert from "node:assert/strict";
import test from "node:test";
import { DARK, LIGHT } from "../../web/kit/draw/palette.js";
import { huesOf } from "../../web/kit/draw/cell-colours.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { copyScene, copyTitle } from "../../web/walk/draw/tape-copy.js";
import { hitTape, tapeHeight } from "../../web/kit/draw/tape.js";
import { indexOf, isMove, offsetOf } from "../../web/kit/state/memory.js";
import { NOTHING } from "../../web/kit/state/selection.js";
import { measure, pictureOf, words } from "./support/pictures.js";
import { CONFIGURATIONS, WIDTHS, assertLegible, pointsAlong } from "./support/written.js";

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
