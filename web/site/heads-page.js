/** The hosted page of the heads. */
import "../elements/explainer-element.js";
import "../elements/heads-panels.js";
import "../elements/head-circuits.js";
import "../elements/language-model.js";
import "../elements/vision-model.js";
import { host, showLabs } from "./site.js";

showLabs(host());
