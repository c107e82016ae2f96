import { inLang } from "./lang.js";
import { isPlain } from "./of-page.js";

/** Carries the state of the layer from page to page, in the links of the header. */

/** Where the session's storage keeps the last state, for pages that show no layer. */
const KEPT = "headscope-layer";

/** Settings that the page Train has, too. */
const OF_TRAINING = ["heads", "seed"];

/**
 * Adds the state to the links of Walk, Heads and Embed, and the settings of a trained model to the link of Train.
 * @param {import("../elements/explainer.js").Explainer} explainer
 */
export function carryState(explainer) {
  const state = () => explainer.toParams?.(); // no method before the element is defined
  setLinks({
    walk: state,
    heads: state,
    embed: () => withView(state(), explainer),
    train: () => ofTraining(state()),
  });
  addEventListener("pagehide", () => {
    keep(isPlain(new URLSearchParams(location.search)) ? undefined : state());
  });
}

/** Sets the links of a page that shows no layer: they open the last state of this visit. */
export const carryLast = () => setLinks({ walk: keptParams, heads: keptParams, embed: keptParams });

/** @param {URLSearchParams | undefined} state @param {{ view: string }} explainer */
function withView(state, { view }) {
  state?.set("view", view);
  return state;
}

/** @param {URLSearchParams | undefined} state */
function ofTraining(state) {
  if (state?.get("weights") !== "trained") return undefined;
  return new URLSearchParams([...state].filter(([name]) => OF_TRAINING.includes(name)));
}

/**
 * Sets the queries of the header's links when they are used; all keep the language.
 * @param {Readonly<Record<string, () => URLSearchParams | undefined>>} queries by the name of the link's page
 */
function setLinks(queries) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (
    document.querySelectorAll("header nav a")
  )) {
    const set = () => {
      const query = String(queries[link.dataset.say ?? ""]?.() ?? "");
      link.search = inLang(query && `?${query}`);
    };
    for (const type of ["pointerdown", "focus", "click"]) link.addEventListener(type, set);
  }
}

// Browsers may forbid storage; links then open the page's own example.

/** @param {URLSearchParams | undefined} state */
function keep(state) {
  try {
    if (state) sessionStorage.setItem(KEPT, String(state));
    else sessionStorage.removeItem(KEPT);
  } catch (error) {
    console.warn(error);
  }
}

/** @returns {URLSearchParams | undefined} */
function keptParams() {
  try {
    return new URLSearchParams(sessionStorage.getItem(KEPT) ?? "");
  } catch {
    return undefined;
  }
}
