import { SCENES } from "../text/scenes.js";
import { say } from "../text/words.js";
import { path, rect, text } from "./marks.js";
import { askOnce } from "../state/cached.js";
import { formatNumber } from "./legend.js";
import { boxesAlong, boxAround, nameMarks } from "./plane-names.js";
import { wrapText } from "./wrap.js";

/**
 * A head's queries and keys as arrows from the origin in two dimensions. Directions are comparable; queries and keys are scaled separately,
 * so that the longest of each reaches the edge.
 *
 * @typedef {import("../state/head.js").DrawnHead} Head
 * @typedef {import("./marks.js").Mark} Mark
 */

const MOST = 400; // px
const MANY = 48; // tokens; with more, only selected ones have labels
const POINT = { query: 2.5, key: 5 }; // px, half the width of a point
const [FIRST, PITCH] = [13, 18]; // first baseline of the words above, and the distance to the next, in px

/**
 * @param {Head} of a picture with a layer
 * @param {import("./marks.js").Surface} surface
 * @returns {import("./marks.js").Scene & { hit: (x: number, y: number) => { query?: number, key?: number } | null }}
 */
export function planeScene(of, surface) {
  const { palette } = surface;
  const { picture, head, query, key, tokens, keyTokens } = of;
  const plane = askOnce(picture, `plane ${head}`, () => picture.run.plane(head));
  const above = wordsAbove(of, plane, surface);
  const size = Math.min(MOST, surface.width);
  const middle = { x: surface.width / 2, y: above.height + size / 2 };
  const radius = size / 2 - 26;
  const tips = (/** @type {Float32Array} */ data) => {
    const far = Math.max(
      ...Array.from({ length: data.length / 2 }, (_, i) => Math.hypot(data[2 * i], data[2 * i + 1])),
    );
    return Array.from({ length: data.length / 2 }, (_, i) => ({
      x: middle.x + (far ? (data[2 * i] / far) * radius : 0),
      y: middle.y - (far ? (data[2 * i + 1] / far) * radius : 0),
    }));
  };
  const [queries, keys] = [tips(plane.queries.data), tips(plane.keys.data)];
  const arrow = (
    /** @type {{ x: number, y: number }} */ tip,
    /** @type {string} */ stroke,
    /** @type {boolean} */ chosen,
    /** @type {boolean} */ round,
  ) => [
    path({
      d: `M${middle.x} ${middle.y}L${tip.x} ${tip.y}`,
      stroke,
      line: chosen ? 2.5 : 1,
      alpha: chosen ? 1 : 0.35,
    }),
    // A query ends in a square, a key in a ring, so that both are visible at the same point.
    rect(
      round
        ? { ...boxAround(tip, POINT.key), radius: POINT.key, stroke, line: 1.5 }
        : { ...boxAround(tip, POINT.query), fill: stroke },
    ),
  ];
  const [ofQuery, ofKey] = [palette.axis.T, palette.axis.H];
  const covered = [
    ...queries.map((tip) => boxAround(tip, POINT.query + 1)),
    ...keys.map((tip) => boxAround(tip, POINT.key + 1)),
    ...[queries[query], keys[key]].flatMap((tip) => boxesAlong(middle, tip)),
  ];
  const others = Math.max(tokens.length, keyTokens.length) <= MANY ? [...keys.keys()] : [];
  const names = [
    { tip: queries[query], word: tokens[query], fill: ofQuery, chosen: true },
    ...[key, ...others.filter((i) => i !== key)].map((i) => ({
      ...{ tip: keys[i], word: keyTokens[i], chosen: i === key },
      fill: i === key ? ofKey : palette.muted,
    })),
  ];
  return {
    width: surface.width,
    height: Math.ceil(middle.y + size / 2 + 8),
    marks: [
      ...above.marks,
      path({
        d: `M${middle.x - radius} ${middle.y}H${middle.x + radius}M${middle.x} ${middle.y - radius}V${middle.y + radius}`,
        stroke: palette.hairline,
      }),
      ...keys.flatMap((tip, i) => (i === key ? [] : arrow(tip, ofKey, false, true))),
      ...queries.flatMap((tip, i) => (i === query ? [] : arrow(tip, ofQuery, false, false))),
      ...arrow(keys[key], ofKey, true, true),
      ...arrow(queries[query], ofQuery, true, false),
      ...nameMarks(names, covered, middle, surface),
    ],
    hit(x, y) {
      const nearest = (/** @type {{ x: number, y: number }[]} */ all) =>
        all
          .map((tip, at) => ({ at, far: Math.hypot(tip.x - x, tip.y - y) }))
          .sort((a, b) => a.far - b.far)[0];
      const [toQuery, toKey] = [nearest(queries), nearest(keys)];
      if (Math.min(toQuery.far, toKey.far) > 24) return null;
      return toKey.far <= toQuery.far ? { key: toKey.at } : { query: toQuery.at };
    },
  };
}

/** @param {number} radians */
const degrees = (radians) => (Number.isNaN(radians) ? null : `${((radians * 180) / Math.PI).toFixed(0)}°`);

/**
 * The lengths of the selected query and key, what the plane keeps, and the key to the colours, wrapped to the width.
 * @param {Head} of @param {ReturnType<import("../../core/run.js").Run["plane"]>} plane @param {import("./marks.js").Surface} surface
 * @returns {{ marks: Mark[], height: number }}
 */
function wordsAbove({ picture, head, query, key }, plane, surface) {
  const { palette, measure } = surface;
  const said = say(SCENES, surface);
  const { angles } = picture.run.meeting(head, query, key);
  const lengths = said.lengths({
    ...{ q: formatNumber(plane.queryLengths.data[query]), k: formatNumber(plane.keyLengths.data[key]) },
    ...{ dimensions: picture.config.dK, angle: degrees(angles.data[key]) ?? said.noAngle },
  });
  const kept = said.kept((100 * plane.kept).toFixed(0));
  const sentences = [
    ...wrapText([{ text: lengths, fill: palette.ink }], surface),
    ...wrapText([{ text: kept, fill: palette.muted }], surface),
  ];
  const y = FIRST + sentences.length * PITCH;
  const after = 10 + Math.ceil(measure(said.query)) + 16;
  const beside = { ...surface, width: surface.width - after - 12 };
  const scales = wrapText([{ text: said.scales, fill: palette.muted }], beside);
  return {
    height: y + 7 + (scales.length - 1) * PITCH,
    marks: [
      ...placed(sentences, { x: 0, y: FIRST }),
      rect({ x: 0, y: y - 7, w: 6, h: 6, fill: palette.axis.T }),
      text({ x: 10, y, text: said.query, fill: palette.muted }),
      rect({ x: after, y: y - 7, w: 7, h: 7, radius: 3.5, stroke: palette.axis.H, line: 1.5 }),
      ...placed(scales, { x: after + 12, y }),
    ],
  };
}

/** @param {ReturnType<typeof wrapText>} lines @param {{ x: number, y: number }} at the first baseline */
const placed = (lines, { x, y }) =>
  lines.flatMap((line, i) => line.map((piece) => text({ ...piece, x: x + piece.x, y: y + i * PITCH })));
