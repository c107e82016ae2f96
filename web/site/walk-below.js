/** The walk below the opening. Defines the element and reads the address in one task, as `holdUntil` requires. */
import "../elements/hosted.js";
import "../elements/language-model.js";
import "../elements/row.js";
import { host } from "./site.js";

host();
