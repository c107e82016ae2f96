/** Seconds between two signs of life where lines cannot be updated in place. */
const QUIET_SECONDS = 30;

/** Where progress is shown: elsewhere than on stdout when that is for a program to read. @type {{ out: NodeJS.WriteStream }} */
export const progress = { out: process.stdout };

/** @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/**
 * Does a long piece of work while saying that it goes on: one line updated in place on a terminal, sparse lines
 * elsewhere.
 * @template T
 * @param {string} label what is being done: "Downloading Emscripten"
 * @param {(note: (text: string) => void) => Promise<T>} work note() shows how far it is
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
