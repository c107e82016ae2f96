/** @import { Cut, Tools } from "./study-types.js" */

/**
 * Where sentences come from: the text that comes with the page, a text of the reader's, or a file.
 * @typedef {{ kind: "default" } | { kind: "text", text: string } | { kind: "file", file: File, columns: readonly string[], column: string | undefined }} Source
 */

/**
 * The sentences of a source: a list, unless they come from a file, which is read piece by piece.
 * @param {Source} source @param {Cut} by @param {Pick<Tools, "defaultSentences" | "sentencesOf" | "readSentences" | "bytesOf">} tools
 * @returns {Promise<string[] | AsyncIterable<string>>}
 */
export async function sentencesIn(source, by, tools) {
  if (source.kind === "default") return tools.defaultSentences();
  if (source.kind === "text") return tools.sentencesOf(source.text, { by });
  const { file, column } = source;
  return tools.readSentences(tools.bytesOf(file), file.name, { column, by });
}

/** Whether a source is a text of the reader that nothing is written in. @param {Source} source */
export const isEmpty = (source) => source.kind === "text" && !source.text.trim();
