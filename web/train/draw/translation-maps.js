import { cells, rect, text } from "../../kit/draw/marks.js";
import { legibleOn } from "../../kit/draw/palette.js";
import { shareInThree } from "../../kit/text/share.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";

/**
 * Draws the maps of a translation's heads: one large, with its words and numbers, or all of them, small, in a group for each kind of attention.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} HeadMap
 * @property {readonly string[]} rows      words
 * @property {readonly string[]} columns   words
 * @property {(query: number, key: number) => number} at  weight
 * @property {number} hue
 * @property {boolean} off
 * @property {number} asks                 row that is framed, or -1
 *
 * @typedef {import("../../kit/draw/marks.js").Scene & { box: { x: number, y: number, cell: number } }} MapScene
 * @typedef {import("../../kit/draw/marks.js").Scene & { places: { x: number, y: number, w: number, h: number }[] }} MapsScene  in the order of the maps
 */

const CELL = { least: 16, most: 34, high: 240 };
const SMALL = { least: 5, most: 18 };
const NUMBERED = 24; // px of a cell, from which on it has a number
const NOTED = 0.25; // smallest weight with a number
const OFF = 0.12; // of the colour of a head that is off

/** The colours of a head's weights. @param {HeadMap} map @param {Surface} surface */
function coloursOf({ rows, columns, at, hue, off }, { palette }) {
  const ramp = palette.cells(hue);
  return Uint32Array.from({ length: rows.length * columns.length }, (_, i) => {
    const weight = at(Math.floor(i / columns.length), i % columns.length);
    return ramp[128 + Math.round(127 * Math.min(1, off ? OFF * weight : weight))];
  });
}

/** @param {HeadMap} map @param {Surface} surface @returns {MapScene} */
export function mapScene(map, surface) {
  const { rows, columns, at, off, asks } = map;
  const { palette, measure, width } = surface;
  const widest = (/** @type {readonly string[]} */ words) =>
    Math.max(0, ...words.map((word) => measure(shortenWord(word, 12), 12.5, true)));
  const x = Math.ceil(widest(rows)) + 10;
  const cell = Math.max(
    CELL.least,
    Math.min(CELL.most, Math.floor(CELL.high / rows.length), Math.floor((width - x - 2) / columns.length)),
  );
  const rgba = coloursOf(map, surface);
  const foot = Math.ceil(widest(columns)) + 10;
  const high = rows.length * cell;
  const y = 2;
  return {
    width,
    height: y + high + foot,
    box: { x, y, cell },
    marks: [
      cells({ x, y, rows: rows.length, cols: columns.length, cw: cell, ch: cell, gap: 1, rgba, often: true }),
      ...(asks >= 0
        ? [
            rect({
              x: x - 1,
              y: y + asks * cell - 1,
              w: columns.length * cell + 1,
              h: cell + 1,
              radius: 2,
              stroke: palette.axis.T,
              line: 1.5,
            }),
          ]
        : []),
      ...rows.map((word, i) =>
        text({
          ...{ x: x - 8, y: y + (i + 0.5) * cell + 4, text: shortenWord(word, 12), align: "end" },
          ...(i === asks ? { fill: palette.axis.T, bold: true } : { fill: palette.muted }),
        }),
      ),
      ...columns.map((word, i) =>
        text({
          ...{ x: x + (i + 0.5) * cell + 4, y: y + high + 8, text: shortenWord(word, 12), align: "end" },
          ...{ turn: -90, fill: palette.muted },
        }),
      ),
      ...(cell < NUMBERED || off
        ? []
        : rows.flatMap((_, query) =>
            columns.flatMap((_, key) => {
              const weight = at(query, key);
              if (weight < NOTED) return [];
              return text({
                ...{
                  x: x + (key + 0.5) * cell - 0.5,
                  y: y + (query + 0.5) * cell + 4,
                  text: shareInThree(weight),
                },
                ...{ align: "middle", fill: legibleOn(rgba[query * columns.length + key]) },
              });
            }),
          )),
    ],
  };
}

const GAP = { x: 14, y: 10 };
const BESIDE = 60; // px for the swatch and the switch beside a name
const TITLE = 30; // px for the name of a head, and the switch beside it

/** @param {readonly HeadMap[]} maps of one kind @param {readonly string[]} names of the heads @param {number} most columns @param {Surface} surface @returns {MapsScene} */
export function smallMapsScene(maps, names, most, surface) {
  const { width, palette } = surface;
  const [{ rows, columns }] = maps;
  const least = Math.max(...names.map((name) => surface.measure(name, 12.5, true))) + BESIDE;
  const fit = Math.max(
    1,
    Math.floor((width + GAP.x) / (Math.max(least, SMALL.least * columns.length) + GAP.x)),
  );
  const across = most <= fit ? most : ([4, 2, 1].find((each) => each <= fit && most % each === 0) ?? 1);
  const pitch = Math.min((width + GAP.x) / across, 200);
  const cell = Math.max(SMALL.least, Math.min(SMALL.most, Math.floor((pitch - GAP.x) / columns.length)));
  const high = TITLE + rows.length * cell + GAP.y;
  const places = maps.map((_, i) => ({
    ...{ x: (i % across) * pitch, y: Math.floor(i / across) * high },
    ...{ w: Math.min(pitch - GAP.x, Math.max(least, cell * columns.length)), h: high - GAP.y },
  }));
  return {
    width,
    height: Math.ceil(Math.ceil(maps.length / across) * high),
    places,
    marks: maps.flatMap((map, i) => {
      const { x, y } = places[i];
      return [
        rect({ x, y: y + 9, w: 9, h: 9, radius: 2, fill: palette.swatch(map.hue) }),
        cells({
          ...{ x, y: y + TITLE, rows: rows.length, cols: columns.length, cw: cell, ch: cell },
          ...{ gap: cell > 7 ? 1 : 0.5, rgba: coloursOf(map, surface), often: true },
        }),
        ...(map.asks >= 0 && !map.off
          ? [
              rect({
                ...{
                  x: x - 1,
                  y: y + TITLE + map.asks * cell - 1,
                  w: columns.length * cell + 1,
                  h: cell + 1,
                },
                ...{ radius: 2, stroke: palette.axis.T, line: 1 },
              }),
            ]
          : []),
      ];
    }),
  };
}
