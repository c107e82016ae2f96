/** Defines the elements. Outside a browser, as while rendering on a server, it does nothing. */
import "./define.js";

export { HeadscopeError, loadCore } from "../core/index.js";
