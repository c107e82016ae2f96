import { loadWalk } from "../core/index.js";
import { Store } from "../state/store.js";

/** Before the first element is made: this page asks of the core what a walk asks. */
Store.loadCore = loadWalk;
