/** Importing this module gives the opening its stored numbers. */
import { offerStoredOpening } from "../opening/state/stored-opening.js";
import { REFERENCE_OPENING } from "../opening/state/reference-opening.js";

offerStoredOpening(REFERENCE_OPENING);
