import { loadCore } from "../../core/index.js";
import { mapsOf } from "../state/bug-maps.js";

/** Computes the maps of a bug; loaded on first use, together with the core. @param {import("../state/bugs.js").Bug} bug */
export const computeMaps = async (bug) => mapsOf(await loadCore(), bug);
