// Smoke test in Firefox: the page opens, computes, steps and recomputes, errors are detected, and training gives the same numbers as the core in Node.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { bitsOf } from "../core/model-bits.js";
import { launchFirefox, startSite } from "./support/index.js";
import { sample } from "./support/nightly.js";
import { assertWalks } from "./support/smoke.js";
import { DEMONSTRATION, STEPS, trained } from "./support/train.js";

/** The end of the training, but by day a link's step. */
const [UNTIL] = sample([STEPS, 25], 1);

/** In a page: waits until the training of the link ends, and returns the losses and the bits of the attention. */
const LEARN = `
  const bitsOf = ${bitsOf};
  const element = document.querySelector("mha-train");
  const { store } = element;
  await element.loaded();
  const until = (found) => new Promise((resolve) => {
    const look = () => found() ? resolve(found()) : setTimeout(look, 50);
    look();
  });
  await until(() => store.state.step === ${UNTIL} && !store.isBusy);
  const { losses, prediction, whole } = store.state;
  return { losses, words: prediction.blanks[0].words, kinds: whole.kinds, attention: bitsOf(prediction.attention) };`;

/** @type {Awaited<ReturnType<typeof startSite>>} */
let site;
/** @type {Awaited<ReturnType<typeof launchFirefox>>} */
let firefox;

before(async () => {
  const html = `<!doctype html><link rel="icon" href="data:,"><script type="module" src="loud.js"></script>Loud`;
  const script = `console.error("so loud"); setTimeout(() => { throw new Error("thrown late"); });`;
  [site, firefox] = await Promise.all([startSite({ "loud.html": html, "loud.js": script }), launchFirefox()]);
});
after(async () => {
  await firefox?.close();
  await site?.close();
});

test("Firefox ESR shows the page, walks it and recomputes", async () => {
  await assertWalks(firefox, site.url);
  assert.deepEqual(await firefox.errors(site.url), []);
});

test("training gives the same losses, words and attention in Firefox as in Node", async () => {
  const { model, losses } = trained(UNTIL);
  const { blanks, attention } = model.predict(`${DEMONSTRATION} tired`);
  await firefox.goto(new URL(`train.html?step=${UNTIL}`, site.url).href);
  assert.deepEqual(await firefox.evaluate(LEARN), {
    ...{ losses, words: blanks[0].words, kinds: model.evaluate().kinds },
    attention: bitsOf(/** @type {any} */ (attention)),
  });
  assert.deepEqual(await firefox.errors(site.url), []);
});

// This test is the last, because its errors stay in the console of Firefox.
test("Firefox reports a page's errors", async () => {
  await firefox.goto(`${site.url}loud.html`);
  assert.equal(await firefox.evaluate("return document.body.textContent + arguments[0]", "!"), "Loud!");
  assert.match((await firefox.errors(site.url)).join("\n"), /thrown late/);
});
