import { headOf, pinAxes } from "../state/selection.js";
import { DRAWN } from "../text/picture-words.js";
import { HABITS } from "../text/habits.js";
import { headName, shortHeadName } from "../text/head-names.js";
import { say } from "../text/words.js";
import { rect, text } from "./marks.js";
import { axisColor, axisKind } from "./palette.js";
import { patchMark } from "./patch-mark.js";
import { indexIn, cellOf } from "./slices.js";

/**
 * @typedef {import("./slices.js").Layout} Layout
 * @typedef {import("./slices.js").Span} Span
 * @typedef {{ x: number, y: number, w: number, h: number }} Box
 * @typedef {{ from: number, to: number }} Range  first and last index, both included
 */

/**
 * The rectangles around all shown elements whose index has the given values: a token's row in each slice, a head's stripe, or one cell.
 *
 * @param {Layout} layout
 * @param {Map<number, number>} at  axis position -> value
 */
export const boxesOf = (layout, at) =>
  boxesWithin(layout, new Map([...at].map(([axis, value]) => [axis, { from: value, to: value }])));

/**
 * The rectangles around all shown elements of a block.
 *
 * @param {Layout} layout
 * @param {ReadonlyMap<number, Range>} block  axis position -> first and last
 * @returns {Box[]}
 */
export function boxesWithin(layout, block) {
  /** @type {Box[]} */
  const boxes = [];
  for (const slice of layout.slices) {
    const from = slice.index.slice();
    const to = slice.index.slice();
    widen(from, to, layout.rowAxis, layout.rows);
    widen(from, to, layout.colAxis, layout.cols);
    if (layout.groups) widen(from, to, layout.groupAxis, layout.groups);
    for (const [axis, range] of block) {
      from[axis] = Math.max(from[axis], range.from);
      to[axis] = Math.min(to[axis], range.to);
    }
    if (from.some((first, axis) => first > to[axis])) continue;
    // A feature of every head has one box per head; any other block has one box per slice.
    const apart = layout.groups !== null && block.has(layout.colAxis);
    const [start, end] = [from[layout.groupAxis], to[layout.groupAxis]];
    for (let stripe = start ?? 0; stripe <= (end ?? 0); stripe++) {
      if (apart) from[layout.groupAxis] = to[layout.groupAxis] = stripe;
      boxes.push(boxSpanning(layout, from, to));
      if (!apart) break;
    }
  }
  return boxes;
}

/** @param {Layout} layout @param {readonly number[]} from @param {readonly number[]} to both ends are in view @returns {Box} */
function boxSpanning(layout, from, to) {
  const [first, last] = /** @type {Box[]} */ ([cellOf(layout, from), cellOf(layout, to)]);
  return { x: first.x, y: first.y, w: last.x + last.w - first.x, h: last.y + last.h - first.y };
}

/** @param {number[]} from @param {number[]} to @param {number} axis @param {Span} span */
function widen(from, to, axis, span) {
  from[axis] = span.from;
  to[axis] = span.from + span.count - 1;
}

/** @typedef {import("./tensor.js").TensorPicture} TensorPicture */

export const LABEL = 12.5;

/** Largest edge in px of a patch as a label. */
export const PATCH = 20;

/** @param {TensorPicture} picture @param {import("./marks.js").Surface} surface @param {import("./slices.js").Slice} slice */
export function titleMarks(picture, surface, slice) {
  const { layout } = picture;
  const { palette } = surface;
  const marks = [];
  if (layout.groups) {
    const width = layout.cols.count * layout.cw;
    for (let i = 0; i < layout.groups.count; i++) {
      const index = indexIn(layout, slice, 0, i * layout.cols.count);
      const x = slice.x + i * width;
      if (picture.swatch)
        marks.push(
          rect({
            x: x + 0.5,
            y: slice.y - 4.5,
            w: width - 1.5,
            h: 2,
            fill: palette.swatch(picture.swatch(index)),
          }),
        );
      if (width >= 14)
        marks.push(
          text({
            x: x + width / 2,
            y: slice.y - 9,
            text: String(index[layout.groupAxis]),
            fill: palette.muted,
            align: "middle",
          }),
        );
    }
  }
  if (picture.named)
    return [text({ x: slice.x, y: slice.y - 7.5, text: picture.named(slice), size: 13, fill: palette.ink })];
  const head = layout.groups ? null : headOf(layout.axes, slice.index, picture.group);
  if (head === null) return marks;
  const width = layout.cols.count * layout.cw;
  const shared = isShared(layout);
  const number = shared ? head / picture.group : head;
  const { short, long } = namesOf(layout, slice, picture, surface);
  const name = surface.measure(long, 13, true) + (picture.swatch ? 14 : 0) <= width ? long : short;
  const y = slice.y - 7.5 - (picture.noteBelow ? BELOW : 0);
  let x = slice.x;
  if (picture.swatch) {
    marks.push(
      rect({ x, y: y - 8.5, w: 9, h: 9, radius: 2, fill: palette.swatch(picture.swatch(slice.index)) }),
    );
    x += 14;
  }
  const { head: chosenHead } = picture.selection;
  const chosen =
    chosenHead !== null && (shared ? Math.floor(chosenHead / picture.group) === number : chosenHead === head);
  marks.push(text({ x, y, text: name, size: 13, fill: palette.ink, bold: chosen || !picture.swatch }));
  const forms = formsOf(picture.note?.(slice.index) ?? "", surface);
  const fits = (/** @type {number} */ room) => forms.find((each) => surface.measure(each, LABEL) <= room);
  const note = fits(
    picture.noteBelow
      ? picture.tight
        ? Math.max(width, picture.tight)
        : Math.min(pitchOf(layout) - 8, layout.width - slice.x)
      : width - (x - slice.x) - surface.measure(name, 13, true) - 6,
  );
  const place = picture.noteBelow
    ? { x: slice.x, y: slice.y - 7.5 }
    : { x: slice.x + width - layout.gap, y, align: /** @type {const} */ ("end") };
  if (note) marks.push(text({ ...place, text: note, fill: palette.muted }));
  return marks;
}

const BELOW = 15; // px from a title to its note

/** Distance between adjacent slices. @param {import("./slices.js").Layout} layout */
const pitchOf = ({ slices: [first, second], columns, width }) => (columns > 1 ? second.x - first.x : width);

/** @param {import("./slices.js").Layout} layout */
const isShared = ({ axes }) => !axes.includes("H") && !axes.includes("G");

/**
 * The short and the full name of a slice.
 * @param {import("./slices.js").Layout} layout
 * @param {import("./slices.js").Slice} slice
 * @param {Pick<TensorPicture, "group" | "layer">} of
 * @param {import("./marks.js").Surface} surface
 */
function namesOf(layout, slice, { group, layer = null }, surface) {
  const head = headOf(layout.axes, slice.index, group) ?? 0;
  if (layer !== null && !isShared(layout))
    return { short: shortHeadName(layer, head), long: headName(layer, head, surface) };
  const short = `${layout.shape[0] > 1 && !layout.item ? `${slice.index[0]}:` : ""}${isShared(layout) ? head / group : head}`;
  const { kvHead, head: named } = say(DRAWN, surface);
  return { short, long: `${isShared(layout) ? kvHead : named} ${short}` };
}

/** @param {string} note @param {import("./marks.js").Surface} surface @returns {string[]} the note and its short forms, longest first */
function formsOf(note, surface) {
  const forms = [note];
  for (const [long, short] of say(HABITS, surface).shorter)
    forms.push((forms.at(-1) ?? "").replace(long, short));
  return forms;
}

/**
 * Whether every slice's note fits beside its title; the last word may be cut.
 * @param {import("./slices.js").Layout} layout
 * @param {NonNullable<TensorPicture["note"]>} note
 * @param {Pick<TensorPicture, "group" | "layer">} of
 * @param {import("./marks.js").Surface} surface
 */
export const notesFit = (layout, note, of, surface) =>
  layout.slices.every((slice) => {
    const { measure } = surface;
    const name = measure(namesOf(layout, slice, of, surface).long, 13, true);
    const [, once = ""] = formsOf(note(slice.index), surface);
    return name + 6 + measure(once, LABEL) <= layout.cols.count * layout.cw;
  });

/** @param {TensorPicture} picture @param {import("./marks.js").Surface} surface */
export function labelMarks(picture, surface) {
  const { layout, selection } = picture;
  const marks = [];
  const lefts = layout.slices.filter((slice) => slice.x === 0);
  if (picture.rowLabels)
    for (const { y } of lefts)
      marks.push(...wordsDown(surface, picture.rowLabels, layout, selection.token, { x: -8, y }));
  if (picture.colLabels) {
    const every = Math.ceil(13 / layout.cw);
    const bottom = Math.max(...layout.slices.map((slice) => slice.y));
    for (const slice of layout.slices.filter((s) => s.y === bottom))
      for (let col = 0; col < layout.cols.count; col += every) {
        const at = layout.cols.from + col;
        const size = patchSize(layout.cw);
        const middle = slice.x + (col + 0.5) * layout.cw;
        const box = {
          x: middle - size / 2,
          y: slice.y + layout.rows.count * layout.ch + 3,
          w: size,
          h: size,
        };
        const of = { word: picture.colLabels[at], token: at, chosen: at === selection.key };
        const drawn = patchLabel(surface, of, box);
        if (drawn) marks.push(...drawn);
        if (drawn) continue;
        const place = {
          x: slice.x + (col + 0.5) * layout.cw + 4,
          y: slice.y + layout.rows.count * layout.ch + 8,
          turn: -90,
        };
        marks.push(
          label(
            surface,
            picture.colLabels[at],
            at === selection.key,
            picture.upright
              ? { x: place.x - 4, y: place.y + 8, align: "middle" }
              : { ...place, align: "end" },
          ),
        );
      }
  }
  return marks;
}

/**
 * Labels beside rows, as many as fit; the selected row always has one.
 * @param {import("./marks.js").Surface} surface
 * @param {readonly string[]} words  by index along the axis
 * @param {{ rows: Pick<import("./slices.js").Span, "from" | "count">, ch: number }} layout
 * @param {number | null} chosen
 * @param {{ x: number, y: number }} at  right end of the labels, and top of the first row
 */
export function wordsDown(surface, words, { rows, ch }, chosen, { x, y }) {
  const every = Math.ceil(13 / ch);
  const marks = [];
  for (let row = 0; row < rows.count; row++) {
    const at = rows.from + row;
    const apart = chosen === null ? every : Math.abs(at - chosen);
    if (apart && (row % every || apart < every)) continue;
    const size = patchSize(ch);
    const box = { x: x - size, y: y + (row + 0.5) * ch - size / 2, w: size, h: size };
    const drawn = patchLabel(surface, { word: words[at], token: at, chosen: at === chosen }, box);
    if (drawn) marks.push(...drawn);
    if (drawn) continue;
    marks.push(label(surface, words[at], at === chosen, { x, y: y + (row + 0.5) * ch + 4, align: "end" }));
  }
  return marks;
}

/** Edge in px of a patch beside a row, or below a column: the height of the rows that share a label. @param {number} pitch of the rows or columns */
const patchSize = (pitch) => Math.min(PATCH, Math.ceil(13 / pitch) * pitch - 1);

/**
 * A patch of the image as the label of its row or column; null for other tokens.
 * @param {import("./marks.js").Surface} surface @param {{ word: string, token: number, chosen: boolean }} of @param {Box} box
 * @returns {import("./marks.js").Mark[] | null}
 */
function patchLabel({ patches, palette }, { word, token, chosen }, box) {
  const place = patches?.placeOf(token, word);
  if (!patches || !place) return null;
  const { image, columns } = patches;
  return [
    image
      ? patchMark(image, patches, place.row * columns + place.column, box)
      : rect({ ...box, fill: palette.hairline }),
    rect({ ...box, stroke: chosen ? palette.axis.T : palette.hairline, line: chosen ? 2 : 1 }),
  ];
}

/** @param {import("./marks.js").Surface} surface @param {string} word @param {boolean} chosen @param {{ x: number, y: number, align: "start" | "middle" | "end", turn?: number }} place */
function label(surface, word, chosen, place) {
  const { palette } = surface;
  return text({
    ...place,
    text: shortenWord(word),
    fill: chosen ? palette.axis.T : palette.muted,
    bold: chosen,
  });
}

/**
 * Shortens a word to a number of letters, with an ellipsis at the end of the text, which is the left end of right-to-left words. Screen readers do
 * not hear the cut part.
 * @param {string} word @param {number} [most]
 */
export function shortenWord(word, most = 11) {
  const letters = [...word.slice(0, 2 * most + 1)]; // a letter has at most two code units
  if (letters.length <= most) return word;
  const begun = `${letters.slice(0, most - 1).join("")}…`;
  return RIGHT_TO_LEFT.test(begun) ? `\u2067${begun}\u2069` : begun;
}

const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Highlights the hovered axis: a bar along it, or a frame around each of its slices.
 * @param {TensorPicture} picture @param {import("./marks.js").Surface} surface
 */
export function axisMarks({ layout, axis: lit }, { palette }) {
  const [axis] = layout.axes.filter((name) => axisKind(name) === lit);
  if (!axis) return [];
  const fill = axisColor(palette, axis);
  const runs = (/** @type {number} */ at) => at >= 0 && axisKind(layout.axes[at]) === lit;
  const w = layout.cols.count * (layout.groups?.count ?? 1) * layout.cw - layout.gap;
  const h = layout.rows.count * layout.ch - layout.gap;
  return layout.slices.flatMap(({ x, y }) => [
    ...(runs(layout.rowAxis) ? [rect({ x: x - 5, y, w: 3, h, fill })] : []),
    ...(runs(layout.colAxis) || runs(layout.groupAxis) ? [rect({ x, y: y - 5, w, h: 3, fill })] : []),
    ...(layout.rest.some(runs)
      ? [rect({ x: x - 2, y: y - 2, w: w + 4, h: h + 4, stroke: fill, line: 3 })]
      : []),
  ]);
}

/** @param {Range} range */
const spans = ({ from, to }) => to - from + 1;

/**
 * Marks around the inputs of the traced number, the selected token and head, and the selected element.
 * @param {TensorPicture} picture @param {import("./marks.js").Surface} surface
 */
export function selectionMarks({ layout, selection, group, element, lit }, { palette }) {
  /** @type {import("./marks.js").Mark[]} */
  const marks = [];
  const around = (
    /** @type {Box} */ { x, y, w, h },
    /** @type {string} */ stroke,
    /** @type {number} */ line,
  ) => marks.push(rect({ x: x - 1, y: y - 1, w: w + 1, h: h + 1, stroke, line, radius: 2 }));
  const outline = (
    /** @type {Map<number, number> | null} */ at,
    /** @type {string} */ stroke,
    /** @type {number} */ line,
  ) => at && boxesOf(layout, at).forEach((box) => around(box, stroke, line));
  const narrowed = lit?.flatMap((range, axis) => (spans(range) < layout.shape[axis] ? [[axis, range]] : []));
  if (narrowed?.length)
    for (const box of boxesWithin(layout, new Map(/** @type {any} */ (narrowed))))
      around(box, palette.ink, 1.5);
  outline(pinAxes(layout.axes, selection, ["token"], group), palette.axis.T, 1.25);
  outline(pinAxes(layout.axes, selection, ["token", "head"], group), palette.accent, 1.75);
  if (element) outline(new Map(element.map((value, axis) => [axis, value])), palette.accent, 2);
  return marks;
}
