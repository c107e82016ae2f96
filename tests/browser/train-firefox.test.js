// Training in Firefox gives the same numbers as the core in Node.
import assert from "node:assert/strict";
import test from "node:test";
import { bitsOf } from "../core/model-bits.js";
import { launchFirefox, useBrowser } from "./support/index.js";
import { sample } from "./support/nightly.js";
import { DEMONSTRATION, STEPS, trained } from "./support/train.js";

const browser = useBrowser();
/** The end of the training, but by day a link's step. */
const [UNTIL] = sample([STEPS, 75], 1);

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

test("training gives the same losses, words and attention in Firefox as in Node", async () => {
  const { model, losses } = trained(UNTIL);
  const { blanks, attention } = model.predict(`${DEMONSTRATION} tired`);
  const firefox = await launchFirefox();
  try {
    await firefox.goto(new URL(`train.html?step=${UNTIL}`, browser.url).href);
    assert.deepEqual(await firefox.evaluate(LEARN), {
      ...{ losses, words: blanks[0].words, kinds: model.evaluate().kinds },
      attention: bitsOf(/** @type {any} */ (attention)),
    });
    assert.deepEqual(await firefox.errors(browser.url), []);
  } finally {
    await firefox.close();
  }
});
