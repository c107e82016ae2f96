import { compute } from "../../../web/kit/state/picture.js";
import { DEFAULTS } from "../../../web/kit/state/settings.js";
import { matrixOfHead } from "../motifs/maps.mjs";
import { HEAD, INK, disc, label, stroke, tint } from "../motifs/ink.mjs";
import { path } from "../../../web/kit/draw/marks.js";
import { WIDTH } from "./width.mjs";

const POSITIONS = 9;
const GUTTER = 58; // px, for the names of the pairs
const RADIUS = 15;
const HIGH = 42; // px of a row

/** The angle by which rotary positions turn each pair of a query, position by position: as the core turned it. @param {import("../../../web/core/index.js").Core} core */
export function turnsOf(core) {
  const tokens = Array.from({ length: POSITIONS }, () => "it");
  const picture = compute(core, { ...DEFAULTS, tokens, rope: "interleaved" });
  const [before, after] = ["q_heads", "q_rope"].map((id) => matrixOfHead(picture, id, 0));
  const pairs = Array.from({ length: before.columns / 2 }, (_, pair) =>
    Array.from({ length: POSITIONS }, (_, position) => {
      const angle = (/** @type {ReturnType<typeof matrixOfHead>} */ { row }) =>
        Math.atan2(row(position)[2 * pair + 1], row(position)[2 * pair]);
      const turn = angle(after) - angle(before);
      return turn < -1e-4 ? turn + 2 * Math.PI : turn;
    }),
  );
  picture.dispose();
  return pairs;
}

/** Clocks: a row for each pair of features, a clock for each place. @param {import("../../../web/core/index.js").Core} core @param {import("./words.mjs").DrawingWords} words @returns {import("../chapter-pictures.mjs").Drawing} */
export function clocks(core, { clocks: words, comma }) {
  const pairs = turnsOf(core);
  const x = (/** @type {number} */ place) =>
    GUTTER + RADIUS + (place * (WIDTH - GUTTER - 2 * RADIUS)) / (POSITIONS - 1);
  const y = (/** @type {number} */ pair) => RADIUS + pair * HIGH;
  const last = y(pairs.length - 1) + RADIUS + 18;
  const speeds = pairs.map(([, turn]) => `${degrees(turn)}°`);
  return {
    height: last + 6,
    marks: [
      ...pairs.flatMap((turns, pair) => [
        label(0, y(pair) - 2, words.pair(pair), { fill: INK, bold: true, align: "start" }),
        label(0, y(pair) + 14, `+${speeds[pair]}`, { align: "start" }),
        ...turns.flatMap((turn, place) => clock(x(place), y(pair), turn)),
      ]),
      label(0, last, words.place, { align: "start" }),
      ...Array.from({ length: POSITIONS }, (_, place) => label(x(place), last, String(place))),
    ],
    alt: words.alt(POSITIONS - 1, speeds.join(comma)),
  };
}

/** @param {number} angle in radians */
const degrees = (angle) => Number(((angle * 180) / Math.PI).toPrecision(2));

/** A clock whose hand has turned from the top. @param {number} x @param {number} y @param {number} turn @returns {import("../motifs/ink.mjs").Mark[]} */
function clock(x, y, turn) {
  const [dx, dy] = [RADIUS * Math.sin(turn), -RADIUS * Math.cos(turn)];
  const long = turn % (2 * Math.PI) > Math.PI ? 1 : 0;
  return [
    disc(x, y, RADIUS, tint(0)),
    path({
      d: `M${x} ${y}v${-RADIUS}A${RADIUS} ${RADIUS} 0 ${long} 1 ${x + dx} ${y + dy}z`,
      fill: tint(0.3),
    }),
    stroke(`M${x} ${y}l${dx} ${dy}`, HEAD, 2.5),
  ];
}
