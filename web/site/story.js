/**
 * The story of the first page: the opening, the middle scene and the walk show one sentence, one head and one model.
 *
 * @typedef {import("../elements/explainer.js").Explainer} Explainer
 * @typedef {import("../elements/opening.js").Opening} Opening
 * @typedef {import("../elements/row.js").RowElement} RowElement
 * @typedef {import("../elements/train-small.js").SmallTrain} SmallTrain
 */

/** What a reader selects, and the ending of the sentence, may change without leaving the story. */
const FREE = ["head", "token", "key-token", "feature", "column", "tokens"];

/** The state of the story as parameters; null on a page without the opening. @param {Document} document @returns {import("./address.js").Story | null} */
export function storyOf(document) {
  const opening = /** @type {Opening | null} */ (document.querySelector("mha-opening"));
  const [params, ...others] = opening?.stories ?? [];
  if (!params) return null;
  const sentences = [params, ...others].map((each) => each.get("tokens"));
  const fixed = (/** @type {URLSearchParams} */ of) =>
    String(new URLSearchParams([...of].filter(([name]) => !FREE.includes(name)).sort()));
  return {
    params,
    holds: (given, first) => sentences.includes(given.get("tokens")) && fixed(given) === fixed(first),
  };
}

/** Leads from scene to scene, and keeps the ending of the sentence the same in all. @param {Explainer} explainer */
export function tellStory(explainer) {
  const opening = /** @type {Opening} */ (document.querySelector("mha-opening"));
  const row = /** @type {RowElement | null} */ (document.querySelector("mha-row"));
  document.querySelector("#what")?.remove();
  const small = /** @type {SmallTrain | null} */ (document.querySelector("mha-train-small"));
  if (small) Object.assign(small, { pages: opening.pages, ...headOf(opening) });
  opening.addEventListener("statechange", () => {
    const { tokens } = explainer.store.state.settings;
    const shown = opening.sentences[opening.store.state.ending];
    if (small) small.sentence = shown.join(" ");
    if (opening.sentences.some((each) => each.join(" ") === tokens.join(" ")))
      explainer.store.configure({ tokens: [...shown] }, "host");
  });
  explainer.addEventListener("statechange", () => {
    const said = explainer.store.state.settings.tokens.join(" ");
    const ending = opening.sentences.find((each) => each.join(" ") === said)?.at(-1);
    if (!ending || ending === opening.ending) return;
    opening.ending = ending;
    if (small) small.sentence = said;
  });
  row?.addEventListener("walkon", async () => {
    explainer.scrollIntoView({ block: "start" });
    await explainer.focusOn("step");
  });
}

/** The layer and the head of the story. @param {Opening} opening */
function headOf({ stories: [params] }) {
  return { layer: Number(params.get("layer")), head: Number(params.get("head")) };
}

/** Where the browser's storage keeps whether the walk shows everything exact. */
const EXACT = "headscope-exact";

/** Shows code, strides, cost and memory as the reader chose last; links to a state show them. @param {Explainer} explainer @param {boolean} isLinked */
export function keepExact(explainer, isLinked) {
  const { store } = explainer;
  let shown = isLinked || readExact();
  store.look({ exact: shown });
  store.addEventListener("change", () => {
    const exact = Boolean(store.state.look.exact);
    if (exact === shown) return;
    shown = exact;
    writeExact(exact);
  });
}

// Browsers may forbid storage; the choice then lasts until the page is left.

function readExact() {
  try {
    return localStorage.getItem(EXACT) === "true";
  } catch {
    return false;
  }
}

/** @param {boolean} exact */
function writeExact(exact) {
  try {
    localStorage.setItem(EXACT, String(exact));
  } catch (error) {
    console.warn(error);
  }
}
