import { text } from "./marks.js";

/**
 * Wraps text of several colours to the width of the surface.
 * @param {readonly { text: string, fill: string, bold?: boolean }[]} pieces  lines may break at spaces
 * @param {import("./marks.js").Surface} surface
 * @returns {import("./marks.js").Text[][]} by line; each mark is on a baseline of 0
 */
export function wrapText(pieces, { measure, width }) {
  /** @type {import("./marks.js").Text[][]} */
  const lines = [[]];
  let x = 0;
  let loose = false; // a line may break after the previous piece
  for (const piece of pieces) {
    const wide = (/** @type {string} */ words) => measure(words, 12.5, piece.bold);
    for (const word of piece.text.match(/\S+\s*/g) ?? []) {
      if (loose && x + wide(word.trimEnd()) > width) {
        lines.push([]);
        x = 0;
      }
      const line = lines[lines.length - 1];
      const last = line.at(-1);
      if (last?.fill === piece.fill) last.text += word;
      else line.push(text({ ...piece, text: word, x, y: 0 }));
      const set = /** @type {import("./marks.js").Text} */ (line.at(-1));
      x = set.x + wide(set.text);
      loose = /\s$/.test(word);
    }
  }
  return lines;
}
