import { EM, STRETCHES } from "./widths.js";

/** Width of a character outside the table, in em: an average letter. */
const USUAL = 0.6; // em

/** Full-width characters: Hangul, Chinese and Japanese, and others of that width. */
const SQUARE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]|\p{Emoji_Presentation}/u;

/** Characters without width: combining and invisible ones. */
const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** In em, by character. @type {Record<"regular" | "bold", Map<string, number>>} */
const WIDTHS = { regular: readWidths("regular"), bold: readWidths("bold") };

/** @param {"regular" | "bold"} style */
function readWidths(style) {
  return new Map(
    STRETCHES.flatMap(({ from, [style]: widths }) =>
      widths
        .split(" ")
        .map(
          (width, i) =>
            /** @type {[string, number]} */ ([String.fromCodePoint(from + i), Number(width) / EM]),
        ),
    ),
  );
}

/**
 * The width of a text, equal on every machine: that of DejaVu Sans, which is wider than most fonts.
 * @param {string} text @param {number} [size] in px @param {boolean} [bold]
 * @returns {number} in px
 */
export function measureText(text, size = 12.5, bold = false) {
  const widths = WIDTHS[bold ? "bold" : "regular"];
  let wide = 0;
  for (const letter of text)
    wide += widths.get(letter) ?? (NONE.test(letter) ? 0 : SQUARE.test(letter) ? 1 : USUAL);
  return wide * size;
}
