/** The hosted walk. */
import "./wasm.js";
import "../elements/hosted.js";
import { host } from "./site.js";

host();
