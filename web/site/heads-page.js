/** The hosted page of the heads. */
import "../elements/explainer-element.js";
import "../elements/heads-panels.js";
import { host } from "./site.js";

host();
