// The page Models with a model that reads pictures: its state, and the picture with weights over it.
import assert from "node:assert/strict";
import test from "node:test";
import { LIGHT, packColour } from "../../web/kit/draw/palette.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import {
  pictureHeadFile,
  pictureHeadScene,
  pictureSheetFile,
  pictureSheetScene,
} from "../../web/models/draw/picture-scenes.js";
import { openCheckpoint } from "../../web/models/index.js";
import { Drawing, pixelsShown } from "../../web/models/state/page-drawing.js";
import { isPicture } from "../../web/models/state/page-picture.js";
import { INITIAL } from "../../web/models/state/page-state.js";
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

/** A state in which a picture of 2 × 2 patches of 2 × 2 pixels, all of one colour, was read after one extra token. @param {object} [change] @param {{ channels?: number }} [how] @returns {any} */
function pictureState(change, { channels = 3 } = {}) {
  const [layers, heads] = [2, 3];
  const size = 5;
  const data = Float32Array.from({ length: heads * size * size }, (_, i) => {
    const [head, query, key] = [Math.floor(i / 25), Math.floor(i / 5) % 5, i % 5];
    if (key === 0) return 0.2;
    return key === (head === 1 ? 1 : 4) ? 0.8 - query / 100 : 0;
  });
  const image = { data: new Uint8ClampedArray(64).fill(255), width: 4, height: 4 };
  return {
    ...INITIAL,
    run: {
      of: { model: { info: { vision: { channels, patch: [2, 2] } } } },
      ...{ layers, heads, words: ["[CLS]", "r0 c0", "r0 c1", "r1 c0", "r1 c1"] },
      attention: Array.from({ length: layers }, () => ({ data, shape: [heads, size, size] })),
      run: { image, grid: [2, 2], extra: 1, masks: [] },
    },
    selected: { layer: 1, head: 1 },
    query: 1,
    ...change,
  };
}

const SURFACE = {
  width: 700,
  palette: LIGHT,
  measure: (/** @type {string} */ text) => text.length * 7,
};

/** The run of a state, and the state. @param {any} state @returns {[run: any, state: any]} */
const inState = (state) => [state.run, state];

/** @typedef {import("../../web/kit/draw/marks.js").Mark} Mark */

/** Marks of a kind. @template {Mark["kind"]} Kind @param {{ marks: readonly Mark[] }} scene @param {Kind} kind @returns {Extract<Mark, { kind: Kind }>[]} */
const marksOf = ({ marks }, kind) => /** @type {any} */ (marks.filter((mark) => mark.kind === kind));

test("the picture is drawn large for one head, with its largest weights and its scale", () => {
  const at = { head: { layer: 1, head: 1 }, query: 1 };
  const scene = pictureHeadScene(...inState(pictureState()), at, SURFACE);
  const [{ w, h, raster }] = marksOf(scene, "image");
  assert.deepEqual([w, h, raster.width], [380, 380, 4]);
  assert.ok(marksOf(scene, "text").some(({ text }) => text === ".79"));
  assert.equal(scene.patchAt(w * 0.75, h * 0.25), 2);
  assert.equal(scene.patchAt(w * 0.25, h * 0.75), 3);
  assert.equal(scene.patchAt(690, 1), null);
  const { x, y } = scene.placeAt(1 + w / 2, 1 + h / 4);
  assert.deepEqual([x, y], [2, 1]);
});

test("the reverse view has the weights of all tokens on the patch", () => {
  const state = pictureState({ look: { ...INITIAL.look, patchView: "reverse" } });
  const scene = pictureHeadScene(...inState(state), { head: { layer: 0, head: 1 }, query: 1 }, SURFACE);
  const said = marksOf(scene, "text").map(({ text }) => text);
  for (const weight of [".79", ".78", ".77"]) assert.ok(said.includes(weight), `${said}`);
});

test("patches that are painted out have a cross", () => {
  const at = { head: { layer: 0, head: 0 }, query: 0 };
  const crosses = (/** @type {object} */ change) =>
    marksOf(pictureHeadScene(...inState(pictureState(change)), at, SURFACE), "path").filter(
      ({ fill }) => !fill,
    );
  assert.equal(crosses({}).length, 0);
  const [{ d }] = crosses({ masks: [2] });
  assert.match(d, /^M191 1l190 190M381 1l-190 190$/);
});

test("every head has the same picture, small, and is found under the pointer", () => {
  const scene = pictureSheetScene(...inState(pictureState()), SURFACE);
  const pictures = marksOf(scene, "image");
  assert.equal(pictures.length, 6);
  assert.deepEqual(new Set(pictures.map(({ raster }) => raster)).size, 1);
  const { x, y } = pictures[5];
  assert.deepEqual(scene.headAt(x + 3, y + 3), { layer: 1, head: 2 });
  assert.equal(scene.headAt(690, 1), null);
});

test("pictures of twelve heads and sixteen layers fit a narrow page", () => {
  const { run } = pictureState();
  const attention = Array.from({ length: 12 }, () => ({
    data: new Float32Array(16 * 25),
    shape: [16, 5, 5],
  }));
  const state = pictureState({ run: { ...run, layers: 12, heads: 16, attention } });
  const scene = pictureSheetScene(...inState(state), { ...SURFACE, width: 340 });
  const pictures = marksOf(scene, "image");
  assert.equal(pictures.length, 192);
  for (const { x, w } of pictures) assert.ok(x >= 0 && x + w <= 340, `${x} ${w}`);
});

test("the edges of a picture that make no whole patch are left out", () => {
  const state = pictureState();
  const data = new Uint8ClampedArray(4 * 5 * 6).map((_, i) => ((i >> 2) % 5 === 4 || i >= 4 * 20 ? 0 : 255));
  state.run.run.image = { data, width: 5, height: 6 };
  const scene = pictureHeadScene(...inState(state), { head: { layer: 0, head: 0 }, query: 0 }, SURFACE);
  const [{ raster }] = marksOf(scene, "image");
  assert.deepEqual([raster.width, raster.height, [...new Set(raster.rgba)]], [4, 4, [255]]);
});

test("grey is ink on paper", () => {
  const scene = pictureHeadScene(
    ...inState(pictureState({}, { channels: 1 })),
    { head: { layer: 0, head: 0 }, query: 0 },
    SURFACE,
  );
  const [{ raster }] = marksOf(scene, "image");
  assert.equal(new Uint32Array(raster.rgba.buffer)[0], packColour(LIGHT.ink));
});

test("a saved picture has the image in it", async () => {
  const state = pictureState();
  const files = [
    await pictureHeadFile(...inState(state), { head: { layer: 0, head: 1 }, query: 1 }, SURFACE),
    await pictureSheetFile(...inState(state), SURFACE),
  ];
  for (const { scene, title } of files) {
    const svg = toSVG(scene, { background: LIGHT.paper, fonts: LIGHT.fonts, title });
    assert.equal([...svg.matchAll(/<image [^>]*href="data:image\/png;base64,/g)].length, 1);
    assert.match(svg, title === "Layer 0, head 1" ? /Layer 0, head 1/ : /Every head over the image/);
  }
});

/** The page with a drawing on its picture. @param {string} name */
async function drawingOn(name) {
  const page = await pageWith(name);
  await page.see(pictureOf(name));
  return { page, drawing: new Drawing(page), given: page.state.image };
}

/** @param {ModelsPage} page */
const classesOf = (page) => page.state.run?.run.predictions(0, 2).map(({ probability }) => probability);

test("a line is drawn on the picture as the model sees it, the model follows, and the picture comes back", async () => {
  const { page, drawing, given } = await drawingOn("vit");
  const before = classesOf(page);
  const seen = page.state.run?.run.image;
  drawing.stroke({ x: 0, y: 6 }, { x: 12, y: 6 }, [255, 0, 0]);
  assert.equal(page.state.image?.from, given);
  await drawing.read();
  const { image } = /** @type {any} */ (page.state.run).run;
  assert.deepEqual([image.width, image.height], [12, 12]);
  assert.deepEqual([...image.data.subarray(6 * 12 * 4, 6 * 12 * 4 + 4)], [255, 0, 0, 255]);
  assert.deepEqual(image.data.subarray(0, 12 * 4), seen?.data.subarray(0, 12 * 4));
  assert.notDeepEqual(classesOf(page), before);
  drawing.undo();
  await drawing.read();
  assert.equal(page.state.image, given);
  assert.deepEqual(classesOf(page), before);
  page.rest();
});

test("another element draws on the drawing of the last one, over its patches", async () => {
  const { page, drawing, given } = await drawingOn("vit");
  drawing.paintOut(1, true);
  await drawing.read();
  const next = new Drawing(page);
  next.stroke({ x: 4, y: 6 }, { x: 9, y: 6 }, [255, 0, 0]);
  await next.read();
  const { data, width } = /** @type {any} */ (page.state.run).run.image;
  assert.deepEqual([...data.subarray((6 * width + 6) * 4, (6 * width + 6) * 4 + 3)], [255, 0, 0]);
  next.undo();
  await next.read();
  assert.equal(page.state.image, given);
  page.rest();
});

test("a drawing that was taken back stays so for another element", async () => {
  const { page, drawing, given } = await drawingOn("vit");
  const seen = page.state.run?.run.image;
  drawing.blank([0, 0, 0]);
  await drawing.read();
  const next = new Drawing(page);
  const stroke = () => next.stroke({ x: 0, y: 0 }, { x: 12, y: 0 }, [255, 0, 0]);
  stroke();
  next.undo();
  await next.read();
  stroke();
  assert.equal(page.state.image?.from, given);
  const { data } = /** @type {any} */ (page.state.image?.content);
  assert.deepEqual(data.subarray(12 * 4), seen?.data.subarray(12 * 4));
  await next.read();
  page.rest();
});

test("patches are painted out as a mask paints them, over a drawing too, and are shown at once", async () => {
  const { page, drawing } = await drawingOn("vit-grey");
  drawing.paintOut(5, true);
  drawing.paintOut(5, true);
  assert.deepEqual(page.state.masks, [5]);
  const { run } = page.state;
  const shown = pixelsShown(/** @type {any} */ (run), page.state);
  await drawing.read();
  assert.notEqual(page.state.run, run);
  assert.deepEqual(page.state.run?.run.image?.data, shown.data);
  const painted = classesOf(page);
  await page.see(pictureOf("vit-grey"));
  await page.mask(5);
  assert.deepEqual(classesOf(page), painted);
  page.rest();
});

test("a sheet and its patches are filled, and the model runs once for all changes during a run", async () => {
  const { page, drawing } = await drawingOn("vit");
  let runs = 0;
  const { run } = page;
  page.run = (...given) => (runs++, run.apply(page, given));
  drawing.blank([0, 0, 0]);
  page.state.run?.words.slice(1).forEach((_, i) => drawing.fill(1 + i, [255, 255, 255]));
  await drawing.read();
  assert.equal(runs, 2);
  assert.deepEqual([...new Set(page.state.run?.run.image?.data)], [255]);
  page.rest();
});

test("a drawing does not go to another model, whose pictures have another size", async () => {
  const { page, drawing, given } = await drawingOn("vit");
  drawing.blank([0, 0, 0]);
  await drawing.read();
  await page.openings.open({ name: "other", files: filesOf(folderOf("vit-grey")) });
  assert.deepEqual([page.state.image, page.state.masks], [given, []]);
  page.rest();
});

test("nothing is drawn on a picture that the model has not read yet", async () => {
  const { page, drawing } = await drawingOn("vit");
  const next = { ...pictureOf("vit"), name: "next" };
  const seen = page.see(next);
  drawing.blank([0, 0, 0]);
  assert.equal(page.state.image, next);
  await seen;
  page.rest();
});
