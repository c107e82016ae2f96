import { loadCore } from "../core/index.js";

/**
 * Loads the core from the file that the page's head preloads, so that the wasm arrives together with the scripts. If the page has no such
 * link, or loading fails, elements load the copy that is inlined in a script.
 */
const link = /** @type {HTMLLinkElement | null} */ (
  document.querySelector('link[rel="preload"][type="application/wasm"]')
);
if (link) loadCore({ wasmUrl: link.href }).catch(() => {});
