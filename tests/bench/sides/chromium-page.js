// Script of the page that chromium.js opens.
import { MEASUREMENTS } from "../measurements/index.js";
import { fetchAssets } from "./assets.js";

/** @import { Name } from "../measurements/index.js" */

const assets = await fetchAssets();

Object.assign(globalThis, {
  /** @param {Name} name @param {boolean} quick */
  measure: (name, quick) =>
    MEASUREMENTS[name]({ assets, quick, say: (note) => /** @type {any} */ (globalThis).say(note) }),
});
