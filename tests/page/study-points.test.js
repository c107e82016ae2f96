// Many sentences on the page Models: heads as points, their crosses and names, what is hit, and what stays while the page shows no views.
import assert from "node:assert/strict";
import test from "node:test";
import { DARK, LIGHT } from "../../web/kit/draw/palette.js";
import { ticksOver } from "../../web/study/draw/axis-ticks.js";
import {
  endsOf,
  headAt,
  headToward,
  headsIn,
  layerColours,
  pointsScene,
  withPointer,
} from "../../web/study/draw/head-points.js";
import { contrast } from "./support/contrast.js";
import { studyOf } from "../../web/elements/study-page.js";
import { SignalStore } from "../../web/kit/state/signal-store.js";
import { studyOf as studyOfValues } from "./support/studies.js";

/** @type {import("../../web/kit/draw/marks.js").Surface} */
const surface = { width: 560, palette: LIGHT, measure: (/** @type {string} */ text) => text.length * 7 };

/** @param {number} layer @param {number} head @param {number} x @param {number} y @param {string | null} [name] */
const point = (layer, head, x, y, name = null) => ({
  head: { layer, head },
  x,
  y,
  halfX: 0.01,
  halfY: 0.02,
  name,
});

/** @param {ReturnType<typeof point>[]} points @param {Partial<import("../../web/study/draw/head-points.js").Points>} [of] */
const sceneOf = (points, of = {}) =>
  pointsScene(
    {
      ...{
        points,
        layers: 2,
        ends: endsOf(points),
        brushed: [],
        selected: { layer: 0, head: 0 },
        titles: null,
      },
      even: { x: 0.1, y: 0.05, said: (axis) => `evenly on ${axis}` },
      layerName: (layer) => `layer ${layer}`,
      ...of,
    },
    surface,
  );

const FOUR = [
  point(0, 0, 0.1, 0.1),
  point(0, 1, 0.5, 0.12),
  point(1, 0, 0.9, 0.02, "previous token"),
  point(1, 1, 0.11, 0.4, "induction"),
];

/** @param {import("../../web/study/draw/head-points.js").PointsScene} scene */
const textsOf = ({ marks }) => marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));

test("ticks run from 0 to a round number above the largest value", () => {
  for (const most of [0.004, 0.32, 0.9, 1, 2.3, 41]) {
    const { ticks, least, most: end, digits } = ticksOver({ least: 0, most });
    assert.deepEqual([ticks[0], least], [0, 0]);
    assert.ok(end >= most && end < most * 1.6, `${end} for ${most}`);
    assert.ok(ticks.length >= 3 && ticks.length <= 8);
    for (const tick of ticks)
      assert.ok(Math.abs(Number(tick.toFixed(digits)) - tick) < 1e-9, `${tick} in ${digits} digits`);
  }
  assert.equal(ticksOver({ least: 0, most: 0 }).most > 0, true);
});

test("ticks have 0 among them, between round numbers around all values", () => {
  for (const [least, most] of [
    [-0.3, 1.2],
    [-4, -1],
    [-0.001, 0.9],
  ]) {
    const { ticks, ...ends } = ticksOver({ least, most });
    assert.ok(ticks.includes(0), ticks.join());
    assert.ok(ends.least <= least && ends.most >= most, `${ends.least} to ${ends.most}`);
    assert.ok(ticks[0] === ends.least && ticks.at(-1) === ends.most);
  }
});

test("an axis reaches below 0 where values do, with their intervals", () => {
  assert.deepEqual(endsOf([point(0, 0, 0.2, -0.1), point(0, 1, 0.4, 0.3)]).y.least < -0.1, true);
  assert.equal(endsOf(FOUR).x.least, 0);
});

test("points lie within the axes, and named heads and the selected one have names", () => {
  const scene = sceneOf(FOUR);
  const { box } = scene;
  for (const { x, y } of scene.at)
    assert.ok(x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h);
  const texts = textsOf(scene);
  for (const name of ["1.0 · previous token", "1.1 · induction", "0.0"])
    assert.ok(texts.includes(name), name);
});

test("a file has the titles of the axes and a legend of the layers, and of many layers the first and the last", () => {
  const titles = { x: "across", y: "up" };
  const texts = textsOf(sceneOf(FOUR, { titles }));
  for (const said of ["across", "up", "layer 0", "layer 1", "evenly on x"])
    assert.ok(texts.includes(said), said);
  const many = textsOf(sceneOf([point(0, 0, 0.1, 0.1)], { titles, layers: 32 }));
  assert.deepEqual(
    many.filter((said) => said.startsWith("layer")),
    ["layer 0", "layer 31"],
  );
});

test("no name touches another, however many heads stand at one place", () => {
  const many = Array.from({ length: 40 }, (_, i) => point(0, i, 0.5 + i / 1000, 0.5, "previous token"));
  const names = sceneOf(many, { layers: 1 }).marks.flatMap((mark) =>
    mark.kind === "text" && mark.text.includes("·") ? [mark] : [],
  );
  assert.ok(names.length >= 1 && names.length < 8);
  for (const a of names)
    for (const b of names) assert.ok(a === b || Math.abs(a.y - b.y) >= 12 || Math.abs(a.x - b.x) >= 7 * 20);
});

test("the head under the pointer is the nearest, and far from all points there is none", () => {
  const scene = sceneOf(FOUR);
  const { x, y } = scene.at[2];
  assert.deepEqual(headAt(scene, x - 5, y + 4), { layer: 1, head: 0 });
  assert.equal(headAt(scene, x - 100, y - 60), null);
});

test("a frame holds the heads in it, and an arrow key goes to the nearest head in its direction", () => {
  const scene = sceneOf(FOUR);
  assert.deepEqual(headsIn(scene, scene.box).length, 4);
  const { x, y } = scene.at[3];
  assert.deepEqual(headsIn(scene, { x: x - 2, y: y - 2, w: 4, h: 4 }), [{ layer: 1, head: 1 }]);
  assert.deepEqual(headToward(scene, { layer: 0, head: 0 }, { dx: 1, dy: 0 }), { layer: 0, head: 1 });
  assert.deepEqual(headToward(scene, { layer: 0, head: 0 }, { dx: 0, dy: -1 }), { layer: 1, head: 1 });
  assert.deepEqual(
    headToward(scene, { layer: 1, head: 0 }, { dx: 1, dy: 0 }),
    { layer: 1, head: 0 },
    "the same at the edge",
  );
});

test("framed heads stay, others fade", () => {
  const alphas = sceneOf(FOUR, { brushed: [{ layer: 1, head: 1 }] }).marks.flatMap((mark) =>
    mark.kind === "path" && mark.fill ? [mark.alpha ?? 1] : [],
  );
  assert.ok(alphas.includes(1) && alphas.some((alpha) => alpha < 0.5));
});

test("colours of layers stand out from the paper, in both schemes", () => {
  for (const palette of [LIGHT, DARK])
    for (const layers of [1, 4, 32])
      for (const colour of layerColours(palette, layers))
        assert.ok(contrast(colour, palette.paper) >= 3, `${colour} on ${palette.paper}`);
});

test("a pointer adds its marks to a scene of 1,024 heads without drawing them again", () => {
  const many = Array.from({ length: 1024 }, (_, i) =>
    point(Math.floor(i / 32), i % 32, (i % 37) / 40, (i % 91) / 100),
  );
  const scene = sceneOf(many, { layers: 32 });
  const over = withPointer(scene, { pointed: { layer: 3, head: 5 }, brush: null }, surface);
  assert.equal(over.marks.length, scene.marks.length + 1);
  assert.ok(scene.marks.length < 250, `${scene.marks.length} marks`);
  assert.ok(scene.marks.every((mark, i) => mark === over.marks[i]));
});

/** A page with a model of two layers of two heads. @extends {SignalStore<{ axes: string | null, selected: object, run: object }>} */
class Page extends SignalStore {
  /** @type {any} */
  opened = opened();

  constructor() {
    super({ axes: "previous,induction", selected: { layer: 0, head: 0 }, run: { layers: 2, heads: 2 } });
  }

  /** @param {{ layer: number, head: number }} selected */
  select(selected) {
    this.set({ selected });
  }

  open() {
    this.opened = opened();
    this.set({ selected: { layer: 0, head: 0 } });
  }
}

const opened = () => ({ model: { info: { vision: null } }, name: "a model", bytes: 0 });

const shown = (/** @type {Page} */ page) => studyOf(/** @type {any} */ (page), /** @type {any} */ (TOOLS));
const TOOLS = { namesOf: () => [] };

test("a page has one study, and a kept result stays when the page opens another model", () => {
  const page = new Page();
  const study = shown(page);
  study.show(studyOfValues({ value: () => 1 }), "kept");
  study.keep();
  study.show(studyOfValues({ value: () => 1 }), "of the first model");
  page.open();
  assert.equal(shown(page), study);
  assert.equal(study.state.kept?.title, "kept");
  assert.equal(study.state.result, null);
});

test("the axes and the head of the page and of its study are the same", () => {
  const page = new Page();
  const study = shown(page);
  page.set({ axes: "entropy,far", selected: { layer: 1, head: 0 } });
  assert.deepEqual(
    [study.state.x, study.state.y, study.state.selected],
    ["entropy", "far", { layer: 1, head: 0 }],
  );
  study.set({ x: "first" });
  study.select({ layer: 1, head: 1 });
  assert.deepEqual([page.state.axes, page.state.selected], ["first,far", { layer: 1, head: 1 }]);
});

test("a head of a larger study that the page's model lacks stays selected", () => {
  const page = new Page();
  const study = shown(page);
  study.show(studyOfValues({ layers: 6, value: () => 1 }), "a larger model");
  study.select({ layer: 5, head: 1 });
  page.set({ axes: "entropy,far" });
  assert.deepEqual(study.state.selected, { layer: 5, head: 1 });
  page.select({ layer: 1, head: 0 });
  assert.deepEqual(study.state.selected, { layer: 1, head: 0 });
  study.select({ layer: 5, head: 1 });
  page.open();
  assert.deepEqual(study.state.selected, page.state.selected, "another model");
});
