/** The hosted walk. */
import "../elements/hosted.js";
import { host } from "./site.js";

host();
