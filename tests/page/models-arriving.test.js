// The page Models while the layers of a model arrive: what is shown, what a stop leaves, and what another sentence begins with.
import assert from "node:assert/strict";
import test from "node:test";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { allHeadsScene, sheetOf } from "../../web/models/draw/all-heads.js";
import { headScene } from "../../web/models/draw/one-head.js";
import { openCheckpoint } from "../../web/models/index.js";
import { easiestHead } from "../../web/models/state/page-link.js";
import { weightsOf } from "../../web/models/state/page-run.js";
import { ModelsPage } from "../../web/models/state/page.js";
import { startHub } from "./support/hub.mjs";
import { randomGPT2 } from "./support/random-gpt2.js";
import { until } from "../browser/support/until.js";

const NAME = "someone/model";
const SIZES = { width: 64, layers: 3, heads: 4, pieces: 3000, positions: 32 };
const FOLDER = randomGPT2(SIZES);
const BLOCK = 4 * (12 * 64 ** 2 + 13 * 64); // bytes

/** @typedef {{ page: ModelsPage, opening: Promise<void>, blocks: () => number[], release: () => void }} Arriving */

/**
 * Calls f with a page on which the first layer of a model has arrived; the host holds the second until release().
 * @param {(arriving: Arriving) => Promise<void>} f @param {string} [link]
 */
async function whileArriving(f, link = "text=1+2+3+4") {
  let release = () => {};
  const released = new Promise((resolve) => (release = () => resolve(undefined)));
  /** Where the blocks that were asked for begin. @type {number[]} */
  const asked = [];
  const hub = await startHub(
    { [NAME]: FOLDER },
    {
      hold({ begin, end }) {
        if (end - begin !== BLOCK) return undefined;
        asked.push(begin);
        return begin === Math.min(...asked) ? undefined : /** @type {Promise<void>} */ (released);
      },
    },
  );
  const page = new ModelsPage(async () => ({ openCheckpoint }));
  page.set({ hub: hub.address });
  try {
    await page.load();
    page.link.fromParams(new URLSearchParams(link));
    const opening = page.openings.openNamed(NAME);
    await until(() => page.state.run?.arrived === 1, "the first layer is shown");
    await f({ page, opening, blocks: () => asked, release });
    await opening;
  } finally {
    release();
    page.rest();
    hub.close();
  }
}

const surface = { width: 700, palette: LIGHT, measure: (/** @type {string} */ text) => text.length * 7 };

/** @param {ModelsPage} page @returns {any} */
const stateOf = (page) => page.state;

test("layers are shown as they arrive, and have the bits of the whole run", () =>
  whileArriving(async ({ page, opening, release }) => {
    await until(() => page.state.bytes > BLOCK, "the bytes of the first layer are said");
    const { run, running, bytes } = stateOf(page);
    assert.deepEqual([run.isWhole, running, page.isStale], [false, true, false]);
    assert.ok(bytes < FOLDER["model.safetensors"].length - BLOCK, String(bytes));
    assert.ok(Number.isNaN(run.measures[1][0].first) && run.measures[0][0].first > 0);
    assert.equal(weightsOf(run).count, 4 * 10, "a file has the layer that is there: 4 heads of 10 weights");
    release();
    await opening;
    const { run: whole, selected } = stateOf(page);
    assert.deepEqual([whole.isWhole, whole.arrived], [true, 3]);
    assert.deepEqual(run.attention[0].data, whole.attention[0].data);
    assert.deepEqual(run.measures[0], whole.measures[0]);
    assert.deepEqual(selected, easiestHead(whole), "the whole run selects the head to show first");
  }));

test("a layer that has not arrived is an empty frame where its maps will be", () =>
  whileArriving(async ({ page, opening, release }) => {
    const sceneOf = () => allHeadsScene(sheetOf(stateOf(page).run, stateOf(page), {}), surface);
    const largeOf = (/** @type {number} */ layer) =>
      headScene(page.core, stateOf(page).run, stateOf(page), { layer, head: 0, query: 0, key: 0 }, surface);
    const arriving = sceneOf();
    const large = largeOf(1);
    const framesIn = (/** @type {{ marks: readonly any[] }} */ { marks }) =>
      marks.filter(({ kind, w, h, stroke }) => kind === "rect" && w === h && stroke === LIGHT.hairline)
        .length;
    assert.equal(framesIn(arriving), 2 * 4);
    assert.equal(framesIn(large), 1);
    release();
    await opening;
    const whole = sceneOf();
    assert.equal(framesIn(whole), 0);
    assert.equal(framesIn(largeOf(1)), 0);
    assert.deepEqual(arriving.places, whole.places);
    assert.deepEqual([arriving.height, large.height], [whole.height, largeOf(1).height]);
  }));

test("a stop leaves the layers that are there; going on asks for the others only", () =>
  whileArriving(async ({ page, opening, blocks, release }) => {
    page.stop();
    await opening;
    const { run, running, progress, problem } = stateOf(page);
    assert.deepEqual([run.arrived, running, progress, problem], [1, false, null, null]);
    assert.equal(page.isRead, false);
    release();
    await page.run();
    assert.equal(stateOf(page).run.isWhole, true);
    const [first] = blocks();
    assert.equal(blocks().filter((begin) => begin === first).length, 1);
  }));

test("a sentence that is changed while blocks arrive begins with the blocks that are there", () =>
  whileArriving(async ({ page, opening, blocks, release }) => {
    const writing = page.write("5 6 7");
    await until(
      () => page.state.run?.tokens.length === 3 && page.state.run.arrived === 1,
      "the first layer of the other sentence is shown",
    );
    assert.equal(page.state.query, 2);
    const [first] = blocks();
    assert.equal(blocks().filter((begin) => begin === first).length, 1);
    release();
    await Promise.all([writing, opening]);
    assert.deepEqual(
      page.state.run?.tokens.map(({ id }) => id),
      [5, 6, 7],
    );
    assert.equal(page.state.run?.isWhole, true);
  }));

test("a head that the reader selects while layers arrive stays selected", () =>
  whileArriving(async ({ page, opening, release }) => {
    page.select({ layer: 0, head: 3 });
    page.ask(1);
    release();
    await opening;
    const { selected, query } = stateOf(page);
    assert.deepEqual([selected, query], [{ layer: 0, head: 3 }, 1]);
  }));

test("a link's head and token are selected before its layer has arrived", () =>
  whileArriving(async ({ page, opening, release }) => {
    const expected = [{ layer: 2, head: 1 }, 1];
    assert.deepEqual([stateOf(page).selected, stateOf(page).query], expected);
    release();
    await opening;
    assert.deepEqual([stateOf(page).selected, stateOf(page).query], expected);
  }, "text=1+2+3+4&layer=2&head=1&token=1"));
