// The heads' pictures at various sizes: every mark is inside, and windows are described.
import assert from "node:assert/strict";
import test from "node:test";
import { similarityScene } from "../../web/heads/draw/similarity.js";
import { arcsScene, fewestOf } from "../../web/kit/draw/arcs.js";
import { headMapsScene } from "../../web/heads/draw/head-maps.js";
import { sideBySideScene } from "../../web/heads/draw/side-by-side.js";
import { planeScene } from "../../web/kit/draw/plane.js";
import { productsScene } from "../../web/kit/draw/products.js";
import { textScene } from "../../web/kit/draw/text-strip.js";
import { removalScene } from "../../web/heads/draw/removal.js";
import { removalsOf } from "../../web/heads/state/ablation.js";
import { habitOf } from "../../web/kit/state/habits.js";
import { headIn, rowOf } from "../../web/kit/state/head.js";
import { factorsOfScore, scoreOf } from "../../web/kit/state/score.js";
import { attentionIn } from "../../web/kit/state/quantity.js";
import { LOOK } from "../../web/kit/state/look.js";
import { NOTHING, NOWHERE } from "../../web/kit/state/selection.js";
import { LIGHT, unpackColour } from "../../web/kit/draw/palette.js";
import { measure, pictureOf, words } from "./support/pictures.js";

/** @typedef {import("../../web/kit/draw/marks.js").Scene} Scene */

const KINDS = {
  "as it opens": {},
  "one head of one token": { heads: 1, tokens: ["alone"] },
  "one feature a head": { heads: 8, dModel: 8 },
  causal: { causal: true },
  grouped: { kvHeads: 2 },
  "two sentences": { keyTokens: words(5) },
  long: { tokens: words(200) },
  "many heads": { heads: 96, dModel: 192, tokens: words(40) },
};

/** @param {number} width */
const surface = (width) => ({ width, palette: LIGHT, measure });

/** @param {Scene} scene @param {string} name */
function assertDrawn(scene, name) {
  assert.ok(scene.marks.length > 0 && Number.isFinite(scene.height) && scene.height > 0, name);
  for (const mark of scene.marks) {
    const numbers = Object.values(mark).filter((value) => typeof value === "number");
    assert.ok(numbers.every(Number.isFinite), `${name}: ${JSON.stringify(mark).slice(0, 200)}`);
    if (mark.kind === "path")
      assert.doesNotMatch(mark.d, /NaN|Infinity|undefined/, `${name}: ${mark.d.slice(0, 100)}`);
    if (mark.kind === "text") assert.doesNotMatch(mark.text, /undefined|\[object/, `${name}: ${mark.text}`);
    if (mark.kind === "rect") assert.ok(mark.w >= 0 && mark.h >= 0, `${name}: ${JSON.stringify(mark)}`);
  }
}

/** Fails if a text that matches `some` touches a text that matches `others`. @param {Scene} scene @param {RegExp} some @param {RegExp} others */
function assertApart({ marks }, some, others) {
  const texts = marks.flatMap((mark) => (mark.kind === "text" ? [mark] : []));
  const boxOf = (
    /** @type {import("../../web/kit/draw/marks.js").Text} */ { text, x, y, align = "start" },
  ) => {
    const w = measure(text);
    const left = x - { start: 0, middle: w / 2, end: w }[align];
    return { left, right: left + w, top: y - 10, bottom: y + 3 };
  };
  for (const one of texts.filter(({ text }) => some.test(text)))
    for (const other of texts.filter(({ text }) => others.test(text))) {
      const [a, b] = [one, other].map(boxOf);
      const meet = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      assert.ok(!meet, `${one.text} meets ${other.text}`);
    }
}

for (const [kind, settings] of Object.entries(KINDS))
  for (const width of [360, 760])
    test(`${kind}, ${width} px wide`, () => {
      const picture = pictureOf(settings);
      const { tokens, keyTokens } = picture.settings;
      const on = surface(width);
      const heads = picture.config.numHeads;
      const step = attentionIn(picture);
      const token = tokens.length - 1;
      const selection = { ...NOTHING, head: heads - 1, token, key: 0, feature: 0 };
      const look = { ...LOOK, each: true, log: true };
      const view = {
        picture,
        step,
        selection,
        held: selection,
        panned: NOWHERE,
        note: habitOf(picture, step, {}),
      };
      const bars = {
        share: (/** @type {number} */ head) => (head % 3) - 1,
        most: 1,
        scale: (/** @type {number} */ head) => head % 3,
      };
      const maps = headMapsScene(view, on, bars, true);
      assertDrawn(maps, "maps");
      assert.equal(maps.bars.length, heads, "a bar for each head");
      assertDrawn(headMapsScene({ ...view, look }, on, null, false), "maps without bars");
      const of = headIn(picture, selection);
      assert.deepEqual([of.head, of.query, of.key], [heads - 1, token, 0]);
      const arcs = arcsScene(of, on, { held: of, panned: NOWHERE });
      assertDrawn(arcs, "arcs");
      const read = textScene(of, on, {
        ...{ held: of, panned: NOWHERE, asking: [0, 5000], look: { ...look, colormap: "blue" } },
      });
      assertDrawn(read, "text");
      assert.ok(read.marks.every((mark) => mark.kind !== "rect" || mark.x + mark.w <= width));
      assertDrawn(productsScene(of, on, 0), "products");
      assertDrawn(planeScene(of, on), "plane");
      assertDrawn(
        similarityScene(picture.similarity(), { head: of.head, other: 0, colormap: "cividis" }, on),
        "alike",
      );
      for (const off of new Set([1, heads - 1, heads]))
        for (const moved of [0, 0.2, 1]) {
          const removal = removalScene(removalsOf(picture), { off, moved }, on);
          assertDrawn(removal, "removal");
          assertApart(removal, /^now/, /^change|^heads left|^\d+$/);
        }
      if (heads > 1) {
        const picked = sideBySideScene(view, [0, heads - 1], on);
        assertDrawn(picked, "picked");
        assert.deepEqual(
          picked.means([0, 1, 2, 0]),
          [0, heads - 1, 2, 0],
          "a cell of the second is that head's",
        );
      }
      const texts = (/** @type {Scene} */ { marks }) =>
        marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
      if (tokens.length > 100 && !keyTokens.length)
        for (const scene of [maps, arcs])
          assert.ok(
            texts(scene).some((text) => /queries \d+ to \d+ of 200/.test(text)),
            "what is cut is said",
          );
      picture.dispose();
    });

test("the count of keys with nine tenths of the weight is minimal", () => {
  const picture = pictureOf();
  for (let head = 0; head < 8; head++)
    for (const query of [0, 5, 11]) {
      const of = headIn(picture, { ...NOTHING, head, token: query, key: 0 });
      const row = [...rowOf(of)].sort((a, b) => b - a);
      const { keys } = fewestOf(of, query);
      const sum = (/** @type {number} */ count) => row.slice(0, count).reduce((a, b) => a + b, 0);
      assert.ok(
        sum(keys.length) >= 0.9 - 1e-6 && sum(keys.length - 1) < 0.9 + 1e-6,
        `head ${head}, query ${query}`,
      );
    }
});

test("a score's factors are the head's own queries and keys, and its chain ends in the weight", () => {
  for (const settings of [{}, { kvHeads: 2 }, { keyTokens: words(5) }, { causal: true }]) {
    const picture = pictureOf(settings);
    const of = headIn(picture, { ...NOTHING, head: 5, token: 4, key: 2 });
    const { query, key } = /** @type {NonNullable<ReturnType<typeof factorsOfScore>>} */ (factorsOfScore(of));
    const chain = scoreOf(of);
    const score = query.reduce((sum, value, c) => sum + value * key[c], 0);
    assert.ok(Math.abs(score - chain[0].value) < 1e-3, `${score}, ${chain[0].value}`);
    assert.equal(chain.at(-1)?.value, rowOf(of)[2]);
    assert.deepEqual(
      chain.map(({ step }) => step.id),
      settings.causal ? ["scores", "scaled", "masked", "weights"] : ["scores", "scaled", "weights"],
    );
  }
});

test("ablated heads are pale, and the colour bar is not", () => {
  const picture = pictureOf();
  const step = attentionIn(picture);
  const view = { picture, step, selection: NOTHING, held: NOTHING, panned: NOWHERE };
  const barIn = (/** @type {Scene} */ { marks }) =>
    marks.flatMap((mark) =>
      mark.kind === "cells" && mark.rows === 1 && mark.cw === 1 ? [...mark.rgba] : [],
    );
  const all = headMapsScene(view, surface(760), null, false);
  const solo = headMapsScene(
    { ...view, off: (/** @type {number} */ head) => head !== 5 },
    surface(760),
    null,
    false,
  );
  assert.equal(barIn(all).length, 180);
  assert.deepEqual(barIn(solo), barIn(all));
  assert.notDeepEqual(solo.marks, all.marks);
});

test("below a map stands the contribution with its number, clear of the scale", () => {
  const picture = pictureOf();
  const step = attentionIn(picture);
  const view = { picture, step, selection: NOTHING, held: NOTHING, panned: NOWHERE };
  const shares = [0.4, -0.25, 0, 0.1, 0.2, 0.3, 0.05, 0.2];
  const scales = [1, 0, 2, 1, 0.5, 1, 1, 1];
  const bars = {
    share: (/** @type {number} */ head) => shares[head],
    most: 0.4,
    scale: (/** @type {number} */ head) => scales[head],
  };
  for (const width of [358, 760]) {
    const { marks, bars: places } = headMapsScene(view, surface(width), bars, true);
    for (const { head, x, y, w } of places) {
      const below = marks.flatMap((mark) =>
        mark.kind === "text" && mark.align === "end" && mark.x === x + w - 2 && mark.y > y && mark.y < y + 44
          ? [mark.text]
          : [],
      );
      const share = shares[head].toFixed(2).replace("-", "−");
      assert.deepEqual(
        below,
        [share, scales[head] ? `${scales[head]}×` : "off"],
        `head ${head}, ${width} px`,
      );
    }
  }
});

test("the frame of the selected head touches no word: beside its map, in its title or below it", () => {
  const picture = pictureOf();
  const step = attentionIn(picture);
  const note = habitOf(picture, step, {});
  const bars = { share: () => 0.2, most: 0.4, scale: () => 1 };
  for (const [width, scales] of /** @type {const} */ ([
    [358, true],
    [358, false],
    [760, true],
    [760, false],
  ]))
    for (let head = 0; head < 8; head++) {
      const selection = { ...NOTHING, head, token: 7 };
      const view = { picture, step, selection, held: selection, panned: NOWHERE, note };
      const { marks } = headMapsScene(view, surface(width), bars, scales);
      const frames = marks.flatMap((mark) =>
        mark.kind === "rect" && mark.radius === 3 && mark.line ? [mark] : [],
      );
      const [{ x, y, w, h }] = frames;
      assert.equal(frames.length, 1);
      for (const mark of marks) {
        if (mark.kind !== "text") continue;
        const wide = measure(mark.text, mark.size);
        const from = mark.x - { start: 0, middle: wide / 2, end: wide }[mark.align ?? "start"];
        const inside = mark.y > y && mark.y < y + h && from < x + w && from + wide > x;
        const clear = inside
          ? from >= x + 2 && from + wide <= x + w - 2 && mark.y - 10 >= y + 2 && mark.y <= y + h - 2
          : mark.y < y || mark.y - 10 > y + h || from + wide <= x - 3 || from >= x + w + 3;
        assert.ok(clear, `head ${head}, ${width} px: ${mark.text}`);
      }
    }
  picture.dispose();
});

test("on a phone, the words above a plane wrap, and none is cut", () => {
  const picture = pictureOf({ tokens: words(3), dModel: 64, heads: 2 });
  const on = surface(300);
  const { marks } = planeScene(headIn(picture, { ...NOTHING, head: 0, token: 2, key: 1 }), on);
  for (const mark of marks)
    if (mark.kind === "text") assert.ok(mark.x + measure(mark.text.trimEnd()) <= on.width, mark.text);
});

test("in a plane, names touch no point and no other name, and the selected ones are there", () => {
  const picture = pictureOf();
  const { tokens } = picture.settings;
  for (const width of [300, 480])
    for (let head = 0; head < 8; head++)
      for (const [token, key] of [
        [7, 7],
        [0, 11],
      ]) {
        const { marks } = planeScene(headIn(picture, { ...NOTHING, head, token, key }), surface(width));
        const names = marks.flatMap((mark) =>
          mark.kind === "text" && tokens.includes(mark.text.trim()) ? [mark] : [],
        );
        const boxes = names.map(({ text, x, y, bold }) => ({ x, y: y - 9, w: measure(text), h: 11, bold }));
        const points = marks.flatMap((mark) =>
          mark.kind === "rect" && [5, 10].includes(mark.w) ? [mark] : [],
        );
        const meet = (/** @type {typeof points[0]} */ a, /** @type {typeof boxes[0]} */ b) =>
          a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
        const where = `head ${head}, query ${token}, ${width} px`;
        assert.equal(points.length, 24, where);
        assert.deepEqual(
          names.filter(({ bold }) => bold).map(({ text }) => text),
          [tokens[token], tokens[key]],
          where,
        );
        boxes.forEach((box, i) => {
          assert.ok(box.x >= 0 && box.x + box.w <= width, `${names[i].text} is inside, ${where}`);
          for (const other of boxes.slice(0, i))
            assert.ok(!meet(/** @type {any} */ (other), box), `${names[i].text} meets a name, ${where}`);
          if (!box.bold)
            for (const point of points)
              assert.ok(!meet(point, box), `${names[i].text} meets a point, ${where}`);
        });
      }
  picture.dispose();
});

const BLUE = { each: false, log: false, colormap: "blue" };

test("the text is coloured by the weights of the query, or by the mean of several, and a press finds its token", () => {
  const picture = pictureOf({ heads: 2, dModel: 8, tokens: ["the", "cat", "sat", "down"] });
  const of = headIn(picture, { ...NOTHING, head: 1, token: 2 });
  const draw = (/** @type {readonly number[]} */ asking) =>
    textScene(of, surface(400), { held: of, panned: NOWHERE, asking, look: BLUE });
  const fills = (/** @type {Scene} */ { marks }) =>
    marks.flatMap((mark) => (mark.kind === "rect" && mark.fill ? [mark.fill] : []));
  const coloured = (/** @type {ArrayLike<number>} */ weights) =>
    Array.from(weights, (weight) => unpackColour(LIGHT.colormap("blue")[Math.round(weight * 255)]));
  const one = draw([]);
  assert.deepEqual(fills(one), coloured(rowOf(of)));
  const several = draw([0, 2, 3]);
  const mean = [0, 1, 2, 3].map((key) => (rowOf(of, 0)[key] + rowOf(of, 2)[key] + rowOf(of, 3)[key]) / 3);
  assert.deepEqual(fills(several), coloured(mean));
  const outlined = several.marks.filter((mark) => mark.kind === "rect" && mark.stroke && mark.line === 2);
  assert.equal(outlined.length, 3);
  const cat = one.marks.find((mark) => mark.kind === "text" && mark.text === "cat");
  assert.ok(cat?.kind === "text");
  assert.deepEqual(one.hit(cat.x + 2, cat.y - 4), { query: 1 });
  assert.equal(one.hit(399, 5), null);
});

test("of a long text, a window around the query is drawn, and said once", () => {
  const picture = pictureOf(KINDS.long);
  const of = headIn(picture, { ...NOTHING, head: 0, token: 150 });
  const { marks, height } = textScene(of, surface(360), {
    held: of,
    panned: NOWHERE,
    asking: [],
    look: BLUE,
  });
  assert.ok(height < 560, `${height} px`);
  const texts = marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
  assert.ok(texts.includes(picture.settings.tokens[150]));
  assert.equal(texts.filter((text) => / of 200/.test(text)).length, 1, texts.join());
});

test("between two sentences, one is pressed for queries and the other is coloured", () => {
  const picture = pictureOf({ heads: 2, dModel: 8, tokens: ["a", "b"], keyTokens: ["c", "d", "e"] });
  const of = headIn(picture, { ...NOTHING, head: 0, token: 1 });
  const scene = textScene(of, surface(400), { held: of, panned: NOWHERE, asking: [], look: BLUE });
  const at = (/** @type {string} */ word) => {
    const mark = scene.marks.find((each) => each.kind === "text" && each.text === word);
    return mark?.kind === "text" ? scene.hit(mark.x + 2, mark.y - 4) : undefined;
  };
  assert.deepEqual([at("a"), at("e")], [{ query: 0 }, { key: 2 }]);
  assert.equal(scene.marks.filter((mark) => mark.kind === "rect" && mark.fill).length, 3);
});
