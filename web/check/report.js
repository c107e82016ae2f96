import { CHECK, readWords, stepWords, verdictWords } from "./words.js";

/** The report of a check as text: how the arrays were read, a table of steps, and the verdict. @param {import("./state/check.js").Checked} checked */
export function reportOf(checked) {
  const rows = checked.steps.map((step) => Object.values(stepWords(step, checked)));
  const verdict = [
    ...verdictWords(checked),
    ...(checked.path ? [`More about this bug: docs/guide/bugs.md#${checked.path.id}`] : []),
  ];
  return `${readWords(checked).join("\n")}\n\n${columns([CHECK.columns, ...rows])}\n\n${verdict.join("\n")}\n`;
}

/** @param {readonly string[][]} rows */
function columns(rows) {
  const wide = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, i) => cell.padEnd(wide[i] ?? 0)).join("  ")}`.trimEnd())
    .join("\n");
}
