// The memory tape: a hovered element is highlighted on the tape, in its tensor, and in the steps before and
// after.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { drawn, goTo, ready, showAddress, useOnePage } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { IS_NIGHTLY } from "./support/nightly.js";
import { cellsOf, hover, openWalk, texts, valueAt } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

/** A walk for one test after another. */
const open = useOnePage(
  () => openWalk(browser),
  ({ page }) => showAddress(page, "?step=q_heads"),
);

/** Elements outlined as selected on the stage, by step. @param {Page} page */
const outlined = (page) =>
  page
    .locator("mha-stage mha-figure")
    .evaluate((it) =>
      Object.fromEntries(
        /** @type {any} */ (it).scene.parts.map((/** @type {any} */ part) => [
          part.step.id,
          part.tensor.element,
        ]),
      ),
    );

/** The outlined element of the tape, by its offset. @param {Page} page */
const onTape = (page) =>
  page.locator("mha-tape mha-figure").evaluate((it) => {
    const { marks, strips } = /** @type {any} */ (it).scene;
    const [{ from, pitch, top }] = strips;
    const box = marks.find((/** @type {any} */ mark) => mark.kind === "rect" && mark.y === top - 2);
    return box ? Math.round((box.x + 1.5) / pitch) + from : null;
  });

/** The drawn parts of each memory, and their positions. @param {Page} page */
const stripsOf = (page) =>
  page.locator("mha-tape mha-figure").evaluate((it) =>
    /** @type {any} */ (it).scene.strips.map((/** @type {any} */ { base, ...strip }) => ({
      ...strip,
      id: base.id,
    })),
  );

/** @param {Page} page @param {string} word selects it, and the token whose memory is shown with it */
const selectToken = async (page, word) => {
  await page.locator("mha-sentence .token", { hasText: word }).first().click();
  await drawn(page);
};

test("a hovered element of this step, of the step before or of the tape is highlighted there, in its other tensors and on the tape, with its values before and after, coloured by head or by token", async () => {
  const { page, close } = await open();
  await goTo(page, "q_heads");
  for (const part of [0, 1]) {
    await hover(page, part ? [0, 5, 7, 3] : [0, 7, 5, 3], part);
    assert.deepEqual(await outlined(page), { q_split: [0, 7, 5, 3], q_heads: [0, 5, 7, 3] });
    assert.equal(await onTape(page), 7 * 64 + 5 * 8 + 3);
    const value = formatNumber(valueAt("q_heads", [0, 5, 7, 3]));
    assert.deepEqual(await texts(page, "mha-tape :is(.sum, .near)"), [
      `q_heads[0,5,7,3] → 0·768 + 5·8 + 7·64 + 3·1 = 491 → ${value}`,
      "read from q_split[0, 7, 5, 3] read by scores[0, 5, 7, :]",
    ]);
    await page.mouse.move(5, 5);
    await drawn(page);
    assert.notDeepEqual((await outlined(page)).q_heads, [0, 5, 7, 3]);
  }
  const { from, pitch, top } = (await stripsOf(page))[0];
  await page.locator("mha-tape mha-figure").hover({ position: { x: 3.5 * pitch, y: top + 10 } });
  await drawn(page);
  const offset = from + 3;
  const [token, head, feature] = [Math.floor(offset / 64), Math.floor((offset % 64) / 8), offset % 8];
  assert.deepEqual((await outlined(page)).q_heads, [0, head, token, feature]);
  const [byHead] = await cellsOf(page, "mha-tape mha-figure");
  await page.locator("mha-tape").getByRole("button", { name: "token" }).click();
  await drawn(page);
  assert.notDeepEqual((await cellsOf(page, "mha-tape mha-figure"))[0], byHead);
  await page.locator("mha-tape").getByRole("button", { name: "head" }).click();
  await close();
});

test("a view does not change the tape; contiguous visibly rewrites it, and drawing it again clears it to the last column", async () => {
  const { page, close } = await open();
  const tapes = [];
  for (const id of ["q", "q_split", "q_heads", "context", "context_t", "context_c", "concat"]) {
    await goTo(page, id);
    const whole = await page.evaluate(
      (step) =>
        JSON.stringify([
          .../** @type {any} */ (document.querySelector("mha-explainer")).store.state.picture.values(step),
        ]),
      id === "q_split" || id === "q_heads"
        ? "q"
        : id === "context_t"
          ? "context"
          : id === "concat"
            ? "context_c"
            : id,
    );
    tapes.push({ id, whole, [id]: (await texts(page, "mha-tape header"))[0].replace(/ · showing.*/, "") });
  }
  const [q, split, heads, context, back, copied, concat] = tapes.map((tape) => tape[tape.id]);
  assert.deepEqual([split, heads], [q, q]);
  assert.equal(back, context);
  assert.match(context, /^Memory · one buffer, 768 floats · context and context_t look at it/);
  assert.match(copied, /^Memory · the buffer of context, all 768 floats: a block for each head colour/);
  assert.match(concat, /^Memory · one buffer, 768 floats · context_c and concat look at it/);
  assert.notEqual(tapes[5].whole, tapes[3].whole);
  const shown = () =>
    page.locator("mha-tape canvas").evaluate((it) => /** @type {HTMLCanvasElement} */ (it).toDataURL());
  const before = await shown();
  await page.locator("mha-tape mha-figure").evaluate((it) => {
    /** @type {any} */ (it.shadowRoot?.querySelector("canvas")).width = 1; // clears the canvas
    /** @type {any} */ (it).paint();
  });
  await drawn(page);
  assert.ok((await shown()) === before);
  await close();
});

test("shared keys are expanded with a stride of 0: on the tape the next head is the same cell", async () => {
  const { page, close } = await open();
  await page.getByRole("button", { name: "more" }).click();
  await page.locator("mha-controls").getByLabel("kv-heads").fill("2");
  await goTo(page, "k_groups");
  const facts = (await texts(page, "mha-words dl"))[0];
  assert.match(facts, /strides 192, 8, 0, 16, 1 · offset 0 storage view of k/);
  const [sum] = await texts(page, "mha-tape .sum");
  assert.match(sum, /^k_groups\[0,0,2,7,1\] → 0·192 \+ 0·8 \+ 2·0 \+ 7·16 \+ 1·1 = 113 → /);
  assert.equal(await onTape(page), 113);
  const said = await page
    .locator("mha-tape mha-figure")
    .evaluate((it) =>
      /** @type {any} */ (it).scene.marks.map((/** @type {any} */ mark) => mark.text).filter(Boolean),
    );
  assert.ok(said.includes("next head +0: the same"), said.join("|"));
  await goTo(page, "k_heads");
  assert.match((await texts(page, "mha-tape .near"))[0], /read by k_groups\[0, 0, :, 7, 1\]$/);
  await close();
});

test("hovering does not move the tape, so that a click selects the hovered cell", async () => {
  const { page, close } = await open();
  await goTo(page, "q_heads");
  const [{ from, count, pitch, top }] = await stripsOf(page);
  const figure = page.locator("mha-tape mha-figure");
  const height = async () => (await page.locator("mha-tape").boundingBox())?.height;
  const high = await height();
  for (const at of [0, 1, Math.floor(count / 2), count - 1]) {
    await figure.hover({ position: { x: (at + 0.5) * pitch, y: top + 10 } });
    await drawn(page);
    assert.equal((await stripsOf(page))[0].from, from, `pointed at cell ${at}`);
    assert.equal(await onTape(page), from + at);
  }
  await hover(page, [0, 0, 0, 0]);
  assert.equal(
    (await stripsOf(page))[0].from,
    from,
    "what lies elsewhere in memory is pointed at on the stage",
  );
  assert.equal(await onTape(page), null);
  const at = Math.floor(count / 2) + 1;
  await figure.click({ position: { x: (at + 0.5) * pitch, y: top + 10 } });
  await drawn(page);
  assert.deepEqual([(await stripsOf(page))[0].from, await onTape(page)], [from, from + at]);
  await selectToken(page, "The");
  assert.notEqual((await stripsOf(page))[0].from, from, "the selected element scrolls into the window");
  assert.equal(await height(), high);
  await close();
});

test("the keyboard moves to the readers and the inputs of the memory; at a copy, the old memory is above the new one: cells of both select, and a token highlights its pieces; with one head nothing is copied, and there is one tape", async () => {
  const { page, seen, close } = await open();
  await goTo(page, "context");
  const links = page.locator("mha-tape .near button");
  assert.deepEqual(await texts(page, "mha-tape .near button"), [
    "weights[0, 2, 7, :]",
    "v_heads[0, 2, :, 1]",
    "context_t[0, 7, 2, 1]",
  ]);
  await links.last().focus();
  await page.keyboard.press("Enter");
  await drawn(page);
  assert.deepEqual((await outlined(page)).context_t, [0, 7, 2, 1]);
  await goTo(page, "context_c");
  const [old, fresh] = await stripsOf(page);
  assert.deepEqual([old.id, fresh.id, old.count, fresh.count], ["context", "context_c", 768, 768]);
  const figure = page.locator("mha-tape mha-figure");
  const bands = () =>
    figure.evaluate((it) =>
      /** @type {any} */ (it).scene.marks
        .filter((/** @type {any} */ { kind, fill }) => kind === "path" && fill)
        .map((/** @type {any} */ { d }) => d)
        .join(),
    );
  const first = await bands();
  await figure.hover({ position: { x: (96 * 5 + 8 * 4 + 3.5) * old.pitch, y: old.top + 8 } });
  await drawn(page);
  const [sum] = await texts(page, "mha-tape .sum");
  assert.match(sum, /^context_c\[0,4,5,3\] → .* = 299 → /);
  assert.notEqual(await bands(), first);
  assert.deepEqual(await stripsOf(page), [old, fresh], "nothing moved");
  await figure.click({ position: { x: (64 * 2 + 8 * 6 + 1.5) * fresh.pitch, y: fresh.top + 8 } });
  await drawn(page);
  assert.match((await texts(page, "mha-tape .sum"))[0], /^context_c\[0,2,6,1\] /);
  await page.locator("mha-tape canvas").focus();
  for (const key of ["Enter", "ArrowRight"]) await page.keyboard.press(key);
  await drawn(page);
  assert.match((await texts(page, "mha-tape .sum"))[0], /^context_c\[0,2,6,2\] /);
  await page.evaluate(() =>
    Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), { heads: 1 }),
  );
  await goTo(page, "context_c");
  assert.equal((await stripsOf(page)).length, 1);
  await page.evaluate(() =>
    Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), { heads: 4 }),
  );
  await drawn(page);
  assert.equal((await stripsOf(page)).length, 2);
  seen.assertQuiet();
  await close();
});

/** Widths and layers; by day each has every fourth step, and the copy, which has two tapes. */
const SHOWN = /** @type {const} */ ([
  [390, {}],
  [390, { kvHeads: 1 }],
  [768, { kvHeads: 2 }],
  [1440, { dModel: 1024, heads: 32 }],
]);
test("the height of the tape is the same at every step, in any width and layer, with something selected or not; an outline at the left edge of a picture is whole", async () => {
  const { page, close } = await browser.open("?step=q_heads", { reducedMotion: "reduce" });
  await ready(page);
  for (const [place, [width, settings]] of SHOWN.entries()) {
    await page.setViewportSize({ width, height: 400 });
    await showAddress(page, "?step=q_heads");
    const ids = await page.evaluate((set) => {
      const element = /** @type {any} */ (document.querySelector("mha-explainer"));
      Object.assign(element, set);
      return element.store.state.picture.steps.map((/** @type {any} */ { id }) => id);
    }, settings);
    await drawn(page);
    if (place === 0) await assertOutlineIsWhole(page);
    const heights = new Map();
    const some = ids.filter(
      (/** @type {string} */ id, /** @type {number} */ i) =>
        IS_NIGHTLY || ["q", "context_c"].includes(id) || i % SHOWN.length === place,
    );
    assert.ok(some.length > 4, `${some}`);
    for (const id of [...some, "q"]) {
      if (heights.has(id))
        await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).store.letGo());
      await goTo(page, id);
      heights.set(id, (await page.locator("mha-tape").boundingBox())?.height);
    }
    assert.equal(new Set(heights.values()).size, 1, `${width} px: ${JSON.stringify([...heights])}`);
  }
  await close();
});

/** Asserts that an outline at the left edge of a picture is whole. @param {Page} page */
async function assertOutlineIsWhole(page) {
  const leftmost = await page.locator("mha-stage mha-figure").evaluate((it) => {
    const outlines = /** @type {any} */ (it).scene.marks.filter(
      (/** @type {any} */ mark) => mark.stroke && mark.w,
    );
    return Math.min(...outlines.map((/** @type {any} */ { x, line = 1 }) => x - line / 2));
  });
  const room = await page.locator("mha-stage mha-figure").evaluate((it) => {
    const canvas = /** @type {Element} */ (it.shadowRoot?.querySelector("canvas"));
    return it.getBoundingClientRect().left - canvas.getBoundingClientRect().left;
  });
  assert.ok(leftmost < 0, `the leftmost outline begins at ${leftmost}: nothing to see here`);
  assert.ok(room >= -leftmost, `${room} px of room for ${-leftmost}`);
}
