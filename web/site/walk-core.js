import { loadWalk } from "../core/index.js";
import { Store } from "../state/store.js";

/** This page asks of the core what a walk asks. */
Store.loadCore = loadWalk;
