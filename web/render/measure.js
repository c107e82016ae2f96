import { EM, STRETCHES } from "./widths.js";

/** Of characters that the table has not: an average letter. */
const USUAL = 0.6; // em

/** Written in squares: Hangul, Chinese and Japanese, and what is drawn as wide as these. */
const SQUARE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]|\p{Emoji_Presentation}/u;

/** Above or below another, or seen by none. */
const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** In em, by character. @type {Record<"regular" | "bold", Map<string, number>>} */
const WIDTHS = { regular: read("regular"), bold: read("bold") };

/** @param {"regular" | "bold"} style */
function read(style) {
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
 * How wide a text is, the same on every machine: as in DejaVu Sans, which few fonts are wider than.
 * @param {string} text @param {number} [size] in px @param {boolean} [bold]
 * @returns {number} px
 */
export function measureText(text, size = 12.5, bold = false) {
  const widths = WIDTHS[bold ? "bold" : "regular"];
  let wide = 0;
  for (const letter of text)
    wide += widths.get(letter) ?? (NONE.test(letter) ? 0 : SQUARE.test(letter) ? 1 : USUAL);
  return wide * size;
}
