/** @param {number} value */
const short = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 3 : 1));

/** Writes the median and the range of each row. @param {string} title @param {readonly Record<string, number>[]} runs */
export function printTable(title, runs) {
  console.log(`\n${title}: median, least to most`);
  for (const what of Object.keys(runs[0])) {
    const values = runs.map((run) => run[what]).sort((a, b) => a - b);
    const median = values[values.length >> 1];
    console.log(
      `  ${what.padEnd(60)} ${short(median)}, ${short(values[0])} to ${short(values[values.length - 1])}`,
    );
  }
}

/** Writes one number of each run. @param {readonly Record<string, number>[]} runs @param {string} what */
export function printRuns(runs, what) {
  console.log(`  ${what}, by seed: ${runs.map((run) => short(run[what])).join(" ")}`);
}
