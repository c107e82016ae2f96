/**
 * Loads the core from the file that the page's head preloads, so that the wasm arrives together with the scripts. If the page has no such
 * link, or loading fails, elements load the copy that is inlined in a script. Stands before the page's script, because only the options of
 * the first load count.
 */
import { loadCore } from "../core/index.js";

const link = /** @type {HTMLLinkElement | null} */ (
  document.querySelector('link[rel="preload"][type="application/wasm"]')
);
if (link) loadCore({ wasmUrl: link.href }).catch(() => {}); // elements show the error
