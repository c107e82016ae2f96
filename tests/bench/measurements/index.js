import { calls } from "./calls.js";
import { causal } from "./causal.js";
import { forward } from "./forward.js";
import { growth } from "./growth.js";
import { kernel } from "./kernel.js";
import { large } from "./large.js";
import { long } from "./long.js";
import { models } from "./models.js";
import { train } from "./train.js";
import { workers } from "./workers.js";
import { writes } from "./writes.js";

/** @import { Assets } from "../runtimes/contestant.js" */

/**
 * @typedef {object} Context
 * @property {Assets} assets
 * @property {boolean} quick
 * @property {(note: string) => void} say
 */

/** Measurements for each side, in order; the last takes the most memory. */
export const MEASUREMENTS = {
  kernel,
  calls,
  train,
  forward,
  causal,
  growth,
  long,
  models,
  workers,
  writes,
  large,
};

/** @typedef {keyof typeof MEASUREMENTS} Name */

/** @typedef {{ [name in Name]: Awaited<ReturnType<typeof MEASUREMENTS[name]>> }} Measured */
