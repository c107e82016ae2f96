/** Defines the elements. Outside a browser, as while rendering on a server, it does nothing. */
if (typeof customElements !== "undefined" && typeof document !== "undefined") import("./define.js");

export { HeadscopeError, loadCore } from "../core/index.js";
