/** @import { Row } from "./figures.js" */

/**
 * @param {Row[]} rows
 * @param {string[]} sides
 * @returns {{ met: boolean, line: string }} one line, whatever there is to say
 */
export function verdict(rows, sides) {
  const judged = rows.flatMap(({ what, target, cells }) =>
    cells.flatMap((cell, i) => (cell?.met === undefined ? [] : [{ what, target, side: sides[i], ...cell }])),
  );
  const missed = judged.filter(({ met }) => !met);
  const reasons = missed.map(
    ({ what, target, side, text }) => `${what}: ${text} in ${side}, where ${target} is wanted`,
  );
  const count = `${judged.length} ${judged.length === 1 ? "target" : "targets"}`;
  if (judged.length === 0) return { met: false, line: "Verdict: nothing was measured that has a target." };
  if (missed.length === 0) return { met: true, line: `Verdict: all of ${count} met.` };
  return { met: false, line: `Verdict: ${missed.length} of ${count} missed. ${reasons.join("; ")}.` };
}
