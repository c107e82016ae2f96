// The memory tape: an element pointed at anywhere is found on it, in its tensor, and in the steps before and after.
import assert from "node:assert/strict";
import test from "node:test";
import { number } from "../../web/draw/legend.js";
import { drawn, goTo } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { cellsOf, hover, openWalk, texts, valueAt } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser();

/** What is outlined as the selected element on the stage, by step. @param {Page} page */
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

/** The element under the tape's outline, by its offset. @param {Page} page */
const onTape = (page) =>
  page.locator("mha-tape mha-figure").evaluate((it) => {
    const { marks, from, pitch } = /** @type {any} */ (it).scene;
    const box = marks.find((/** @type {any} */ mark) => mark.kind === "rect");
    return Math.round((box.x + 1.5) / pitch) + from;
  });

for (const [what, part] of /** @type {const} */ ([
  ["in the step before", 0],
  ["in this step", 1],
]))
  test(`hovered ${what}, an element is lit there, beside it and on the tape, and told before and after`, async () => {
    const { page, close } = await openWalk(browser);
    await goTo(page, "q_heads");
    await hover(page, part ? [0, 5, 4, 3] : [0, 4, 5, 3], part);
    assert.deepEqual(await outlined(page), { q_split: [0, 4, 5, 3], q_heads: [0, 5, 4, 3] });
    assert.equal(await onTape(page), 4 * 64 + 5 * 8 + 3);
    const value = number(valueAt("q_heads", [0, 5, 4, 3]));
    assert.deepEqual(await texts(page, "mha-tape :is(.sum, .near)"), [
      `q_heads[0,5,4,3] → 0·768 + 5·8 + 4·64 + 3·1 = 299 → ${value}`,
      "read from q_split[0, 4, 5, 3] read by scores[0, 5, 4, :]",
    ]);
    await page.mouse.move(5, 5);
    await drawn(page);
    assert.notDeepEqual((await outlined(page)).q_heads, [0, 5, 4, 3]);
    await close();
  });

test("an element of the tape hovered is lit in its tensors, coloured by head or by token", async () => {
  const { page, close } = await openWalk(browser);
  await goTo(page, "q_heads");
  const canvas = page.locator("mha-tape canvas");
  const { from, pitch, top } = await page.locator("mha-tape mha-figure").evaluate((it) => {
    const { from, pitch, top } = /** @type {any} */ (it).scene;
    return { from, pitch, top };
  });
  await canvas.hover({ position: { x: 3.5 * pitch, y: top + 10 } });
  await drawn(page);
  const offset = from + 3;
  const [token, head, feature] = [Math.floor(offset / 64), Math.floor((offset % 64) / 8), offset % 8];
  assert.deepEqual((await outlined(page)).q_heads, [0, head, token, feature]);
  const [byHead] = await cellsOf(page, "mha-tape mha-figure");
  await page.locator("mha-tape").getByRole("button", { name: "token" }).click();
  await drawn(page);
  assert.notDeepEqual((await cellsOf(page, "mha-tape mha-figure"))[0], byHead);
  await close();
});

test("what comes before and after is a step away, by keyboard", async () => {
  const { page, close } = await openWalk(browser);
  await goTo(page, "context");
  const links = page.locator("mha-tape .near button");
  assert.deepEqual(await texts(page, "mha-tape .near button"), [
    "weights[0, 2, 7, :]",
    "v_heads[0, 2, :, 0]",
    "context_t[0, 7, 2, 0]",
  ]);
  await links.last().focus();
  await page.keyboard.press("Enter");
  await drawn(page);
  assert.deepEqual((await outlined(page)).context_t, [0, 7, 2, 0]);
  await close();
});

test("a view leaves the tape as it is; contiguous is seen rewriting it", async () => {
  const { page, close } = await openWalk(browser);
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
  assert.equal(concat, copied);
  assert.notEqual(copied, context);
  assert.notEqual(tapes[5].whole, tapes[3].whole);
  await close();
});

test("shared keys are expanded with a stride of 0: on the tape the next head is the same cell", async () => {
  const { page, close } = await openWalk(browser);
  await page.getByRole("button", { name: "more" }).click();
  await page.locator("mha-controls").getByLabel("kv-heads").fill("2");
  await goTo(page, "k_groups");
  const facts = (await texts(page, "mha-words dl"))[0];
  assert.match(facts, /strides 192, 8, 0, 16, 1 · offset 0 storage view of k/);
  const [sum] = await texts(page, "mha-tape .sum");
  assert.match(sum, /^k_groups\[0,0,2,7,0\] → 0·192 \+ 0·8 \+ 2·0 \+ 7·16 \+ 0·1 = 112 → /);
  assert.equal(await onTape(page), 112);
  const said = await page
    .locator("mha-tape mha-figure")
    .evaluate((it) =>
      /** @type {any} */ (it).scene.marks.map((/** @type {any} */ mark) => mark.text).filter(Boolean),
    );
  assert.ok(said.includes("next head +0: the same"), said.join("|"));
  await goTo(page, "k_heads");
  assert.match((await texts(page, "mha-tape .near"))[0], /read by k_groups\[0, 0, :, 7, 0\]$/);
  await close();
});
