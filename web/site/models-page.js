/** The hosted page with models of the hub. The address holds the state. The browser's Back goes from a layer to all heads. */
import "../elements/models.js";
import { carryLast } from "./carry.js";
import "./header.js";
import { inLang } from "./lang.js";
import "./model-folder.js";
import { keepRangesIn } from "../models/state/page-kept.js";
import { LINK_NAMES } from "../models/state/page-link.js";
import { keepInAddress } from "./address.js";

keepRangesIn("headscope-hub");

/** Names in the address that are not of the state; the page's language has its own place. */
const others = [...new URLSearchParams(location.search)].filter(
  ([name]) =>
    !["z", "lang"].includes(name) && !(/** @type {readonly string[]} */ (LINK_NAMES).includes(name)),
);

/** Adds the other names to a query. @param {string} query with its question mark, or empty */
function withOthers(query) {
  const rest = String(new URLSearchParams(others));
  return inLang(rest ? `${query || "?"}${query.length > 1 ? "&" : ""}${rest}` : query);
}

/** Keeps the state of the page in its address. @param {import("../elements/models.js").Models} models */
async function keepModels(models) {
  let isKept = false;
  const kept = /** @type {any} */ ({
    // The element leaves out defaults itself: the address is compared with none.
    toParams: () => (isKept ? models.toParams() : new URLSearchParams()),
    fromParams: (/** @type {URLSearchParams} */ params) => models.fromParams(params),
    loaded: () => models.loaded(),
    addEventListener: models.addEventListener.bind(models),
  });
  await keepInAddress(kept, () => false, withOthers);
  isKept = true;
}

carryLast();

const models = /** @type {import("../elements/models.js").Models} */ (document.querySelector("mha-models"));

models.pages = { cache: inLang("./?lab=cache") };
models.addEventListener("enter", () => history.pushState(null, ""));
models.addEventListener("leave", (event) => {
  event.preventDefault();
  history.back();
});
void keepModels(models);
addEventListener("popstate", () => void models.back());
