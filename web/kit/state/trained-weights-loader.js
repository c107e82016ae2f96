/** How a layer is trained, with what takes its numbers. */
import "./own-numbers.js";
export { learn } from "./trained-layer.js";
