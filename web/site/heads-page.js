/** The hosted page of the heads. */
import "../elements/views.js";
import { host } from "./site.js";

host();
