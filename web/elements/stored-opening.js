/** Uses the numbers of the opening that come with the package. */
import { offerStoredOpening } from "../opening/state/stored-opening.js";
import { REFERENCE_OPENING } from "../opening/state/reference-opening.js";

offerStoredOpening(REFERENCE_OPENING);
