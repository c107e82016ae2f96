/** The open lab of a hosted page in its address, `?lab=mask`. */

const NAME = "lab";

/** The lab that the address names, if any. */
const askedLab = () => new URLSearchParams(location.search).get(NAME);

/** Adds the open lab to a query. @param {string} query with its question mark, or empty */
export function withLab(query) {
  const lab = askedLab();
  return lab ? `${query || "?"}${query.length > 1 ? "&" : ""}${new URLSearchParams({ [NAME]: lab })}` : query;
}

/** Opens the lab that the address names, and keeps the last opened lab in the address. @param {import("../labs/labs-below.js").Labs} labs */
export function keepLab(labs) {
  labs.addEventListener("opened", (event) => {
    const { kind, isOpen } = /** @type {CustomEvent<{ kind: string, isOpen: boolean }>} */ (event).detail;
    const params = new URLSearchParams(location.search);
    if (isOpen) params.set(NAME, kind);
    else if (params.get(NAME) === kind) params.delete(NAME);
    const query = String(params);
    history.replaceState(history.state, "", `${location.pathname}${query && `?${query}`}${location.hash}`);
  });
  const kind = askedLab();
  if (kind) labs.openLab(kind, !new URLSearchParams(location.search).has("head"));
}
