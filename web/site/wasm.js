import "./failed.js";

/**
 * Loads the core from the file that the page's head preloads, so that the wasm arrives together with the scripts. Where the page has no
 * such link, or the load fails, elements load the copy that is inlined in a script of its own. It imports nothing at first: where another
 * script does not arrive, it is there and says so.
 */
const link = /** @type {HTMLLinkElement | null} */ (
  document.querySelector('link[rel="preload"][type="application/wasm"]')
);
if (link) import("../core/index.js").then(({ loadCore }) => loadCore({ wasmUrl: link.href })).catch(() => {}); // which the elements say
