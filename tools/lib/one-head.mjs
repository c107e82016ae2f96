import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/**
 * Results of models that trained with one head in each layer, and with several.
 *
 * @typedef {import("../../web/kit/state/training-tasks.js").TrainedTask} TrainedTask
 * @typedef {{ seed: number, right: number, solved: number | null }} Run  right: share of unseen answers that are right at the end; solved: first evaluated step with 95 % right
 * @typedef {{ task: TrainedTask, heads: number, width: number, parameters: number, steps: number, runs: Run[] }} Entry  width: numbers of each head's query
 */

/** The file, written by npm run study -- --heads. */
export const RESULTS = "web/site/learn/one-head.json";

/** @returns {Entry[]} */
export const readResults = () => JSON.parse(readFileSync(inRoot(RESULTS), "utf8"));

/** The middle of some numbers, or the mean of the two in the middle. @param {readonly number[]} numbers */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/**
 * The model that fills in words, trained with the window of layer 0 and without it.
 *
 * @typedef {{ solved: number, weight: number, tells?: number }} Filled  solved: first evaluated step with 95 % right, or -1; weight: of the best head, on
 *   the word that the answer is about; tells: of the best head, on the adjective that decides
 * @typedef {{ seed: number, this: Filled, was: Filled, it: Filled & { tells: number } }} WindowRun
 * @typedef {{ window: boolean, steps: number, runs: WindowRun[] }} WindowEntry
 */

/** The file, written by npm run study -- --window. */
export const WINDOW_RESULTS = "web/site/learn/window.json";

/** @returns {WindowEntry[]} */
export const readWindowResults = () => JSON.parse(readFileSync(inRoot(WINDOW_RESULTS), "utf8"));
