import "./failed.js";

/**
 * Loads the core from the file that the page's head preloads, so that the wasm arrives together with the scripts. If the page has no such
 * link, or loading fails, elements load the copy that is inlined in a script. This module imports nothing large, so that it runs and
 * reports the failure if another script does not arrive.
 */
const link = /** @type {HTMLLinkElement | null} */ (
  document.querySelector('link[rel="preload"][type="application/wasm"]')
);
if (link) import("../core/index.js").then(({ loadCore }) => loadCore({ wasmUrl: link.href })).catch(() => {}); // elements show the error
