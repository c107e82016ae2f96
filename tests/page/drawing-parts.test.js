// Parts of drawings: the line chart, callouts, SVG, scales, how heads are shown, panning, and the titles of a map's axes.
import assert from "node:assert/strict";
import test from "node:test";
import { chartScene } from "../../web/kit/draw/chart.js";
import { LIGHT, unpackColour } from "../../web/kit/draw/palette.js";
import { measureText } from "../../web/render/measure.js";
import { placeCallout } from "../../web/walk/draw/callout.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { pictureOf, measure } from "./support/pictures.js";
import { sceneOf } from "./support/scenes.js";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { scaleOf } from "../../web/kit/draw/scale.js";
import { LOOK, fittingLook, scaleOfHead } from "../../web/kit/state/look.js";
import {
  factorsOf,
  isScaled,
  isSolo,
  mutedOf,
  togglePick,
  scaleHead,
  soloHead,
} from "../../web/heads/state/ablation.js";
import { Pan } from "../../web/kit/draw/pan.js";
import { startAlong, NOTHING, NOWHERE } from "../../web/kit/state/selection.js";
import { headScene as headOfLayer } from "../../web/heads/draw/head-view.js";
import { localeOf, localeThere } from "../../web/kit/text/locales.js";
import "../../web/elements/languages.js";
import { oneHeadScene } from "../../web/models/draw/one-head.js";

test("names of lines with near ends stand a line apart, each near its end", () => {
  const ends = { this: 0.5, it: 0.52, was: 0.51, far: 0.9 };
  const series = Object.entries(ends).map(([name, end]) => ({ name, values: [1, end], stroke: "black" }));
  const { marks } = chartScene(
    { xs: [0, 1], xName: "x", yName: "y", max: 1, series },
    { width: 400, palette: LIGHT, measure: measureText },
  );
  const found = marks.flatMap((mark) =>
    mark.kind === "text" && mark.text in ends ? [{ name: mark.text, y: mark.y }] : [],
  );
  assert.equal(found.length, 4);
  const sorted = found.toSorted((a, b) => a.y - b.y);
  assert.deepEqual(
    sorted.map(({ name }) => name),
    ["far", "it", "was", "this"],
  );
  for (let i = 1; i < 4; i++) assert.ok(sorted[i].y - sorted[i - 1].y >= 14, JSON.stringify(sorted));
  const lines = marks.filter((mark) => mark.kind === "rect").slice(-1);
  assert.ok(
    lines[0].kind === "rect" && Math.abs(sorted[0].y - lines[0].y) < 10,
    "the lone name is at its end",
  );
});

const CARD = { w: 180, h: 44 };

for (const room of [
  { w: 358, h: 560 },
  { w: 890, h: 440 },
])
  test(`in ${room.w} px a card is entirely in the picture and never covers its cell`, () => {
    for (const size of [3, 12, 64])
      for (let x = 0; x <= room.w - size; x += 7)
        for (let y = 0; y <= room.h - size; y += 11) {
          const place = placeCallout({ x, y, w: size, h: size }, CARD, room);
          const what = `${x}, ${y}, ${size}: ${JSON.stringify(place)}`;
          assert.ok(place.x >= 0 && place.x + CARD.w <= room.w, what);
          assert.ok(place.y >= 0 && place.y + CARD.h <= room.h, what);
          const apart =
            place.x >= x + size || place.x + CARD.w <= x || place.y >= y + size || place.y + CARD.h <= y;
          assert.ok(apart, what);
        }
  });

test("the callout stands to the right of the cell if there is room, at the same height", () => {
  const place = placeCallout({ x: 100, y: 200, w: 10, h: 20 }, CARD, { w: 600, h: 400 });
  assert.deepEqual(place, { x: 120, y: 188 });
});

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;

/** Places and colours of the squares that a document draws, one for each cell. @param {string} svg @returns {string[]} */
const squaresIn = (svg) =>
  [...svg.matchAll(/<path fill="(#\w+)" d="(M[^"]+z)"/g)].flatMap(([, fill, d]) =>
    [...d.matchAll(/M(\S+) ([^hz]+)h/g)].map(([, x, y]) => `${x} ${y} ${fill}`),
  );

/** The same of the marks of a scene. @param {import("../../web/kit/draw/marks.js").Mark} mark @returns {string[]} */
const squaresOf = (mark) =>
  mark.kind === "cells"
    ? Array.from(mark.rgba).flatMap((color, i) => {
        const [x, y] = [mark.x + (i % mark.cols) * mark.cw, mark.y + Math.floor(i / mark.cols) * mark.ch];
        return color ? `${round(x)} ${round(y)} ${unpackColour(color)}` : [];
      })
    : [];

for (const id of ["q", "q_heads", "scores", "weights", "context", "concat"]) {
  test(`${id} as SVG has each cell, outline and word of the scene, in its place and colour`, async () => {
    const { marks, ...scene } = await sceneOf(pictureOf(), id);
    const svg = toSVG({ ...scene, marks }, { background: LIGHT.paper, title: id });
    const squares = marks.flatMap(squaresOf);
    assert.ok(squares.length > 100);
    assert.deepEqual(squaresIn(svg).toSorted(), squares.toSorted());
    const texts = [...svg.matchAll(/<text x="(\S+)" y="(\S+)" fill="(\S+)" .*>(.*)<\/text>/g)];
    assert.deepEqual(
      texts.map(([, x, y, fill, words]) => [Number(x), Number(y), fill, words.replaceAll("&#60;", "<")]),
      marks.flatMap((mark) =>
        mark.kind === "text" ? [[round(mark.x), round(mark.y), mark.fill, mark.text]] : [],
      ),
    );
    const [, ...rects] = svg.matchAll(/<rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"/g); // the first is the paper
    assert.deepEqual(
      rects.map(([, ...numbers]) => numbers.map(Number)),
      marks.flatMap((mark) => (mark.kind === "rect" ? [[mark.x, mark.y, mark.w, mark.h].map(round)] : [])),
    );
    const outlines = marks.filter(({ kind }) => kind === "path").length;
    assert.equal([...svg.matchAll(/<path d=/g)].length, outlines);
  });
}

test("words are escaped", () => {
  const svg = toSVG(
    { width: 1, height: 1, marks: [{ kind: "text", x: 0, y: 0, text: '<a & "b">', fill: "#000" }] },
    { background: "#fff", title: "x < y" },
  );
  assert.match(svg, /&#60;a &#38; &#34;b&#34;&#62;/);
  assert.match(svg, /<title>x &#60; y<\/title>/);
});

test("a space at the start of a text stays, and cells without gaps have no seams", async () => {
  const { marks, ...scene } = await sceneOf(pictureOf(), "q_heads"); // “Before · q_split”
  const svg = toSVG({ ...scene, marks }, { background: LIGHT.paper, title: "q_heads" });
  const spaced = [...svg.matchAll(/<text [^>]*> [^<]/g)];
  assert.ok(spaced.length > 0);
  for (const [text] of spaced) assert.match(text, /xml:space="preserve"/);
  const bars = marks.flatMap((mark) => (mark.kind === "cells" && mark.gap === 0 ? [mark] : []));
  assert.ok(bars.length > 0);
  const seamless = [...svg.matchAll(/<path fill="(#\w+)" d="[^"]+" shape-rendering="crispEdges"\/>/g)];
  assert.deepEqual(
    new Set(seamless.map(([, fill]) => fill)),
    new Set(bars.flatMap(({ rgba }) => Array.from(rgba).filter(Boolean).map(unpackColour))),
  );
});

test("characters that XML does not allow are replaced", async () => {
  const words = "a\u0001\u000b\u001f\uffff\ufffe\ud800b\t\u007f\u{1f600}";
  const svg = toSVG(
    { width: 1, height: 1, marks: [{ kind: "text", x: 0, y: 0, text: words, fill: "#000" }] },
    { background: "#fff", title: words },
  );
  assert.equal(svg.split("a\ufffd\ufffd\ufffd\ufffd\ufffd\ufffdb\t\u007f\u{1f600}").length, 3, svg);
});

test("weights run from 0 to 1 by default, and to the largest weight on request", () => {
  const scale = scaleOf([[0.1, 0.5, 0.25, NaN]], true);
  assert.deepEqual([scale.min, scale.max], [0, 1]);
  assert.deepEqual([0, 0.25, 0.5].map(scale.index), [0, 64, 128]);
  const largest = scaleOf([[0.1, 0.5], [0.25]], true, true);
  assert.deepEqual([largest.min, largest.max], [0, 0.5]);
  assert.deepEqual([0, 0.25, 0.5].map(largest.index), [0, 128, 255]);
  assert.equal(scaleOf([[0.1, 1.25]], true).max, 1.25, "dropout makes larger ones");
});

test("the scale of signed data is symmetric around 0", () => {
  const scale = scaleOf([[-4, 1]], false);
  assert.deepEqual([scale.min, scale.max], [-4, 4]);
  assert.deepEqual([-4, 0, 4].map(scale.index), [0, 128, 255]);
  assert.equal(scaleOf([[-1, 3]], true).min, -3);
});

test("infinite and NaN values do not affect the range, and still have a colour", () => {
  const scale = scaleOf([[NaN, Infinity, -Infinity, 2]], false);
  assert.deepEqual([scale.min, scale.max], [-2, 2]);
  assert.deepEqual([NaN, -Infinity, Infinity, 9, -9].map(scale.index), [0, 0, 255, 255, 0]);
});

test("empty data and data of zeros have a range", () => {
  for (const values of [[0, 0], []]) {
    for (const largest of [false, true])
      assert.deepEqual([scaleOf([values], true, largest).min, scaleOf([values], true, largest).max], [0, 1]);
    assert.deepEqual([scaleOf([values], false).min, scaleOf([values], false).max], [-1, 1]);
  }
});

test("a number below 1 has the digits that it takes not to read as 1", () => {
  assert.deepEqual(
    [0.999838, -0.99951, 0.9994, 0.99999994, 1, 1.0004, 0.5].map((value) => formatNumber(value)),
    ["0.9998", "−0.9995", "0.999", "0.9999999", "1", "1", "0.5"],
  );
  assert.equal(formatNumber(0.97, 1), "0.97");
});

test("a range has three digits and a true minus sign", () => {
  assert.deepEqual(
    [0, -0, 1, 13.6649, -13.6649, 1.2345e-9, NaN, Infinity, -Infinity].map((value) => formatNumber(value)),
    ["0", "0", "1", "13.7", "−13.7", "1.23e−9", "NaN", "∞", "−∞"],
  );
});

/** @param {Partial<import("../../web/kit/state/look.js").Look>} change */
const look = (change) => ({ ...LOOK, ...change });

test("a head scaled back to 1 leaves no entry", () => {
  const one = look(scaleHead(LOOK, 2, 0.5));
  assert.deepEqual([scaleOfHead(one, 2), scaleOfHead(one, 3), isScaled(one)], [0.5, 1, true]);
  assert.equal(isScaled(look(scaleHead(one, 2, 1))), false);
  assert.deepEqual([...factorsOf(look(scaleHead(one, 0, 0)), 4)], [0, 1, 0.5, 1]);
});

test("solo switches all other heads off, and a second solo switches them on", () => {
  const alone = look(soloHead(LOOK, 1, 3));
  assert.deepEqual(mutedOf(alone, 3), [0, 2]);
  assert.ok(isSolo(alone, 1, 3) && !isSolo(alone, 0, 3));
  assert.deepEqual(mutedOf(look(soloHead(alone, 1, 3)), 3), []);
  assert.deepEqual(mutedOf(look(soloHead(alone, 0, 3)), 3), [1, 2], "of another head it moves on");
  assert.ok(!isSolo(LOOK, 0, 1), "one head is not alone among others");
});

test("picking a head twice removes it, and the order of picks is kept", () => {
  const two = look(togglePick(look(togglePick(LOOK, 5)), 3));
  assert.deepEqual(two.picked, [5, 3]);
  assert.deepEqual(togglePick(two, 5).picked, [3]);
});

test("a layer with fewer heads keeps only the settings of its own heads", () => {
  const many = look({ picked: [1, 6], scales: { 0: 0, 7: 2 }, view: "plane" });
  assert.deepEqual(fittingLook(many, 4), look({ picked: [1], scales: { 0: 0 }, view: "plane" }));
});

/** @typedef {import("../../web/walk/draw/stage.js").Part} Part */

/** A matrix of which 20 by 30 cells of 8 px are shown. @param {[string, string]} axes @param {{ rows?: number, cols?: number }} [from] @returns {Part} */
function part([rowAxis, colAxis], { rows = 0, cols = 0 } = {}) {
  const layout = {
    ...{ cw: 8, ch: 8, width: 240, height: 160 },
    rows: { axis: rowAxis, from: rows, count: 20, of: 100 },
    cols: { axis: colAxis, from: cols, count: 30, of: 100 },
  };
  return /** @type {any} */ ({ x: 50, y: 10, tensor: { layout } });
}

const INSIDE = { x: 60, y: 20 };

test("a drag moves the windows of the tensor under it by whole cells, and keeps the remainder", () => {
  const pan = new Pan();
  const scores = [part(["T_q", "T_k"], { cols: 10 })];
  assert.deepEqual(pan.by(scores, { ...INSIDE, dx: -12, dy: 0 }), { key: 11 });
  assert.deepEqual(
    pan.by(scores, { ...INSIDE, dx: -4, dy: 0 }),
    { key: 12 - 1 },
    "with the 4 px from before",
  );
  assert.deepEqual(pan.by(scores, { ...INSIDE, dx: 0, dy: -16 }), { token: 2 });
  assert.equal(pan.by(scores, { x: 500, y: 500, dx: -12, dy: 0 }), null, "nothing lies there");
  assert.deepEqual(pan.by(scores, { dx: -16, dy: 0 }), { key: 12 }, "by keyboard it is the step's own");
});

test("the width of x and the width of its projection move separately", () => {
  const weights = [part(["d_model", "H*d_k"], { rows: 40, cols: 60 })];
  const moved = new Pan().by(weights, { ...INSIDE, dx: -16, dy: 8 });
  assert.deepEqual(moved, { "H*d_k": 62, d_model: 39 });
  assert.equal(startAlong("H*d_k", moved ?? {}), 62);
  assert.equal(startAlong("d_model", moved ?? {}), 39);
  assert.equal(startAlong("T", moved ?? {}), undefined);
});

test("a window at its end does not move, and the page gets the drag", () => {
  const pan = new Pan();
  assert.equal(pan.by([part(["T_q", "T_k"], { cols: 70 })], { ...INSIDE, dx: -9, dy: 0 }), null);
  assert.equal(pan.by([part(["T_q", "T_k"])], { ...INSIDE, dx: 9, dy: 0 }), null);
  assert.deepEqual(pan.by([part(["T_q", "T_k"], { cols: 69 })], { ...INSIDE, dx: -90, dy: 0 }), { key: 70 });
  const small = part(["T_q", "T_k"]);
  small.tensor.layout.cols.of = 30;
  assert.equal(pan.by([small], { ...INSIDE, dx: -90, dy: 0 }), null, "all of it is shown");
});

/** The large map of a head in Heads and in Models. @type {Record<string, (words: string[], surface: any) => any>} */
const MAPS = {
  heads: (tokens, surface) => {
    const picture = pictureOf({ tokens });
    const selection = { ...NOTHING, head: 0, token: 1, key: 0 };
    const state = { picture, comparison: null, hover: null, selection, panned: NOWHERE, look: LOOK };
    const scene = headOfLayer(/** @type {any} */ (state), surface, "map");
    picture.dispose();
    return scene;
  },
  models: (words, surface) => {
    const weights = new Float32Array(words.length ** 2).fill(1 / words.length);
    const map = { weights, words, causal: false, query: 1, key: null, colormap: "blue" };
    return oneHeadScene({ ...map, scale: scaleOf([weights], true) }, surface);
  },
};

const SENTENCE = ["the", "animal", "did", "not", "cross", "because", "it", "was", "exhausted"];
const TITLES = {
  en: ["who looks ↑", "at whom →"],
  fr: ["qui voit ↑", "voit qui →"],
  zh: ["谁在看 ↑", "看谁 →"],
};

for (const [where, mapOf] of Object.entries(MAPS))
  for (const [lang, titles] of Object.entries(TITLES))
    for (const width of [420, 340])
      test(`${where}, ${lang}, ${width} px: both titles are in the corner, and touch no word and no cell`, async () => {
        await localeThere(lang);
        const { marks, height } = mapOf(SENTENCE, { width, palette: LIGHT, measure, locale: localeOf(lang) });
        const cells = marks.find((/** @type {any} */ mark) => mark.kind === "cells");
        const bottom = cells.y + cells.rows * cells.ch;
        const texts = marks.filter((/** @type {any} */ mark) => mark.kind === "text");
        const named = texts.filter((/** @type {any} */ { text }) => titles.includes(text));
        assert.deepEqual(
          named.map((/** @type {any} */ { text }) => text),
          titles,
        );
        const words = texts.filter((/** @type {any} */ { turn }) => turn === -90);
        assert.equal(words.length, SENTENCE.length);
        const left = Math.min(...words.map((/** @type {any} */ { x }) => x)) - 10; // a word stands left of its baseline
        for (const { x, y, text, size } of named) {
          const from = x - measure(text, size);
          assert.ok(from >= 0 && x <= left, `${text}: ${from} to ${x}, of ${left}`);
          assert.ok(y - 10 > bottom && y < height, `${text} at ${y}, below ${bottom}`);
        }
      });

for (const [where, mapOf] of Object.entries(MAPS))
  test(`${where}: a corner that is too narrow has no titles`, () => {
    const { marks } = mapOf(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"], {
      ...{ width: 340, palette: LIGHT, measure },
    });
    const said = marks.map((/** @type {any} */ mark) => mark.text);
    for (const title of TITLES.en) assert.ok(!said.includes(title), title);
  });
