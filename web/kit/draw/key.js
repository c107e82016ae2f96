import { COMPARED } from "../text/compared.js";
import { say } from "../text/words.js";
import { path, rect, text } from "./marks.js";
import { TOKEN_COLOURS, unpackColour } from "./palette.js";
import { shortenWord } from "./tensor-labels.js";

/**
 * A key to colours and strokes: swatches with labels, wrapped to lines.
 *
 * @typedef {object} Key
 * @property {readonly { word: string, ramp: import("./palette.js").Ramp }[]} tokens
 * @property {string} struck  meaning of a stroke through a cell, if the picture has any
 *
 * @typedef {import("./marks.js").Mark} Mark
 */

const LINE = 20;
const SWATCH = 11;
const STRONG = 225; // index into the ramp's 256 colours: a large positive number

/** @param {Key} key @param {import("./marks.js").Surface} surface @param {number} top */
export function keyMarks({ tokens, struck }, surface, top) {
  const { palette, measure, width } = surface;
  const said = say(COMPARED, surface);
  /** @type {Mark[]} */
  const marks = [];
  let [x, y] = [0, top + 12];
  const add = (
    /** @type {string} */ word,
    /** @type {((x: number, y: number) => Mark[]) | null} */ sample,
  ) => {
    const start = sample ? SWATCH + 5 : 0;
    const end = start + measure(word);
    if (x > 0 && x + end > width) [x, y] = [0, y + LINE];
    marks.push(...(sample?.(x, y - 10) ?? []), text({ x: x + start, y, text: word, fill: palette.muted }));
    x += end + 14;
  };
  const square = { w: SWATCH, h: SWATCH, radius: 2 };
  if (tokens.length) add(said.byToken, null);
  for (const { word, ramp } of tokens.slice(0, TOKEN_COLOURS))
    add(shortenWord(word), (x, y) => [rect({ ...square, x, y, fill: unpackColour(ramp[STRONG]) })]);
  const more = tokens.length - TOKEN_COLOURS;
  if (more > 0) add(said.more(more), null);
  if (struck)
    add(struck, (x, y) => [
      rect({ ...square, x, y, stroke: palette.hairline }),
      path({ d: `M0 ${SWATCH}L${SWATCH} 0`, at: { x, y }, stroke: palette.ink, line: 0.75, alpha: 0.55 }),
    ]);
  return { marks, bottom: marks.length ? y + 8 : top };
}
