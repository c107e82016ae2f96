/** Offers the fold of a head's circuits, which loads when it is first opened. The single files do without it. */
import { offerCircuits } from "../heads/elements/one-head.js";

offerCircuits(async () => (await import("../heads/elements/circuits.js")).HeadCircuits);
