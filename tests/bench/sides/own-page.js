// Script of bench.html: measures in the reader's own browser, and shows the rows of the table.
import { tableRows } from "../figures.js";
import { MEASUREMENTS } from "../measurements/index.js";
import { lines } from "../table.js";
import { fetchAssets } from "./assets.js";

/** @import { Measured, Name } from "../measurements/index.js" */

const SIDE = "This browser";
/** The large checkpoint is a file on disk that the page cannot read. */
const NAMES = /** @type {Name[]} */ (Object.keys(MEASUREMENTS)).filter((name) => name !== "large");

/** @param {string} selector @returns {HTMLElement} */
const at = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

at("#machine").textContent = `${navigator.userAgent}, ${navigator.hardwareConcurrency} cores`;
for (const button of document.querySelectorAll("button"))
  button.addEventListener("click", () => run(button.id === "quick"));

/** @param {boolean} quick */
async function run(quick) {
  for (const button of document.querySelectorAll("button")) button.disabled = true;
  const say = (/** @type {string} */ note) => (at("#progress").textContent = note);
  /** @type {Partial<Measured>} */
  const measured = {};
  try {
    say("loading");
    const assets = await fetchAssets();
    for (const name of NAMES) {
      const found = await MEASUREMENTS[name]({ assets, quick, say: (note) => say(`${name}: ${note}`) });
      Object.assign(measured, { [name]: found });
      show(measured);
    }
    say("done");
  } catch (error) {
    say(String(error));
  }
  for (const button of document.querySelectorAll("button")) button.disabled = false;
}

/** @param {Partial<Measured>} measured */
function show(measured) {
  const sides = [{ name: SIDE, measured }];
  const [heading, ...body] = lines(tableRows({ sides }), [SIDE]);
  const row = (/** @type {string[]} */ cells, /** @type {string} */ tag) => {
    const made = document.createElement("tr");
    for (const text of cells) made.append(Object.assign(document.createElement(tag), { textContent: text }));
    return made;
  };
  at("thead").replaceChildren(row(heading, "th"));
  at("tbody").replaceChildren(...body.map((cells) => row(cells, "td")));
}
