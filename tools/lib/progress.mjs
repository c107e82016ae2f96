/** Seconds between lines of progress if the output is not a terminal. */
const QUIET_SECONDS = 30;

/** The stream for progress. A program whose stdout is read by another sets a different one. @type {{ out: NodeJS.WriteStream }} */
export const progress = { out: process.stdout };

/** @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/**
 * Runs long work and shows progress: one updated line on a terminal, occasional lines elsewhere.
 * @template T
 * @param {string} label name of the work, such as "Downloading Emscripten"
 * @param {(note: (text: string) => void) => Promise<T>} work note() shows the progress
 * @returns {Promise<T>}
 */
export async function step(label, work) {
  const { out } = progress;
  const begun = performance.now();
  const elapsed = () => duration(performance.now() - begun);
  let noted = "";
  const line = () => `${label} … ${elapsed()}${noted && ` (${noted})`}`;
  const show = () => {
    if (out.isTTY) out.write(`\r\x1b[2K${line().slice(0, (out.columns || 80) - 1)}`);
    else out.write(`${line()}\n`);
  };
  if (out.isTTY) show();
  else out.write(`${label} …\n`);
  const timer = setInterval(show, out.isTTY ? 500 : QUIET_SECONDS * 1000);
  let ended = "failed after";
  try {
    const result = await work((text) => (noted = text));
    ended = "done in";
    return result;
  } finally {
    clearInterval(timer);
    out.write(`${out.isTTY ? "\r\x1b[2K" : ""}${label}: ${ended} ${elapsed()}\n`);
  }
}
