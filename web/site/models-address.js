import { LINK_NAMES } from "../models/state/page-link.js";
import { keepInAddress } from "./address.js";

/** Keeps the state of the page Models in its address. */

/** Names in the address that are not of the state, such as `lang`. */
const others = [...new URLSearchParams(location.search)].filter(
  ([name]) => name !== "z" && !(/** @type {readonly string[]} */ (LINK_NAMES).includes(name)),
);

/** Adds the other names to a query. @param {string} query with its question mark, or empty */
function withOthers(query) {
  const rest = String(new URLSearchParams(others));
  return rest ? `${query || "?"}${query.length > 1 ? "&" : ""}${rest}` : query;
}

/** @param {import("../elements/models.js").Models} models */
export async function keepModels(models) {
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
