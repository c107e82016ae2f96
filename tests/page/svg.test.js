import assert from "node:assert/strict";
import { test } from "node:test";
import { LIGHT, unpackColour } from "../../web/kit/draw/palette.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { pictureOf } from "./support/pictures.js";
import { sceneOf } from "./support/scenes.js";

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
