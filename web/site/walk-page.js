/** The hosted walk. */
import "./walk-core.js"; // before the first element is made
import "../elements/hosted.js";
import { host } from "./site.js";

host();
