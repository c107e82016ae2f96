import { MOST_ROWS } from "../state/csv.js";
import { groupDigits } from "../text/grouped.js";
import { headIn } from "../state/head.js";
import { attentionIn } from "../state/quantity.js";
import { pathOf, selectedIn } from "../state/state.js";
import { faultWordsOf } from "../text/fault-words.js";
import { refused, makeError } from "../text/refusals.js";
import { MEASURED } from "../state/measures.js";
import { isToken, tokensAlong } from "./token-words.js";

/**
 * The numbers of a view for a file (a step's elements, or the measures of each head), and the name of that file.
 *
 * @typedef {import("../state/csv.js").Cell} Cell
 * @typedef {import("../state/csv.js").Numbers} Numbers
 * @typedef {import("../state/picture.js").Picture} Picture
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../state/views.js").View} View
 *
 * @typedef {object} Shown  the step on show, on one path or on both
 * @property {{ path: "right" | "wrong", picture: Picture, step: Step }[]} sides
 * @property {number | null} head  the head, if only one is shown
 */

/** One column per axis. @param {string} axis */
const columnOf = (axis) => axis.replace(/^T_/, "").toLowerCase();

/** Columns of words, for the axes that have words. @type {Readonly<Record<string, string>>} */
const WORDS = { T: "token", T_q: "query", T_k: "key", "T_k+1": "key" };

/** @param {State} state with a picture @param {View} view @returns {Shown} */
export function numbersShown(state, view) {
  const { comparison, picture, step } = state;
  const steps = view === "walk" || view === "code" || view === "memory";
  const path = /** @type {Picture} */ (pathOf(state));
  const of = attentionIn(/** @type {Picture} */ (comparison?.right ?? picture)).id;
  const compared = comparison && view !== "memory" ? faultWordsOf(comparison.fault)?.shows[0] : undefined;
  const id = steps ? (compared ?? step) : of;
  const paths = comparison
    ? [/** @type {const} */ (["right", comparison.right]), /** @type {const} */ (["wrong", comparison.wrong])]
    : [/** @type {const} */ (["right", path])];
  const sides = paths.flatMap(([path, picture]) => {
    const step = picture.step(id);
    return step && !step.error ? [{ path, picture, step }] : [];
  });
  return { sides, head: view === "head" || view === "row" ? headIn(path, selectedIn(state)).head : null };
}

/**
 * @param {State} state with a picture @param {View} view
 * @returns {Numbers}
 * @throws {RangeError} if the table would be too large
 */
export function numbersOf(state, view) {
  if (view === "heads") return measuresOf(/** @type {Picture} */ (pathOf(state)));
  const { sides, head } = numbersShown(state, view);
  const [{ step }] = sides;
  const axis = step.axes.indexOf("H");
  const each = step.shape.reduce((all, size, i) => all * (head !== null && i === axis ? 1 : size), 1);
  const count = sides.length * each;
  if (count > MOST_ROWS)
    throw makeError(
      RangeError,
      refused("too_many_rows", {
        ...{ id: step.id, shape: step.shape, rows: groupDigits(count) },
        most: groupDigits(MOST_ROWS),
      }),
    );
  const compared = Boolean(state.comparison);
  return {
    columns: [
      ...(compared ? ["path"] : []),
      ...step.axes.map(columnOf),
      ...step.axes.filter(isToken).flatMap((name) => wordColumns(sides[0].picture, name)),
      "value",
    ],
    count,
    *rows() {
      for (const { path, picture, step } of sides)
        for (const row of elementsOf(picture, step, head)) yield compared ? [path, ...row] : row;
    },
  };
}

/**
 * The tensors themselves, in logical order.
 * @param {State} state with a picture @param {View} view
 */
export function tensorsOf(state, view) {
  if (view === "heads") return { heads: /** @type {Picture} */ (pathOf(state)).measure().heads };
  const { sides } = numbersShown(state, view);
  return {
    tensors: sides.map(({ path, picture, step: { id, axes, shape } }) => {
      return { path, id, axes, shape, data: picture.values(id) };
    }),
  };
}

/** The columns of an axis of tokens: the word and, for an image, the row and column of the patch. @param {Picture} picture @param {string} axis */
const wordColumns = ({ patches }, axis) =>
  patches ? [WORDS[axis], `${WORDS[axis]}_row`, `${WORDS[axis]}_column`] : [WORDS[axis]];

/** A token's word and, for an image, its row and column from 1. @param {Picture["patches"]} patches @param {string} word @param {number} token @returns {Cell[]} */
function wordCells(patches, word, token) {
  if (!patches) return [word];
  const place = patches.placeOf(token, word);
  return place ? [word, place.row + 1, place.column + 1] : [word, "", ""];
}

/** One row per element, in logical order. @param {Picture} picture @param {Step} step @param {number | null} head @returns {Generator<Cell[]>} */
function* elementsOf({ settings, values, patches, items = [settings.tokens] }, { id, axes, shape }, head) {
  const data = values(id);
  const words = axes.flatMap((name, axis) =>
    isToken(name) ? [{ axis, of: items.map((tokens) => tokensAlong(name, { ...settings, tokens })) }] : [],
  );
  const only = axes.indexOf("H");
  const index = shape.map(() => 0);
  for (let at = 0; at < data.length; at++) {
    if (head === null || index[only] === head)
      yield [
        ...index,
        ...words.flatMap(({ axis, of }) =>
          wordCells(patches, (of[index[0]] ?? of[0])[index[axis]], index[axis]),
        ),
        data[at],
      ];
    for (let axis = shape.length - 1; axis >= 0 && ++index[axis] === shape[axis]; axis--) index[axis] = 0;
  }
}

/** The measures of each head, with the number of queries in each mean. @param {Picture} picture @returns {Numbers} */
function measuresOf(picture) {
  const { heads } = picture.measure();
  return {
    columns: ["head", ...MEASURED.flatMap((name) => [name, `${name}_queries`])],
    count: heads.length,
    rows: () =>
      heads.map((each, head) => [head, ...MEASURED.flatMap((name) => [each[name], each.queries[name]])]),
  };
}

/** The name of a file, without its extension: headscope-weights-head-2. @param {State} state with a picture @param {View} view */
export function fileNameOf(state, view) {
  const { fault } = state.comparison ?? {};
  const parts = ["headscope", ...whatOf(state, view), ...(fault ? ["wrong", fault] : [])];
  return parts.join("-").replace(/[^\w-]+/g, "-");
}

/** @param {State} state @param {View} view */
function whatOf(state, view) {
  if (view === "heads") return ["heads"];
  const { sides, head } = numbersShown(state, view);
  const id = sides[0]?.step.id ?? state.step;
  if (head !== null) return [id, "head", String(head)];
  return view === "memory" ? ["memory", id] : [id];
}
