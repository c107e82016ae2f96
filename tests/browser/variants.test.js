// Variants of attention: the menu of models, the controls of options, the attribute, and the lab Cache. One page for all of it.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { PRESETS, drawnAs } from "../../web/kit/state/presets.js";
import { CACHE } from "../../web/labs/cache/words.js";
import { LENGTHS, memoryOf } from "../../web/labs/cache/state.js";
import { drawn, goTo, ready } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { listLabs, tableOf } from "./support/labs.js";
import { sample } from "./support/nightly.js";
import { core, openWalk } from "./support/walk.js";

const browser = useBrowser({
  "models.html": `<!doctype html><html lang="en"><title>Models</title><link rel="icon" href="data:,">
    <mha-explainer id="one" tokens="one two three" attention="llama-3" rope-base="100"></mha-explainer>
    <mha-explainer id="two" tokens="one two three" heads="4" kv-heads="2" attention="gemma-2"></mha-explainer>
    <mha-explainer id="none" tokens="one two three" attention="gpt-9"></mha-explainer>
    <script type="module" src="headscope.js"></script>`,
});

/** @type {ReturnType<typeof openWalk> | undefined} */
let walk;

/** The page that the tests share, with all settings unfolded. */
const opened = () =>
  (walk ??= openWalk(browser).then(async (given) => {
    await given.page.getByRole("button", { name: "more" }).click();
    return given;
  }));

/** @param {import("playwright-core").Page} page */
const stateOf = (page) =>
  page
    .locator("mha-explainer")
    .first()
    .evaluate((it) => /** @type {any} */ (it).state);

/** Ids of the steps on show. @param {import("playwright-core").Page} page */
const stepsOf = (page) =>
  page
    .locator("mha-explainer")
    .first()
    .evaluate((it) =>
      /** @type {any} */ (it).store.state.picture.steps.map((/** @type {any} */ { id }) => id),
    );

test("a model in the menu is drawn with its heads and options, and its true sizes stand beside", async () => {
  const { page, seen } = await opened();
  const menu = page.locator("mha-controls").getByLabel("attention of");
  for (const preset of sample(PRESETS, 1, 8)) {
    await menu.selectOption(preset.name);
    await drawn(page);
    const state = await stateOf(page);
    for (const [name, value] of Object.entries(drawnAs(preset)))
      assert.deepEqual(state[name], value, `${preset.name}: ${name}`);
    assert.equal(await menu.inputValue(), preset.id);
    const said = await page.locator("mha-controls .sizes").textContent();
    const cost = core.cost(preset.layer, { Tq: 1 });
    for (const value of [
      preset.name,
      cost.parameters.toLocaleString("en"),
      cost.cacheBytesPerToken.toLocaleString("en"),
    ])
      assert.ok(said?.includes(value), `${said} names ${value}`);
    assert.equal(await page.locator("mha-controls .problem").count(), 0, preset.name);
    const ofLatents = page.locator("mha-controls").getByLabel("query latent");
    assert.equal(await ofLatents.count(), Number(Boolean(preset.layer.latent)), preset.name);
  }
  const steps = await stepsOf(page);
  assert.ok(steps.includes("latent"), "DeepSeek-V2 has latents");
  for (const step of steps.filter((/** @type {string} */ id) => /rotary|joined|rope_heads/.test(id)))
    await goTo(page, step);
  seen.assertQuiet();
});

test("options are set one by one, an emptied field is none, and the link has them", async () => {
  const { page, seen } = await opened();
  const controls = page.locator("mha-controls");
  await controls.getByLabel("attention of").selectOption("Transformer 2017");
  await controls.getByLabel("soft cap").fill("5");
  await controls.getByLabel("window").fill("2,1");
  await controls.getByLabel("window").press("Tab");
  await controls.getByLabel("ALiBi").selectOption("yes");
  await controls.getByLabel("QK norm").selectOption("RMS");
  await drawn(page);
  assert.equal(await controls.getByLabel("attention of").inputValue(), "", "no model's any more");
  assert.equal(await controls.locator(".sizes").count(), 0);
  const steps = await stepsOf(page);
  for (const id of ["capped", "masked", "biased", "q_norm"]) assert.ok(steps.includes(id), id);
  await page.waitForFunction(() => new URLSearchParams(location.search).get("window") === "2,1");
  const link = new URLSearchParams(new URL(page.url()).search);
  assert.deepEqual(
    ["softcap", "alibi", "qk-norm"].map((name) => link.get(name)),
    ["5", "true", "true"],
  );
  const rope = controls.locator("label", { hasText: /^\s*rope\s+(?!base)/ }).locator("select");
  await rope.selectOption("half");
  await drawn(page);
  assert.match((await controls.locator(".problem").textContent()) ?? "", /rope and ALiBi|ALiBi and rope/i);
  await rope.selectOption("none");
  await controls.getByLabel("soft cap").fill("");
  await controls.getByLabel("window").fill("");
  await controls.getByLabel("window").press("Tab");
  await drawn(page);
  const { softcap, window } = await stateOf(page);
  assert.deepEqual([softcap, window], [null, null]);
  seen.assertQuiet();
});

test("the lab Cache goes on token by token, and its memory is the core's", async () => {
  const { page, seen } = await opened();
  await listLabs(page);
  await page.locator("mha-labs [data-lab=cache] > summary").click();
  const lab = page.locator("mha-lab-cache");
  await lab.locator("mha-figure").first().waitFor();
  await drawn(page);
  const now = () => lab.locator(".turn output").first().textContent();
  assert.equal(await now(), CACHE.now(".", 11));
  assert.ok(await lab.getByRole("button", { name: CACHE.on }).isDisabled(), "the last");
  await lab.getByRole("button", { name: CACHE.back }).click();
  assert.equal(await now(), CACHE.now("tired", 10));
  await lab.getByRole("button", { name: CACHE.on }).click();
  assert.equal(await now(), CACHE.now(".", 11));
  await lab.getByRole("slider").focus();
  await page.keyboard.press("End");
  await drawn(page);
  assert.deepEqual(
    await tableOf(page, "cache"),
    memoryOf(core, LENGTHS[7]).map(({ kind, token, all }) => [
      CACHE.kinds[kind],
      formatNumber(token),
      formatNumber(all),
    ]),
  );
  seen.assertQuiet();
});

test("the attribute takes a model's settings, attributes beside it keep their own, and an unknown name is reported", async () => {
  const { page, close } = await browser.open("models.html");
  await ready(page);
  const of = (/** @type {string} */ id) =>
    page.locator(`#${id}`).evaluate((it) => {
      const { state, invalidValues } = /** @type {any} */ (it);
      return { state, said: invalidValues.map((/** @type {any} */ each) => each.message).join() };
    });
  const [one, two, none] = [await of("one"), await of("two"), await of("none")];
  assert.deepEqual([one.state.rope, one.state.ropeBase, one.state.kvHeads, one.said], ["half", 100, 8, ""]);
  assert.deepEqual([two.state.heads, two.state.kvHeads, two.state.softcap], [4, 2, 50]);
  assert.match(none.said, /attention "gpt-9" is none of transformer, bert/);
  await close();
});
