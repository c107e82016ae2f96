/**
 * The page for hosts that allow only iframes. Its query, or its fragment if it has no query, has the same names as attributes. The page reports
 * its height, and answers { set: state } and { get: "state" }, with states like the element's `state`, by { state } or { error }.
 */

import { FRAME, frameIn } from "../embed/state/rows.js";
import { mergeParams } from "./address.js";
import { FrameMessages } from "./frame-messages.js";
import { linkQuery } from "./link-query.js";
import { unpackQuery } from "./packed-query.js";

/**
 * @import { Explainer } from "../elements/explainer.js"
 * @typedef {(params: URLSearchParams) => Promise<HTMLElement | null>} MakeModels  creates the element of view=models; null if its code did not arrive
 */

const CALM = 150; // ms without a new height before one is reported
const OWN = ["view", "controls", "readonly", "theme", "alt"];

const explainer = /** @type {Explainer} */ (document.querySelector("mha-explainer"));
/** The element on show. @type {HTMLElement} */
let element = explainer;

/** Shows the link's state. @param {MakeModels} makeModels */
export function openFrame(makeModels) {
  explainer.holdUntil(open(makeModels));
  if (parent !== window) talkToHost();
}

/** Shows the link's state before the first picture. @param {MakeModels} makeModels */
async function open(makeModels) {
  const query = linkQuery();
  const params = mergeParams(new URLSearchParams(query), await unpackQuery(query)); // the view of a packed query stands beside it
  setLooks(params);
  if (/^models(\/|$)/.test(params.get("view") ?? "")) {
    const models = await makeModels(params);
    if (!models) return;
    element = models;
  }
  if (params.get("link") === "none") element.setAttribute("link", "none"); // a query must not choose another address
  if (element !== explainer) return explainer.replaceWith(element);
  for (const name of OWN) {
    const text = params.get(name);
    if (text !== null && !(name === "readonly" && /^(0|false)$/.test(text)))
      explainer.setAttribute(name, text);
  }
  if (params.has("caption")) {
    const caption = document.createElement("p");
    caption.slot = "caption";
    caption.textContent = params.get("caption");
    explainer.append(caption);
  }
  explainer.fromParams(mergeParams(explainer.toParams(), params));
}

/** Looks of the whole document. @param {URLSearchParams} params */
function setLooks(params) {
  const { frame, invalidValues } = frameIn(params);
  // On the document, so that the page around the figure has the same paper.
  for (const { kind, style = "", place, name } of FRAME) {
    if (place !== "style" || kind === "width") continue;
    document.documentElement.style.setProperty(style, frame[name]);
    if (name in invalidValues) console.warn(`${invalidValues[name].message}.`);
  }
  const theme = params.get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.classList.add(theme);
}

/** @param {unknown} message */
const tell = (message) => parent.postMessage(message, "*"); // heights are no secret

let told = 0;
/** @type {ReturnType<typeof setTimeout>} */
let calm;

function tellHeight() {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  if (height === told) return;
  told = height;
  tell({ height });
  tell(JSON.stringify({ src: location.href, context: "iframe.resize", height })); // the form that Embedly reads
  tell({ subject: "lti.frameResize", height }); // the form that learning platforms read
}

function settle() {
  clearTimeout(calm);
  const { store } = /** @type {Partial<Explainer>} */ (element);
  if (store?.state.status !== "waiting") calm = setTimeout(tellHeight, CALM);
}

function talkToHost() {
  const messages = new FrameMessages(explainer);
  new ResizeObserver(settle).observe(document.body);
  explainer
    .loaded()
    .catch(() => {}) // the element shows the error
    .finally(settle);
  explainer.addEventListener("statechange", (event) => {
    const { changed } = /** @type {CustomEvent} */ (event).detail;
    tell({ changed }); // hosts can ask for the values
  });
  addEventListener("message", ({ data, source, origin }) => {
    if (source !== parent || element !== explainer) return;
    messages.take(data, (answer) => parent.postMessage(answer, origin === "null" ? "*" : origin));
  });
}
