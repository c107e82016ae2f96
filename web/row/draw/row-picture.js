import { shift, text } from "../../kit/draw/marks.js";
import { pictureOnPath } from "../../kit/draw/wrong-path.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { headIn } from "../../kit/state/head.js";
import { attentionIn } from "../../kit/state/quantity.js";
import { selectedIn } from "../../kit/state/state.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { movesOf } from "../state/moves.js";
import { ROW } from "../words.js";
import { LEAST_COLUMN, RIGHT, columnsScene } from "./columns.js";
import { askScene, mixScene, shareScene } from "./rows.js";

/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */
/** @typedef {import("../../kit/draw/marks.js").Scene} Scene */

const WORDS = 30; // px above the columns
const HEADING = 30; // px above a picture of rows
const BETWEEN = 14;

/** The three moves at rest, for a file. @param {import("../../kit/state/state.js").State} state with a picture of a layer @param {Surface} surface */
export function rowPicture(state, surface) {
  return pictureOnPath(state, attentionIn, surface, (picture) => {
    const of = headIn(picture, selectedIn(state));
    const asks = of.tokens[of.query];
    const shown = { moves: movesOf(of), asks, progress: 3, words: of.keyTokens, query: of.query };
    const title = `${namesOfHeads(picture, surface).first(of.head)}: ${[say(ROW, surface).title(asks)].flat().join("")}`;
    const isColumns = (surface.width - RIGHT) / of.keys >= LEAST_COLUMN;
    return { title, scene: isColumns ? underWords(shown, surface) : drawBelow(shown, surface) };
  });
}

/** @param {import("./rows.js").Shown} shown @param {Surface} surface @returns {Scene} */
function underWords(shown, surface) {
  const { palette, width } = surface;
  const { words, query, moves } = shown;
  const best = moves.shares.indexOf(Math.max(...moves.shares));
  const scene = columnsScene(shown, surface);
  const pitch = (width - RIGHT) / words.length;
  const names = words.map((word, key) =>
    text({
      ...{ x: (key + 0.5) * pitch, y: 18, text: shortenWord(word, 12), size: 15, align: "middle" },
      bold: key === query || key === best,
      fill: key === query ? palette.axis.T : key === best ? palette.ink : palette.muted,
    }),
  );
  const moved = scene.marks.map((mark) => shift(mark, 0, WORDS));
  return { width, height: scene.height + WORDS, marks: [...names, ...moved] };
}

/** @param {import("./rows.js").Shown} shown @param {Surface} surface @returns {Scene} */
function drawBelow(shown, surface) {
  const words = say(ROW, surface);
  let height = 0;
  const marks = [askScene, shareScene, mixScene].flatMap((draw, i) => {
    const scene = draw(shown, surface);
    const top = height;
    height += HEADING + scene.height + BETWEEN;
    const name = [words.ask, words.share, words.mix][i];
    return [
      text({ x: 0, y: top + 18, text: `${i + 1} ${name}`, size: 15, bold: true, fill: surface.palette.ink }),
      ...scene.marks.map((mark) => shift(mark, 0, top + HEADING)),
    ];
  });
  return { width: surface.width, height, marks };
}
