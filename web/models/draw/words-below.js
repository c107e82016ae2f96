import { text } from "../../kit/draw/marks.js";
import { shorten } from "../../kit/draw/tensor-labels.js";

/**
 * Words below the columns of a map, as many as fit.
 * @param {readonly string[]} words @param {import("../../kit/draw/marks.js").Surface} surface @param {{ x: number, y: number, cell: number }} at
 */
export function wordsBelow(words, { palette }, { x, y, cell }) {
  const every = Math.ceil(13 / cell);
  return words.flatMap((word, i) =>
    i % every
      ? []
      : text({
          ...{ x: x + (i + 0.5) * cell + 4, y, turn: -90, align: "end" },
          ...{ text: shorten(word), fill: palette.muted },
        }),
  );
}
