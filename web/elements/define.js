import { listenToWords } from "./prose-links.js";
import { define } from "../kit/elements/define.js";
import { Lab } from "./lab.js";
import { isFirst } from "./views.js";

// If a page has two copies, only the first listens.
if (isFirst) listenToWords(document);
// The single file has no labs.
if (Lab) define("mha-lab", Lab);
