// The page Models with a model that reads pictures: its state, and the picture with weights over it.
import assert from "node:assert/strict";
import test from "node:test";
import { LIGHT, packed } from "../../web/kit/draw/palette.js";
import { overPictureScene } from "../../web/models/draw/over-picture.js";
import { openCheckpoint } from "../../web/models/index.js";
import { isPicture } from "../../web/models/state/page-picture.js";
import { ModelsPage } from "../../web/models/state/page.js";
import { until } from "../browser/support/until.js";
import * as texts from "./support/checkpoints.js";
import { expectedOf, folderOf } from "./support/vision.js";

/** @param {Record<string, Uint8Array<ArrayBuffer>>} folder @returns {any} files as a browser gives them */
const filesOf = (folder) =>
  Object.fromEntries(Object.entries(folder).map(([file, bytes]) => [file, new Blob([bytes])]));

/** The picture of a case, as a reader gives it. @param {string} name */
function pictureOf(name) {
  const { data, shape } = expectedOf(name).picture;
  return { name, content: { data, shape } };
}

/** A page on which a model is open. @param {string} name */
async function pageWith(name) {
  const page = new ModelsPage(async () => ({ openCheckpoint }));
  await page.load();
  await page.openings.open({ name, files: filesOf(folderOf(name)) });
  return page;
}

test("a model that reads pictures waits for one, runs it, and asks for [CLS]", async () => {
  const page = await pageWith("vit");
  assert.deepEqual([page.state.run, page.state.problem, page.state.running], [null, null, false]);
  await page.see(pictureOf("vit"));
  const { run, query } = page.state;
  assert.equal(page.state.problem, null);
  assert.deepEqual([run?.words[0], run?.words[9], query], ["[CLS]", "r2 c2", 0]);
  assert.equal(page.isRead, true);
  page.rest();
});

test("a class that the reader asks for is ranked for; without it, the likeliest", async () => {
  const page = await pageWith("vit");
  await page.see(pictureOf("vit"));
  const [likeliest, second] = page.state.run?.run.predictions(0, 2) ?? [];
  assert.equal(page.ranking.wanted?.text, likeliest.text);
  page.askFor(second.id);
  assert.equal(page.ranking.wanted?.text, second.text);
  await page.ranking.start();
  const { ranking } = page.state;
  assert.equal(ranking?.effects.length, 8);
  assert.ok(Math.abs((ranking?.probability ?? NaN) - second.probability) < 1e-6);
  assert.ok(Number.isNaN(ranking?.loss));
  const [{ layer, head, change }] = ranking?.effects ?? [];
  await page.turn({ layer, head });
  const { whole, run } = page.state;
  assert.notEqual(whole, run);
  const { probability } = page.ranking.changed(/** @type {any} */ (whole), /** @type {any} */ (run));
  assert.ok(Math.abs(probability.after - probability.before - change) < 1e-6);
  assert.equal(page.ranking.answers?.before.text, likeliest.text);
  page.rest();
});

test("another picture of the same size is run anew with all heads, and keeps the heads that are off", async () => {
  const page = await pageWith("vit");
  await page.see(pictureOf("vit"));
  await page.turn({ layer: 0, head: 1 });
  const { whole } = page.state;
  const { data, shape } = expectedOf("vit").picture;
  const upsideDown = { data: Float32Array.from(data).reverse(), shape };
  await page.see({ name: "other", content: upsideDown });
  assert.notEqual(page.state.whole, whole);
  assert.notDeepEqual(page.state.whole?.attention[0].data, whole?.attention[0].data);
  assert.deepEqual(page.state.off, [{ layer: 0, head: 1 }]);
  page.rest();
});

test("a patch is painted black, and shown again", async () => {
  const page = await pageWith("vit");
  await page.see(pictureOf("vit"));
  const before = page.state.run?.run.predictions(0, 1)[0].probability;
  await page.mask(5);
  assert.deepEqual([page.state.run?.run.masks, page.state.query], [[5], 5]);
  assert.notEqual(page.state.run?.run.predictions(0, 1)[0].probability, before);
  await page.mask(5);
  assert.equal(page.state.run?.run.predictions(0, 1)[0].probability, before);
  page.rest();
});

test("with a head off, a painted picture is compared with the same painted picture", async () => {
  const page = await pageWith("vit");
  await page.see(pictureOf("vit"));
  await page.turn({ layer: 0, head: 1 });
  await page.mask(5);
  assert.deepEqual(page.state.whole?.run.masks, [5]);
  page.rest();
});

test("the text stays while a model of pictures is on show, and the link leaves out the usual token", async () => {
  const page = await pageWith("vit");
  const { text } = page.state;
  await page.see(pictureOf("vit"));
  assert.equal(page.link.toParams().toString(), "");
  page.ask(4);
  assert.equal(page.link.toParams().get("token"), "4");
  await page.openings.open({ name: "gpt2", files: filesOf(texts.folderOf("gpt2")) });
  assert.equal(page.state.text, text);
  await page.show(0);
  assert.equal(page.state.run?.words[0], "[CLS]");
  page.rest();
});

test("a picture that cannot be read is a problem, and the pictures of the last one stay", async () => {
  const page = await pageWith("vit");
  await page.see(pictureOf("vit"));
  const { run } = page.state;
  await page.see({ name: "broken", content: { data: new Uint8Array(5), width: 2, height: 2 } });
  assert.match(page.state.problem?.message ?? "", /^5 numbers make no picture of 2 × 2 pixels/);
  assert.equal(page.state.run, run);
  assert.equal(page.isRead, false);
  page.rest();
});

test("the layer of the selected head is traced on the picture", async () => {
  const page = await pageWith("vit-grey");
  await page.see(pictureOf("vit-grey"));
  await until(() => page.state.traced !== null);
  assert.equal(page.state.traced?.of, page.state.run);
  page.rest();
});

test("files of pictures are known by their type, or by their name where the system gives none", () => {
  assert.equal(isPicture(new File([], "a", { type: "image/png" })), true);
  assert.equal(isPicture(new File([], "IMG_1.JPG")), true);
  assert.equal(isPicture(new File([], "model.safetensors")), false);
  assert.equal(isPicture(new File([], "a.png", { type: "text/plain" })), false);
});

/** A picture of 2 × 2 patches of 2 × 2 pixels, all of one colour, after one extra token. @param {Partial<import("../../web/models/draw/over-picture.js").OverPicture>} [change] @param {number} [width] */
const pictureScene = (change, width = 700) =>
  overPictureScene(
    {
      image: { data: new Uint8ClampedArray(64).fill(255), width: 4, height: 4 },
      ...{ isGrey: false, grid: [2, 2], patch: [2, 2], extra: 1, query: 1, layers: 2, heads: 3 },
      rowOf: ({ head }) => Float32Array.of(0.2, head === 1 ? 0.8 : 0, 0, 0, head === 1 ? 0 : 0.8),
      ...{ selected: { layer: 1, head: 1 }, shown: { layer: 1, head: 1 }, colormap: "blue" },
      layerName: (layer) => `layer ${layer}`,
      ...change,
    },
    { width, palette: LIGHT, measure: (text) => text.length * 7 },
  );

test("the picture is drawn large for one head and small for each, with the largest weight as the strongest colour", () => {
  const { marks } = pictureScene();
  const pictures = /** @type {import("../../web/kit/draw/marks.js").Cells[]} */ (
    marks.filter(({ kind }) => kind === "cells")
  );
  assert.equal(pictures.length, 1 + 6);
  const [large, first] = pictures;
  assert.ok(large.cw * large.cols > 2 * first.cw * first.cols);
  const white = packed("#ffffff");
  assert.notEqual(large.rgba[0], white, "the weight lies on the first patch");
  assert.deepEqual([large.rgba[2], large.rgba[15]], [white, white]);
  assert.deepEqual([first.rgba[0] === white, first.rgba[15] === white], [true, false]);
  assert.ok(marks.some((mark) => mark.kind === "text" && mark.text === ".80"));
});

test("a patch and a head are found under the pointer", () => {
  const { marks, hit } = pictureScene();
  const [large, ...small] = /** @type {import("../../web/kit/draw/marks.js").Cells[]} */ (
    marks.filter(({ kind }) => kind === "cells")
  );
  const side = large.cw * large.cols;
  assert.deepEqual(hit(side * 0.75, side * 0.25), { token: 2 });
  assert.deepEqual(hit(side * 0.25, side * 0.75), { token: 3 });
  assert.deepEqual(hit(small[5].x + 3, small[5].y + 3), { head: { layer: 1, head: 2 } });
  assert.equal(hit(690, 1), null);
});

test("the small pictures stand below the large one where there is little room, and grey is ink on paper", () => {
  const { marks } = pictureScene({ isGrey: true, query: 0 }, 330);
  const [large, first] = /** @type {import("../../web/kit/draw/marks.js").Cells[]} */ (
    marks.filter(({ kind }) => kind === "cells")
  );
  assert.ok(first.y > large.y + large.ch * large.rows);
  assert.equal(large.rgba[15], packed(LIGHT.ink));
});
