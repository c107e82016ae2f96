import { TASKS } from "../../kit/state/training-tasks.js";

/**
 * The endings of a sentence of a trained model's task, between which a reader can switch; null for other sentences.
 * @param {Pick<import("../../kit/state/settings.js").Settings, "tokens" | "weights" | "training">} settings
 * @returns {{ ending: string, endings: readonly string[], with: (ending: string) => readonly string[] } | null}
 */
export function endingsOf({ tokens, weights, training }) {
  if (weights !== "trained") return null;
  const task = TASKS[/** @type {"reference"} */ (new URLSearchParams(training).get("task") ?? "reference")];
  const words = task?.sentence.split(" ") ?? [];
  const [ending] = tokens.slice(-1);
  const begins = tokens.length === words.length && words.slice(0, -1).every((word, i) => word === tokens[i]);
  if (!begins || !task.endings.includes(ending)) return null;
  return { ending, endings: task.endings, with: (word) => [...words.slice(0, -1), word] };
}
