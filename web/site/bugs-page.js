/** The page of bugs: its text stands in the markup, in English; pictures are computed when they come near the window. */
import { BugMaps } from "../check/elements/bug-maps.js";
import { bugsText } from "../check/words-bugs.js";
import { define } from "../kit/elements/define.js";
import { carryLast } from "./carry.js";
import "./header.js";
import { sayKeys } from "./say-keys.js";

carryLast();

define("mha-bug-maps", BugMaps);

sayKeys("data-bugs", bugsText);
