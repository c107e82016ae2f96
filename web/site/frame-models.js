import "../elements/models.js";

/** @typedef {import("../elements/models.js").Models} Models */

const SMALL = "headscope-small/";
const TAKEN = ["text", "second", "theme", "alt"];

/** The element of frame.html?view=models, or view=models/pair for one part. @param {URLSearchParams} params */
export function framedModels(params) {
  const models = /** @type {Models} */ (document.createElement("mha-models"));
  const [, view] = (params.get("view") ?? "").split("/");
  for (const name of TAKEN) {
    const text = params.get(name);
    if (text !== null) models.setAttribute(name, text);
  }
  if (view) models.setAttribute("view", view);
  models.setAttribute("src", ownAddress(params.get("src") ?? SMALL));
  models.setAttribute("loading", "eager");
  return models;
}

/** An address of this host: a link must not make the page ask another one. @param {string} address */
function ownAddress(address) {
  const isOwn = new URL(address, location.href).origin === location.origin;
  if (!isOwn) console.warn(`src ${JSON.stringify(address)} is not on the host of frame.html`);
  return isOwn ? address : SMALL;
}
