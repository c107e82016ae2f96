import { listenToWords } from "../kit/elements/prose-links.js";
import { define } from "../kit/elements/define.js";
import { Lab } from "./lab.js";
import { isFirst } from "./views.js";

// Of what is on a page twice the first listens.
if (isFirst) listenToWords(document);
// One file for copying has no labs.
if (Lab) define("mha-lab", Lab);
