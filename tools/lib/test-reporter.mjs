import { inspect } from "node:util";

/**
 * A node:test reporter for this runner: one line of JSON for each test and each message of a test.
 * @param {AsyncIterable<{ type: string, data: any }>} events
 */
export default async function* reporter(events) {
  for await (const { type, data } of events) {
    const line = describe(type, data);
    if (line) yield `${JSON.stringify(line)}\n`;
  }
}

/**
 * @typedef {{ kind: "pass" | "skip", name: string } | { kind: "fail", name: string, file: string, error: string }
 *   | { kind: "note" | "output", text: string } | { kind: "file", name: string, seconds: number }} Line
 */

/**
 * @param {string} type type of a node:test event
 * @param {any} data data of the event
 * @returns {Line | null}
 */
export function describe(type, data) {
  if (type === "test:stdout" || type === "test:stderr") return { kind: "output", text: data.message };
  // node:test's own summary notes belong to no file.
  if (type === "test:diagnostic") return data.file ? { kind: "note", text: data.message } : null;
  if (type === "test:complete") return isFile(data) ? describeFile(data) : null;
  if (type === "test:fail") return describeFailure(data);
  if (type !== "test:pass" || data.details?.type === "suite" || isFile(data)) return null;
  const skipped = data.skip !== undefined || data.todo !== undefined;
  return { kind: skipped ? "skip" : "pass", name: data.name };
}

/** @param {any} data @returns {Line | null} */
function describeFailure(data) {
  const error = data.details?.error;
  // Failed subtests are reported on their own lines.
  const onlyBelow = error?.failureType === "subtestsFailed";
  if (onlyBelow && (isFile(data) || data.details?.type === "suite")) return null;
  const text = onlyBelow ? "A test inside it failed." : inspect(error?.cause ?? error, { depth: 4 });
  return { kind: "fail", name: data.name, file: data.file ?? "", error: text };
}

/**
 * A line for a test file, whose test:complete event is named after the file. Only an empty file also has a pass event.
 * @param {any} data @returns {Line}
 */
const describeFile = ({ name, details }) => ({ kind: "file", name, seconds: details.duration_ms / 1000 });

/** @param {any} data */
const isFile = (data) => data.nesting === 0 && /\.m?js$/.test(data.name) && data.file?.endsWith(data.name);
