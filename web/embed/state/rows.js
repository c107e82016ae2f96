import { controlsNamed } from "../../kit/state/controls.js";
import { TASKS } from "../../kit/state/training-tasks.js";
import { MODEL_VIEWS } from "../../kit/state/views.js";
import { REFUSALS, messagesOf } from "../../kit/text/refusals.js";
import { EMBED_REFUSALS } from "../words-refusals.js";

/**
 * Options of a figure besides its state, in one table like the settings. The page's fields, its
 * address and the tags follow
 * from it.
 *
 * @typedef {"choice" | "controls" | "flag" | "text" | "font" | "colour" | "width"} Kind
 * @typedef {"attribute" | "style" | "child" | "page"} Place  where the option is written: an attribute, a style or the content of the
 * element; or only on the page
 *
 * @typedef {"layer" | "opening" | "models"} Shown  the element of a figure
 * @typedef {import("../../kit/text/refusals.js").Message} Message
 *
 * @typedef {object} Row
 * @property {string} name       also the name of its attribute, unless `attribute` is given
 * @property {string} [attribute]
 * @property {Kind} kind
 * @property {Place} place
 * @property {string} default    value of a tag without it
 * @property {string} [opening]  the page's initial value, if it differs from the default
 * @property {readonly string[]} [choices]
 * @property {string} [style]    CSS property of the option
 * @property {string} [example]  a valid value
 * @property {Shown} [of]  the only element that has the option; defaults to all
 *
 * @typedef {Readonly<Record<string, string>>} Frame  values by row name, as text
 */

/** Views of a layer. @type {readonly import("../../kit/state/views.js").View[]} */
export const VIEWS = ["walk", "heads", "head", "map", "row", "memory", "code"];

/** Elements of their own, offered as more views. */
const OTHERS = /** @type {const} */ (["opening", "models"]);
const { endings } = TASKS.reference;

/** Target languages and notations. */
export const TARGETS = /** @type {const} */ ([
  "html",
  "iframe",
  "react",
  "mdx",
  "quarto",
  "myst",
  "directive",
  "jupyter",
  "markdown",
]);

/** @typedef {typeof TARGETS[number]} Target */

/** Fields shown at first, by attribute; others are behind a fold. */
export const OPENS = ["step", "head", "token", "wrong"];

const LEAST_WIDTH = 240; // px
const MOST_WIDTH = 2000;

/** Examples of colours of the figure: dark text on light paper. @type {Readonly<Record<string, string>>} */
const COLOURS = { accent: "#a03000", ink: "#22313f", paper: "#fff8ec" };

/** @param {string} name @returns {Row} */
const colour = (name) => ({
  ...{ name, kind: "colour", place: "style", default: "" },
  ...{ style: `--mha-${name}`, example: COLOURS[name] },
});

/** @type {readonly Row[]} */
export const FRAME = [
  {
    ...{ name: "view", kind: "choice", place: "attribute", default: "walk", opening: "map", of: "layer" },
    choices: [...VIEWS, ...OTHERS],
  },
  {
    ...{ name: "ending", kind: "choice", place: "attribute", default: endings[0], of: "opening" },
    choices: endings,
  },
  {
    ...{ name: "src", kind: "text", place: "attribute", default: "", opening: "headscope-small/" },
    of: "models",
  },
  {
    ...{ name: "part", attribute: "view", kind: "choice", place: "attribute", default: "", of: "models" },
    choices: ["", ...MODEL_VIEWS],
  },
  { name: "text", kind: "text", place: "attribute", default: "", of: "models" },
  { name: "second", kind: "text", place: "attribute", default: "", of: "models" },
  {
    ...{ name: "controls", kind: "controls", place: "attribute", default: "all", opening: "few" },
    ...{ example: "few", of: "layer" },
  },
  { name: "readonly", kind: "flag", place: "attribute", default: "", of: "layer" },
  { name: "theme", kind: "choice", place: "attribute", default: "", choices: ["", "light", "dark"] },
  ...["accent", "ink", "paper"].map(colour),
  { name: "font", kind: "font", place: "style", default: "", style: "--mha-font", example: "Georgia, serif" },
  { name: "width", kind: "width", place: "style", default: "", style: "max-width", example: "640" },
  { name: "alt", kind: "text", place: "attribute", default: "" },
  { name: "caption", kind: "text", place: "child", default: "", of: "layer" },
  { name: "fallback", kind: "flag", place: "child", default: "", of: "layer" },
  {
    ...{ name: "preview", kind: "choice", place: "page", default: "full" },
    choices: ["340", "640", "full"],
  },
  { name: "code", kind: "choice", place: "page", default: "html", choices: TARGETS },
];

/** The element that a frame is of. @param {Frame} frame @returns {Shown} */
export const elementOfFrame = ({ view }) => OTHERS.find((each) => each === view) ?? "layer";

/** The rows that an element has. @param {Shown} element */
export const rowsOf = (element) => FRAME.filter(({ of }) => of === undefined || of === element);

/** @param {Row} row */
const opening = (row) => row.opening ?? row.default;

/** @type {Frame} */
export const OPENING_FRAME = Object.freeze(Object.fromEntries(FRAME.map((row) => [row.name, opening(row)])));

/** Replaces characters that markup cannot contain, and line breaks, by spaces. @param {string} text */
const plain = (text) => text.replace(/[\p{Cc}\p{Cs}]+/gu, " ");

/** Parsers by kind. @type {Record<Kind, (text: string, row: Row) => string>} */
const READ = {
  choice: (text) => text,
  controls: (text) => text.trim(),
  flag: (text) => (/^(|0|false)$/.test(text) ? "" : "true"),
  text: plain,
  font: (text) => plain(text).trim(),
  colour: (text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^#(\w)(\w)(\w)$/, "#$1$1$2$2$3$3"),
  width: (text) => text.trim(),
};

const refused = messagesOf({ ...REFUSALS, ...EMBED_REFUSALS });

/** A CSS font family: quoted, or words that do not start with a digit. */
const FAMILY =
  /^ *(?:(["'])[\p{L}\p{M}\p{N} _-]+\1|[\p{L}_-][\p{L}\p{M}\p{N}_-]*(?: +[\p{L}_-][\p{L}\p{M}\p{N}_-]*)*) *$/u;

/** The message's id and its parameters besides the value. @typedef {[id: Parameters<typeof refused>[0], parameters: Record<string, string | number>]} Why */

/** Messages by kind. @type {Partial<Record<Kind, (text: string, row: Row) => Why | null>>} */
const CHECKS = {
  choice: (text, { choices = [] }) =>
    choices.includes(text) ? null : ["none_of", { choices: choices.filter(Boolean).join(", ") }],
  font: (text, { example = "" }) =>
    text === "" || text.split(",").every((each) => FAMILY.test(each)) ? null : ["no_fonts", { example }],
  colour: (text, { example = "" }) => (/^(#[0-9a-f]{6})?$/.test(text) ? null : ["no_colour", { example }]),
  width: (text, { example = "" }) =>
    text === "" || (/^\d+$/.test(text) && Number(text) >= LEAST_WIDTH && Number(text) <= MOST_WIDTH)
      ? null
      : ["no_width", { least: LEAST_WIDTH, most: MOST_WIDTH, example }],
};

/**
 * Parses a value. Returns a message for an invalid one: the value given, the value expected, and an example.
 * @param {Row} row @param {string} text
 * @returns {{ value: string, refusal: null } | { value: null, refusal: Message }}
 */
export function parseValue(row, text) {
  const value = READ[row.kind](text, row);
  if (row.kind === "controls") {
    const { unknown } = controlsNamed(value);
    return unknown === null ? { value: value || "all", refusal: null } : { value: null, refusal: unknown };
  }
  const why = CHECKS[row.kind]?.(value, row) ?? null;
  const given = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  if (why === null) return { value, refusal: null };
  const [id, parameters] = why;
  return {
    value: null,
    refusal: refused(id, { name: row.name, value: JSON.stringify(given), ...parameters }),
  };
}

/** A value as a style; unset values are empty. @param {Row} row @param {string} value @returns {[property: string, value: string]} */
export const styleOfValue = ({ kind, style = "" }, value) => [
  style,
  value && kind === "width" ? `${value}px` : value,
];

/**
 * The frame's values of a link; missing and invalid ones take the page's initial values.
 * @param {URLSearchParams} params @returns {{ frame: Frame, invalidValues: Readonly<Record<string, Message>> }}
 */
export function frameIn(params) {
  /** @type {Record<string, string>} */
  const frame = { ...OPENING_FRAME };
  /** @type {Record<string, Message>} */
  const invalidValues = {};
  for (const row of FRAME) {
    const text = params.get(row.name);
    if (text === null) continue;
    const { value, refusal } = parseValue(row, text);
    if (refusal === null) frame[row.name] = value;
    else invalidValues[row.name] = refusal;
  }
  return { frame, invalidValues };
}

/** The values that differ from the page's initial ones, for a link. @param {Frame} frame */
export const frameParams = (frame) =>
  new URLSearchParams(
    FRAME.filter((row) => frame[row.name] !== opening(row)).map(({ name }) => [name, frame[name]]),
  );

/** Names of several settings together, shortest first. */
const WORDS = ["none", "few", "all"];

/** The shortest value of `controls` for these settings. @param {readonly string[]} names in the table's order */
const worded = (names) =>
  WORDS.find((word) => String(controlsNamed(word).names) === String(names)) ?? names.join(" ");

/** `controls` with one setting added, or removed if it was there. @param {string} controls @param {string} name name of a setting */
export function toggleControl(controls, name) {
  const { names } = controlsNamed(controls);
  const changed = names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
  return changed.length ? worded(controlsNamed(changed.join(" ")).names) : "none";
}
