import { SCENES } from "../text/scenes.js";
import { say } from "../text/words.js";
import { path, rect, text } from "./marks.js";
import { cached } from "../state/cached.js";
import { number } from "./legend.js";
import { shorten } from "./tensor-labels.js";

/**
 * A head's queries and keys as arrows from the origin in two dimensions. Directions are comparable; queries and keys are scaled separately,
 * so that the longest of each reaches the edge.
 *
 * @typedef {import("../state/head.js").DrawnHead} Head
 * @typedef {import("./marks.js").Mark} Mark
 */

const MOST = 400; // px
const MANY = 48; // tokens; with more, only selected ones have labels
const LINE = 13; // px

/**
 * @param {Head} of a picture with a layer
 * @param {import("./marks.js").Surface} surface
 * @returns {import("./marks.js").Scene & { hit: (x: number, y: number) => { query?: number, key?: number } | null }}
 */
export function planeScene(of, surface) {
  const { palette, measure } = surface;
  const said = say(SCENES, surface);
  const after = 10 + Math.ceil(measure(said.query)) + 16;
  const { picture, head, query, key, tokens, keyTokens } = of;
  const plane = cached(picture, `plane ${head}`, () => picture.run.plane(head));
  const { angles } = picture.run.meeting(head, query, key);
  const size = Math.min(MOST, surface.width);
  const middle = { x: surface.width / 2, y: 56 + size / 2 };
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
  const [q, k] = [plane.queryLengths.data[query], plane.keyLengths.data[key]];
  /** @type {{ x: number, y: number, w: number }[]} */
  const taken = [];
  /**
   * A label that overlaps no other, or one of the selection.
   * @param {{ x: number, y: number }} tip @param {string} word @param {string} fill @param {boolean} chosen @returns {Mark[]}
   */
  const label = (tip, word, fill, chosen) => {
    const short = shorten(word);
    const w = measure(short, 12.5, chosen);
    const leftward = tip.x < middle.x;
    const at = {
      x: Math.max(0, Math.min(surface.width - w, leftward ? tip.x - w - 5 : tip.x + 5)),
      y: tip.y + (tip.y < middle.y ? -3 : 10),
      w,
    };
    const meets = taken.some(
      (other) => Math.abs(other.y - at.y) < LINE && at.x < other.x + other.w + 4 && other.x < at.x + w + 4,
    );
    if (meets && !chosen) return [];
    taken.push(at);
    return [text({ x: at.x, y: at.y, text: short, fill, bold: chosen })];
  };
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
        ? { x: tip.x - 5, y: tip.y - 5, w: 10, h: 10, radius: 5, stroke, line: 1.5 }
        : { x: tip.x - 2.5, y: tip.y - 2.5, w: 5, h: 5, fill: stroke },
    ),
  ];
  const words = Math.max(tokens.length, keyTokens.length) <= MANY;
  const [ofQuery, ofKey] = [palette.axis.T, palette.axis.H];
  return {
    width: surface.width,
    height: Math.ceil(middle.y + size / 2 + 8),
    marks: [
      text({
        x: 0,
        y: 13,
        fill: palette.ink,
        text: said.lengths({
          ...{ q: number(q), k: number(k), dimensions: picture.config.dK },
          angle: degrees(angles.data[key]) ?? said.noAngle,
        }),
      }),
      text({
        x: 0,
        y: 31,
        fill: palette.muted,
        text: said.kept((100 * plane.kept).toFixed(0)),
      }),
      rect({ x: 0, y: 42, w: 6, h: 6, fill: ofQuery }),
      text({ x: 10, y: 49, text: said.query, fill: palette.muted }),
      rect({ x: after, y: 42, w: 7, h: 7, radius: 3.5, stroke: ofKey, line: 1.5 }),
      text({
        x: after + 12,
        y: 49,
        text: said.scales,
        fill: palette.muted,
      }),
      path({
        d: `M${middle.x - radius} ${middle.y}H${middle.x + radius}M${middle.x} ${middle.y - radius}V${middle.y + radius}`,
        stroke: palette.hairline,
      }),
      ...keys.flatMap((tip, i) => (i === key ? [] : arrow(tip, ofKey, false, true))),
      ...queries.flatMap((tip, i) => (i === query ? [] : arrow(tip, ofQuery, false, false))),
      ...arrow(keys[key], ofKey, true, true),
      ...arrow(queries[query], ofQuery, true, false),
      ...label(queries[query], tokens[query], ofQuery, true),
      ...label(keys[key], keyTokens[key], ofKey, true),
      ...(words
        ? keys.flatMap((tip, i) => (i === key ? [] : label(tip, keyTokens[i], palette.muted, false)))
        : []),
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
