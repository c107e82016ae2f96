import { FRAME, styleOfValue, parseValue } from "../embed/state/rows.js";
import { ROWS } from "../kit/state/shown.js";
import { isDeeplyEqual } from "../kit/state/snapshot.js";
import { asAttribute, fromProperty } from "../kit/state/attribute-values.js";
import { pixelsIn, quoteValue, tensorIn } from "./numbers.js";

/**
 * The traits of a notebook's model, named like attributes with _ for -.
 *
 * @typedef {HTMLElement & Record<string, any>} Figure
 * @typedef {(typeof ROWS)[number]} Row
 */

/** @param {string} attribute */
const traitOf = (attribute) => attribute.replaceAll("-", "_");

/** Rows of the tables, by trait. @type {ReadonlyMap<string, Row>} */
export const BY_TRAIT = new Map(ROWS.map((row) => [traitOf(row.attribute), row]));

/** Attributes that are in no table. */
const OWN = ["view", "controls", "theme", "alt"];

/** Looks, by their names in links. */
const LOOKS = FRAME.filter(({ place }) => place === "style");

const WEIGHTS = ["wQ", "wK", "wV", "wO", "bQ", "bK", "bV", "bO"];

/** Whether a trait holds numbers instead of a setting's value. @param {unknown} value */
const isNumbers = (value) => value !== null && typeof value === "object";

/** Setters by trait. The state comes first, so that separate traits override it. @type {ReadonlyMap<string, (figure: Figure, value: any) => void>} */
export const SET = new Map([
  ["state", setState],
  .../** @type {[string, (figure: Figure, value: any) => void][]} */ (
    [...BY_TRAIT].map(([trait, row]) => [trait, (figure, value) => setRow(figure, row, value)])
  ),
  ["weights", setWeights],
  ["input", (figure, value) => (figure.input = tensorIn(value, "input"))],
  ["attention", (figure, value) => (figure.attention = tensorIn(value, "attention"))],
  ["image", (figure, value) => (figure.image = typeof value === "string" ? value : pixelsIn(value, "image"))],
  ["grid", (figure, value) => (figure.grid = value)],
  ["extra", (figure, value) => (figure.extra = value)],
  .../** @type {[string, (figure: Figure, value: any) => void][]} */ (
    OWN.map((name) => [name, (figure, value) => setAttribute(figure, name, value)])
  ),
  .../** @type {[string, (figure: Figure, value: any) => void][]} */ (
    LOOKS.map((row) => [row.name, (figure, value) => setLook(figure, row, value)])
  ),
  ["readonly", (figure, value) => figure.toggleAttribute("readonly", Boolean(value))],
  ["caption", setCaption],
]);

/** @param {Figure} figure @param {unknown} state empty if the notebook sets none */
function setState(figure, state) {
  if (state !== null && !(typeof state === "object" && Object.keys(state).length === 0)) figure.state = state;
}

/** @param {Figure} figure @param {Row} row @param {any} value */
function setRow(figure, row, value) {
  const isList = typeof value === "string" || Array.isArray(value);
  if (row.kind === "tokens" && value !== null && !isList)
    throw new TypeError(`${row.attribute} is ${quoteValue(value)}; expected a sentence or a list of tokens`);
  figure[row.name] = value;
}

/** A choice, or the parameters of a layer by name. @param {Figure} figure @param {any} value */
function setWeights(figure, value) {
  if (!isNumbers(value)) {
    figure.parameters = null;
    figure.weights = value;
    return;
  }
  const unknown = Object.keys(value).find((name) => !WEIGHTS.includes(name));
  if (Array.isArray(value) || unknown !== undefined)
    throw new TypeError(
      `weights is ${unknown === undefined || Array.isArray(value) ? quoteValue(value) : `of ${quoteValue(unknown)}`}; expected a choice, or some of ${WEIGHTS.join(", ")}`,
    );
  const given = Object.entries(value).map(([name, each]) => [name, tensorIn(each, `weights.${name}`)]);
  figure.parameters = Object.fromEntries(given.filter(([, each]) => each !== null));
}

/** @param {Figure} figure @param {string} name @param {unknown} value */
function setAttribute(figure, name, value) {
  if (value === null || value === "") return figure.removeAttribute(name);
  if (typeof value !== "string") throw new TypeError(`${name} is ${quoteValue(value)}; expected a string`);
  figure.setAttribute(name, value);
}

/** @param {Figure} figure @param {import("../embed/state/rows.js").Row} row @param {unknown} value */
function setLook(figure, row, value) {
  const { value: written, refusal } = parseValue(row, String(value ?? ""));
  if (refusal !== null) throw new TypeError(refusal.message);
  figure.style.setProperty(...styleOfValue(row, written));
}

/** @param {Figure} figure @param {unknown} text */
function setCaption(figure, text) {
  figure.querySelector("[slot=caption]")?.remove();
  if (text === null || text === "") return;
  const caption = document.createElement("p");
  caption.slot = "caption";
  caption.textContent = String(text);
  figure.append(caption);
}

/**
 * The traits that differ from a state, with their new values. Sentences stay sentences. Numbers in place of a setting stay.
 * @param {Readonly<Record<string, any>>} state by the names of rows
 * @param {(trait: string) => any} get  returns undefined for traits that the notebook lacks
 * @returns {[trait: string, value: any][]}
 */
export function traitsApart(state, get) {
  return [...BY_TRAIT].flatMap(([trait, row]) => {
    const [value, held] = [state[row.name], get(trait)];
    if (value === undefined || held === undefined || (trait === "weights" && isNumbers(held))) return [];
    if (held !== null && isDeeplyEqual(fromProperty(row, held), value)) return [];
    if (held === null && isDeeplyEqual(value, row.default)) return [];
    const written = row.kind === "tokens" && typeof held === "string" ? asAttribute(row.kind, value) : value;
    return [/** @type {[string, any]} */ ([trait, written])];
  });
}

/**
 * A state with a trait's value; null if the state already has it.
 * @param {unknown} state @param {string} trait @param {any} value @returns {Record<string, any> | null}
 */
export function stateWith(state, trait, value) {
  const row = BY_TRAIT.get(trait);
  if (!row || !isNumbers(state) || Array.isArray(state) || (trait === "weights" && isNumbers(value)))
    return null;
  const held = /** @type {Record<string, any>} */ (state)[row.name];
  const given = value === null ? row.default : fromProperty(row, value);
  return held === undefined || isDeeplyEqual(held, given)
    ? null
    : { .../** @type {object} */ (state), [row.name]: given };
}
