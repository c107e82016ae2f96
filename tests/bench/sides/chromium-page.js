// Script of the pages that chromium.js opens.
import { MEASUREMENTS } from "../measurements/index.js";
import { isolatedGpt2 } from "./isolated-gpt2.js";
import { fetchAssets } from "./assets.js";

/** @import { Name } from "../measurements/index.js" */
/** @import { Isolated } from "../runtimes/contestant.js" */

const assets = await fetchAssets();
const page = /** @type {any} */ (globalThis);

/** What the isolated page gives, asked by way of chromium.js; absent where the page was opened without one. @type {Isolated | undefined} */
const isolated = page.askIsolated && {
  open: (threads) => page.askIsolated("open", threads),
  attention: (x) => page.askIsolated("attention", x),
  time: (count) => page.askIsolated("time", count),
};

Object.assign(globalThis, {
  /** @param {Name} name @param {boolean} quick @param {boolean} compares with the other checkout */
  measure: (name, quick, compares) => {
    const other = compares ? { before: () => import(/** @type {any} */ ("./before/modules/models.js")) } : {};
    return MEASUREMENTS[name]({
      assets: { ...assets, isolated, ...other },
      quick,
      say: (note) => page.say(note),
    });
  },
  isolated: isolatedGpt2(assets),
});
