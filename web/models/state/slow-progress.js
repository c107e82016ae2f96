/** @import { Progress } from "./page-state.js" */

/** Time of a run in ms, from which its progress is reported: a bar that comes and goes with each letter would distract. */
export const NOTICED = 150;

/**
 * Reports the progress of work that takes longer.
 * @param {Progress} first @param {(progress: Progress) => void} report @param {number} from  ms after which progress is reported; 0 for at once
 * @returns {{ onProgress: (progress: Progress) => void, end: () => void }} end: reports nothing more, since the last progress of a worker may
 *   arrive after its result
 */
export function slowProgress(first, report, from) {
  let latest = first;
  let isReported = false;
  const begin = () => {
    isReported = true;
    report(latest);
  };
  const timer = from ? setTimeout(begin, from) : undefined;
  if (!from) begin();
  return {
    onProgress(progress) {
      latest = progress;
      if (isReported) report(progress);
    },
    end() {
      isReported = false;
      clearTimeout(timer);
    },
  };
}
