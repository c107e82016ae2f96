/**
 * Has the core come from the file that the page's head links to, together with the scripts. If the page has no such link, elements load the
 * copy that is inlined in a script. Stands before the page's script, because elements load the core.
 */
import { loadCore } from "../core/index.js";
import { offerWasm } from "../core/load.js";

const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[type="application/wasm"]'));
if (link) offerWasm(link.href);
if (link?.rel === "preload") loadCore().catch(() => {}); // elements show the error
