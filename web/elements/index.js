/** Defines the elements. Outside a browser, as while rendering on a server, it does nothing. */
export { HeadscopeError, loadCore } from "../core/index.js";
import "./define.js";
