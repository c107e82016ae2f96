import { legendMarks } from "../../kit/draw/legend.js";
import { cells, path, rect, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { shortHeadName } from "../../kit/text/head-names.js";
import { DRAWN } from "../../kit/text/picture-words.js";
import { say } from "../../kit/text/words.js";
import { mapOf, sortedBy, standingOut } from "../state/page-run.js";
import { isSameKind } from "../state/layer-kind.js";
import { headsOf, isSameHead } from "../state/page-state.js";
import { EVERY_HEAD } from "../words.js";
import { mapColours, poolWeights } from "./maps.js";

/** @import { Shown } from "../state/page-run.js" */
/** @import { Look, State } from "../state/page-state.js" */

/**
 * The map of every head of every layer: a row a layer, or sorted by a measure.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../state/page-state.js").Head} Head
 *
 * @typedef {object} Sheet
 * @property {number} layers
 * @property {number} heads
 * @property {number} tokens
 * @property {number} [keys]  of attention to another sentence
 * @property {import("../state/page-state.js").Kind} [kind]  of the heads
 * @property {number} [arrived]  layers that have arrived; all if left out
 * @property {boolean} causal
 * @property {(head: Head) => Float32Array} map  weights of a head, (T, T)
 * @property {readonly Head[] | null} order  heads from the first to the last; null for a row a layer
 * @property {(head: Head) => boolean} stands  whether a head stands out
 * @property {(head: Head) => boolean} pale    whether a head is faded
 * @property {(head: Head) => boolean} isOff   whether a head is switched off
 * @property {Head} selected
 * @property {number} query
 * @property {import("../../kit/draw/scale.js").Scale} scale  of all maps together
 * @property {(head: Head) => import("../../kit/draw/scale.js").Scale} scaleIn  of a map
 * @property {string} note  beside the colour bar
 * @property {string} colormap
 * @property {(layer: number) => string} layerName
 * @property {(layer: number) => string} [kindName]  what a layer is, where layers differ
 *
 * @typedef {{ head: Head, x: number, y: number }} Place  top left of a map
 * @typedef {import("../../kit/draw/marks.js").Scene & { places: Place[], side: number, block: number,
 *   hit: (x: number, y: number) => { head: Head, query: number } | null }} AllHeadsScene  block: side of the block of a cell, in weights
 */

const HIGH = 520; // px that the maps share, if they need not be smaller
const SIDE = { least: 6, short: 30, most: 148 }; // px of a map; short: from there on, a high sheet is wider than high
const TOP = 20; // px for the heads' numbers
const NAMED = 30; // px of a map from which its name stands below it
const NAME = 18; // px
const NARROW = 560; // px
const KIND = 11; // px, size of the text
const KINDS = 26; // px of a row from which what its layer is stands below its name
const LEGEND = { gap: 12, height: 20, width: 120 }; // px

/** @param {Sheet} sheet @param {Surface} surface @returns {AllHeadsScene} */
export function allHeadsScene(sheet, surface) {
  const { layers, heads, order, tokens } = sheet;
  const left = order ? 4 : gutterOf(sheet, surface);
  const across = (surface.width - left - 2) / heads;
  const gap = Math.max(2, Math.min(14, Math.floor(across * 0.2)));
  const high = Math.max(SIDE.short, Math.floor(HIGH / layers) - gap);
  const side = Math.max(SIDE.least, Math.min(SIDE.most, Math.floor(across) - gap, high));
  const foot = order && side >= NAMED ? NAME : 0;
  const top = order ? 6 : TOP;
  const pitch = { x: Math.min(across, side * 1.6 + gap), y: side + gap + foot };
  const places = (order ?? headsOf(sheet)).map((head, i) => ({
    head,
    x: Math.round(left + (i % heads) * pitch.x),
    y: Math.round(top + Math.floor(i / heads) * pitch.y),
  }));
  const legend = Math.ceil(top + layers * pitch.y - gap + LEGEND.gap);
  const ramp = surface.palette.colormap(sheet.colormap);
  const { width } = surface;
  return {
    ...{ width, height: legend + LEGEND.height, places, side },
    block: Math.ceil(Math.max(tokens, sheet.keys ?? tokens) / side),
    marks: [
      ...(order ? [] : edgeMarks(sheet, surface, { left, side, pitch })),
      ...places.map((place) => mapMark(place, sheet, surface, side)),
      ...places.flatMap((place) => frameMarks(place, sheet, surface, side, foot)),
      ...legendMarks(surface, sheet.scale, ramp, {
        ...{ x: left, y: legend, width: LEGEND.width, note: sheet.note, room: width - left },
      }),
    ],
    hit(x, y) {
      const at = places.find((each) => x >= each.x && x < each.x + side && y >= each.y && y < each.y + side);
      return at ? { head: at.head, query: Math.floor(((y - at.y) * tokens) / side) } : null;
    },
  };
}

/** @param {Sheet} sheet @param {Surface} surface */
function gutterOf({ layers, layerName, kindName }, { measure, width }) {
  if (width < NARROW) return Math.ceil(measure(String(layers - 1), 12.5, true)) + 12;
  const kinds = kindName ? Array.from({ length: layers }, (_, layer) => kindName(layer)) : [];
  const widths = [measure(layerName(layers - 1), 12.5, true), ...kinds.map((kind) => measure(kind, KIND))];
  return Math.ceil(Math.max(...widths)) + 12;
}

/**
 * Numbers of heads above, and of layers at the left, as many as fit.
 * @param {Sheet} sheet @param {Surface} surface @param {{ left: number, side: number, pitch: { x: number, y: number } }} at @returns {Mark[]}
 */
function edgeMarks(
  { layers, heads, selected, layerName, kindName },
  { palette, width },
  { left, side, pitch },
) {
  const every = { x: Math.ceil(20 / pitch.x), y: Math.ceil(14 / pitch.y) };
  const label = (/** @type {boolean} */ bold) => ({ fill: bold ? palette.ink : palette.muted, bold });
  /** @type {Mark[]} */
  const marks = [];
  for (let head = 0; head < heads; head += every.x) {
    const x = Math.round(left + head * pitch.x) + side / 2;
    marks.push(text({ x, y: 12, text: String(head), align: "middle", ...label(head === selected.head) }));
  }
  for (let layer = 0; layer < layers; layer += every.y) {
    const said = width < NARROW ? String(layer) : layerName(layer);
    const kind = width >= NARROW && pitch.y >= KINDS ? kindName?.(layer) : undefined;
    const y = TOP + layer * pitch.y + side / 2 + (kind ? -3 : 4);
    marks.push(text({ x: left - 8, y, text: said, align: "end", ...label(layer === selected.layer) }));
    if (kind)
      marks.push(text({ x: left - 8, y: y + 14, text: kind, align: "end", size: KIND, fill: palette.muted }));
  }
  return marks;
}

/** @param {Place} place @param {Sheet} sheet @param {Surface} surface @param {number} side */
function mapMark({ head, x, y }, sheet, { palette }, side) {
  const { tokens, keys = tokens, causal, arrived = sheet.layers } = sheet;
  if (head.layer >= arrived) return rect({ x, y, w: side, h: side, stroke: palette.hairline, radius: 2 });
  const map = poolWeights(sheet.map(head), tokens, side, keys);
  const ramp = palette.colormap(sheet.colormap);
  return cells({
    ...{
      x,
      y,
      rows: map.size,
      cols: map.keys,
      cw: side / map.keys,
      ch: side / map.size,
      gap: 0.75,
      often: true,
    },
    rgba: mapColours(map, { causal, scale: sheet.scaleIn(head), ramp, palette, pale: sheet.pale(head) }),
  });
}

/**
 * Frames of a head that stands out, of the selected head and of the selected query, a cross on a head that is off, and the head's name.
 * @param {Place} place @param {Sheet} sheet @param {Surface} surface @param {number} side @param {number} foot @returns {Mark[]}
 */
function frameMarks({ head, x, y }, sheet, { palette }, side, foot) {
  const { tokens, selected, arrived = sheet.layers } = sheet;
  const isSelected = isSameHead(head, selected);
  const row = side / tokens;
  const label = { fill: isSelected ? palette.ink : palette.muted, bold: isSelected };
  const around = (/** @type {string} */ stroke, /** @type {number} */ by) =>
    rect({ x: x - by, y: y - by, w: side + 2 * by, h: side + 2 * by, stroke, line: 1.75, radius: 2 });
  /** @type {Mark[]} */
  const marks = [];
  if (row >= 2.5 && head.layer < arrived) {
    const top = y + sheet.query * row - 0.5;
    marks.push(rect({ x: x - 0.5, y: top, w: side, h: row, stroke: palette.axis.T, radius: 1 }));
  }
  if (sheet.isOff(head)) {
    const corners = `M${x} ${y}l${side} ${side}M${x + side} ${y}l${-side} ${side}`;
    marks.push(path({ d: corners, stroke: palette.ink, line: side < SIDE.short ? 1 : 1.75 }));
  }
  if (sheet.stands(head)) marks.push(around(palette.axis.d, 1.5));
  if (isSelected) marks.push(around(palette.accent, sheet.stands(head) ? 3.5 : 2));
  if (foot) {
    const name = shortHeadName(head.layer, head.head);
    marks.push(text({ x: x + side / 2, y: y + side + NAME - 2, text: name, align: "middle", ...label }));
  }
  return marks;
}

/**
 * The head beside another, in the order on show; the same at an edge.
 * @param {Pick<Sheet, "layers" | "heads" | "order" | "kind">} sheet @param {Head} from @param {{ dx: number, dy: number }} by @returns {Head}
 */
export function headBeside(sheet, from, { dx, dy }) {
  const { heads, order } = sheet;
  const all = order ?? headsOf(sheet);
  const at = all.findIndex((head) => isSameHead(head, from));
  const column = (at % heads) + dx;
  return column < 0 || column >= heads ? from : (all[at + dx + dy * heads] ?? from);
}

/** The scale of all maps together: weights up to 1, or up to the largest where each map has a scale of its own. @param {Shown} run @param {Look} look */
const scaleOfAll = ({ attention }, { each, log }) =>
  scaleOf(
    attention.map(({ data }) => data),
    true,
    each,
    log,
  );

/** The scale of a head's map. @param {Shown} run @param {Look} look @param {Head} head */
export const scaleOfMap = (run, look, head) =>
  look.each ? scaleOf([mapOf(run, head)], true, true, look.log) : scaleOfAll(run, look);

/**
 * All heads as they are shown.
 * @param {Shown} run @param {Omit<State, "run">} state @param {import("../../kit/text/words.js").Localized} speaker
 * @returns {Sheet}
 */
export function sheetOf(run, state, speaker) {
  const { measure, order, only, selected, off, look } = state;
  const { layers, heads, causal, kind, kinds, words, keyWords, arrived } = run;
  const isOut = standingOut(run, measure);
  const isOff = (/** @type {Head} */ head) => off.some((each) => isSameHead(each, head));
  const drawn = say(DRAWN, speaker);
  const all = scaleOfAll(run, look);
  return {
    ...{ layers, heads, causal, selected, tokens: words.length, keys: keyWords.length, kind, arrived },
    // Read only by maps that show it: other maps need not be painted again for another query.
    get query() {
      return state.query;
    },
    map: (head) => mapOf(run, head),
    order: order === "measure" && measure !== "none" ? sortedBy(run, measure) : null,
    stands: isOut,
    isOff,
    pale: (head) => isOff(head) || (only && !isOut(head)),
    scale: all,
    scaleIn: (head) => (look.each ? scaleOfMap(run, look, head) : all),
    colormap: look.colormap,
    layerName: say(EVERY_HEAD, speaker).layer,
    ...(kinds.some((kind) => !isSameKind(kind, kinds[0])) && {
      kindName: (/** @type {number} */ layer) => say(EVERY_HEAD, speaker).kind(kinds[layer]),
    }),
    note: look.each ? drawn.each : drawn.all,
  };
}

/** All heads, for a file. @param {State & { run: Shown }} state @param {Surface} surface */
export const sheetPicture = (state, surface) => ({
  scene: allHeadsScene(sheetOf(state.run, state, surface), surface),
  title: say(EVERY_HEAD, surface).picture(state.run.of.name),
});
