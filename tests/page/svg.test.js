import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { pictureOf } from "./support/pictures.js";
import { sceneOf } from "./support/scenes.js";

const folder = new URL("../fixtures/svg/", import.meta.url);

for (const id of ["q", "q_heads", "scores", "weights", "context", "concat"]) {
  test(`${id} as SVG is the golden picture (UPDATE_GOLDENS=1 writes it anew: look at it then)`, async () => {
    const scene = await sceneOf(pictureOf(), id);
    const svg = toSVG(scene, { background: LIGHT.paper, title: id });
    const file = new URL(`${id}.svg`, folder);
    if (process.env.UPDATE_GOLDENS) await writeFile(file, svg);
    assert.equal(svg, await readFile(file, "utf8"));
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

test("characters that XML does not allow are replaced", async () => {
  const words = "a\u0001\u000b\u001f\uffff\ufffe\ud800b\t\u007f\u{1f600}";
  const svg = toSVG(
    { width: 1, height: 1, marks: [{ kind: "text", x: 0, y: 0, text: words, fill: "#000" }] },
    { background: "#fff", title: words },
  );
  assert.equal(svg.split("a\ufffd\ufffd\ufffd\ufffd\ufffd\ufffdb\t\u007f\u{1f600}").length, 3, svg);
});
