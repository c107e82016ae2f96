// The lab of shape operations: typed calls compared with the core.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { CHAIN } from "../../web/labs/chain/words.js";
import { drawn } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { tableOf, useLab } from "./support/labs.js";
import { core, layer, query } from "./support/walk.js";

const browser = useBrowser();
const openLab = useLab(browser, "chain");
const run = layer.forward({ query });

/** @param {import("playwright-core").Page} page */
function partsOf(page) {
  const lab = page.locator("mha-lab-chain");
  const field = lab.getByRole("textbox");
  return {
    lab,
    field,
    /** @param {string} text */
    async type(text) {
      await field.fill(text);
      await drawn(page);
    },
    said: async () => ((await lab.locator("p[role=status]").first().textContent()) ?? "").trim(),
    calls: () =>
      lab
        .locator(".calls tbody tr")
        .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim()))),
  };
}

test("shape, strides, memory and numbers of each call agree with the core", async () => {
  const { page, seen, close } = await openLab();
  const { type, said, calls } = partsOf(page);
  await type(".view(B, T, H, d_k).transpose(1, 2)");
  assert.equal(await said(), CHAIN.outcome.right({ to: "q_heads", moved: "0" }));
  assert.deepEqual(await calls(), [
    ["q", "(1, 12, 64)", "(768, 64, 1)", CHAIN.itself],
    [".view(B, T, H, d_k)", "(1, 12, 8, 8)", "(768, 64, 8, 1)", CHAIN.seen],
    [".transpose(1, 2)", "(1, 8, 12, 8)", "(768, 8, 64, 1)", CHAIN.seen],
  ]);
  const { data } = run.tensor("q_heads");
  const rows = await tableOf(page, "chain");
  assert.deepEqual(rows[17], [
    "[0, 1, 5]",
    ...Array.from(data.subarray(17 * 8, 18 * 8), (value) => formatNumber(value)),
  ]);
  seen.assertQuiet();
  await close();
});

test("a result with the right shape but misplaced elements counts them and names the wrong path; the typed text stays", async () => {
  const { page, seen, close } = await openLab();
  const { lab, field, type, said } = partsOf(page);
  await type(".view(1, 8, 12, 8)");
  const links = core.followChain([1, 12, 64], [{ name: "view", given: [1, 8, 12, 8] }]);
  assert.equal(links.length, 2);
  assert.match(
    await said(),
    /752 of 768 numbers are not what belongs there\. Every cell matches a known wrong path: \.view\(1, 8, 12, 8\)/,
  );
  await type(".view(1, 8, 12");
  assert.match(await said(), /“\.view\(1, 8, 12” is no call\. What would work/);
  assert.equal(await field.inputValue(), ".view(1, 8, 12");
  await type(".transpose(1, 2).view(B, d_model, T).contiguous()");
  await type(".transpose(1, 2).view(B, T, d_model)");
  assert.match(
    await said(),
    /Refused: view \(1, 12, 64\).* view size is not compatible with input tensor's size and stride/,
  );
  assert.equal(await lab.locator(".calls tbody tr").count(), 2, "what stood before it stays");
  seen.assertQuiet();
  await close();
});

test("the keyboard selects an exercise, a solution, and a cell with its place in memory", async () => {
  const { page, seen, close } = await openLab();
  const { lab, field, said } = partsOf(page);
  await lab.getByRole("button", { name: "concat of context" }).focus();
  await page.keyboard.press("Enter");
  await drawn(page);
  await lab.getByRole("button", { name: CHAIN.show }).focus();
  await page.keyboard.press("Enter");
  await drawn(page);
  assert.equal(await field.inputValue(), ".transpose(1, 2).contiguous().view(1, 12, 64)");
  assert.equal(await said(), CHAIN.outcome.right({ to: "concat", moved: "3,072" }));
  await lab.locator("canvas").first().focus();
  for (const key of ["Enter", "ArrowDown", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await drawn(page);
  const value = run.tensor("concat").data[66];
  assert.equal(
    ((await lab.locator("p[role=status]").last().textContent()) ?? "").trim(),
    `[0, 1, 2] → 0·768 + 1·64 + 2·1 = 66 → ${formatNumber(value)}, which was context[0, 0, 1, 2].`,
  );
  seen.assertQuiet();
  await close();
});

test("each exercise judges a typed chain, and hostile input does no harm", async () => {
  const { page, seen, close } = await openLab();
  const { lab, field, type, said } = partsOf(page);
  await type(`<img src=x onerror="document.title='gone'">`.repeat(50));
  assert.match(await said(), /is no call/);
  await type(".expand(9999999, 12, 64)");
  assert.match(await said(), /Refused: shape \(9999999, 12, 64\) has more than 16777216 elements/);
  await lab.getByRole("button", { name: "k_t of k" }).click();
  await drawn(page);
  await lab.getByRole("button", { name: "q_heads of q" }).click();
  await drawn(page);
  assert.equal(await field.inputValue(), ".expand(9999999, 12, 64)");
  assert.notEqual(await page.title(), "gone");
  seen.assertQuiet();
  await close();
});
