// Training in Firefox gives the same numbers as the core in Node.
import assert from "node:assert/strict";
import test from "node:test";
import { bitsOf } from "../core/model-bits.js";
import { launchFirefox, useBrowser } from "./support/index.js";
import { sample } from "./support/nightly.js";
import { DEMONSTRATION, STEPS, trained } from "./support/train.js";

const browser = useBrowser();

/** In a page: trains to the end by the button, and returns the losses and the bits of the attention. */
const LEARN = `
  const bitsOf = ${bitsOf};
  const element = document.querySelector("mha-train");
  const { store } = element;
  await element.loaded();
  const until = (found) => new Promise((resolve) => {
    const look = () => found() ? resolve(found()) : setTimeout(look, 50);
    look();
  });
  const bar = element.shadowRoot.querySelector("mha-train-bar").shadowRoot;
  const button = await until(() => [...bar.querySelectorAll("button")].find((one) => one.textContent.trim() === "To the end"));
  button.click();
  await until(() => store.state.step === ${STEPS} && !store.isBusy);
  const { losses, prediction, whole } = store.state;
  return { losses, words: prediction.blanks[0].words, kinds: whole.kinds, attention: bitsOf(prediction.attention) };`;

test("training gives the same losses, words and attention in Firefox as in Node", async () => {
  const { model, losses } = trained(STEPS);
  const { blanks, attention } = model.predict(`${DEMONSTRATION} tired`);
  const firefox = await launchFirefox();
  try {
    await firefox.goto(new URL("train.html", browser.url).href);
    assert.deepEqual(await firefox.evaluate(LEARN), {
      ...{ losses, words: blanks[0].words, kinds: model.evaluate().kinds },
      attention: bitsOf(/** @type {any} */ (attention)),
    });
    assert.deepEqual(await firefox.errors(browser.url), []);
  } finally {
    await firefox.close();
  }
});
