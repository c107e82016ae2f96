/** @import { Progress } from "./page-state.js" */

const NOTICED = 150; // ms; a progress bar that comes and goes with each letter would distract

/**
 * Reports the progress of work once the work takes noticeably long.
 * @param {Progress} first @param {(progress: Progress) => void} report
 * @returns {{ onProgress: (progress: Progress) => void, end: () => void }} end: reports nothing more, since the last progress of a worker may
 *   arrive after its result
 */
export function slowProgress(first, report) {
  let latest = first;
  let isSlow = false;
  let hasEnded = false;
  const timer = setTimeout(() => {
    isSlow = true;
    report(latest);
  }, NOTICED);
  return {
    onProgress(progress) {
      latest = progress;
      if (isSlow && !hasEnded) report(progress);
    },
    end() {
      hasEnded = true;
      clearTimeout(timer);
    },
  };
}
