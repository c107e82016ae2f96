// The lab of queries and keys in swapped roles, compared with the core.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { OPENING } from "../../web/kit/state/settings.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { ROLES } from "../../web/labs/roles/words.js";
import { drawn } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { tableOf, useLab } from "./support/labs.js";
import { core, dModel, heads, layer, query, seed } from "./support/walk.js";

const browser = useBrowser();
const openLab = useLab(browser, "roles");
const tokens = tokenize(OPENING);
const tied = core.createLayer({ dModel, numHeads: heads, seed, init: "constructed" });
tied.setWeights({ wK: /** @type {any} */ (tied.weights().wQ) });
const RUNS = {
  own: layer.forward({ query }),
  tied: tied.forward({ query }),
  raw: layer.forward({ query, fault: "raw_inputs" }),
};

for (const [way, name] of ROLES.ways)
  test(`scores and their asymmetry agree with the core: ${name}`, async () => {
    const { page, seen, close } = await openLab("?head=1&token=7&key-token=1");
    await page.locator("mha-lab-roles").getByRole("button", { name, exact: true }).click();
    await drawn(page);
    const { data, shape } = RUNS[way].tensor("scaled");
    const at = (/** @type {number} */ i, /** @type {number} */ j) => formatNumber(data[(12 + i) * 12 + j]);
    assert.deepEqual(
      await tableOf(page, "roles"),
      tokens.map((token, i) => [token, ...tokens.map((_, j) => at(i, j))]),
    );
    const apart = core.asymmetry({ data, shape });
    assert.deepEqual(
      await page.locator("mha-lab-roles .weight").allTextContents(),
      Array.from(apart.data, (value) => formatNumber(value, 2)),
    );
    assert.equal(
      (await page.locator("mha-lab-roles p[role=status]").first().textContent())?.trim(),
      ROLES.cell("it", "animal", at(7, 1), at(1, 7)),
    );
    if (way !== "own") assert.equal(at(7, 1), at(1, 7));
    seen.assertQuiet();
    await close();
  });

test("the list selects a head, and the keyboard selects a pair", async () => {
  const { page, close } = await openLab("?head=1&token=7&key-token=1");
  await page.locator("mha-lab-roles").getByRole("button", { name: "head 4" }).click();
  await page.locator("mha-lab-roles canvas").focus();
  for (const key of ["Enter", "ArrowLeft", "ArrowDown"]) await page.keyboard.press(key);
  await drawn(page);
  const shown = await page.evaluate(() => {
    const { head, token, keyToken } = /** @type {any} */ (document.querySelector("mha-explainer"));
    return [head, token, keyToken];
  });
  assert.deepEqual(shown, [4, 8, 0]);
  await close();
});

test("without square scores, a message says so, and the choice stays available", async () => {
  const { page, seen, close } = await openLab();
  const set = (/** @type {object} */ to) =>
    page.evaluate(
      (change) => Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), change),
      to,
    );
  const lab = page.locator("mha-lab-roles");
  await set({ kvHeads: 2 });
  await lab.getByRole("button", { name: "W_K = W_Q" }).click();
  assert.equal(await lab.locator("p[role=status]").textContent(), ROLES.hindrance.shared);
  await lab.getByRole("button", { name: "raw x, no W" }).click();
  assert.match((await lab.locator("p[role=status]").textContent()) ?? "", /raw_inputs needs inputs/);
  await lab.getByRole("button", { name: "as they are" }).click();
  await lab.locator("mha-figure").waitFor();
  await set({ kvHeads: null, keyTokens: ["eins", "zwei"] });
  await drawn(page);
  assert.equal(await lab.locator("p[role=status]").textContent(), ROLES.hindrance.cross);
  seen.assertQuiet();
  await close();
});
