import { message } from "../../core/message.js";
import { controlsNamed } from "../../kit/state/controls.js";
import { REFUSALS } from "../../kit/text/refusals.js";
import { EMBED_REFUSALS } from "../words-refusals.js";

/**
 * What an author sets of a figure besides what it shows: one table, as that of the settings. From it follow the page's fields, its address
 * and what is written of each in a tag.
 *
 * @typedef {"choice" | "controls" | "flag" | "text" | "font" | "colour" | "width"} Kind
 * @typedef {"attribute" | "style" | "child" | "page"} Place  where it is written: an attribute, a style, what stands in the element; or it is the page's alone
 *
 * @typedef {import("../../kit/text/refusals.js").Message} Message
 *
 * @typedef {object} Row
 * @property {string} name       also its attribute's
 * @property {Kind} kind
 * @property {Place} place
 * @property {string} default    as a tag without it has it
 * @property {string} [opening]  as the page opens, where that is not the same
 * @property {readonly string[]} [choices]
 * @property {string} [style]    the property that says it
 * @property {string} [example]  of what would work
 *
 * @typedef {Readonly<Record<string, string>>} Frame  every row's value by its name, as it is written
 */

/** @type {readonly import("../../kit/state/views.js").View[]} */
export const VIEWS = ["walk", "heads", "head", "map", "memory", "code"];

/** The languages and notations that a tag is written in. */
export const TARGETS = /** @type {const} */ ([
  "html",
  "iframe",
  "react",
  "mdx",
  "quarto",
  "myst",
  "jupyter",
  "markdown",
]);

/** @typedef {typeof TARGETS[number]} Target */

/** What of the tables most figures are opened at, by attribute; the rest is asked for. */
export const OPENS = ["step", "head", "token", "wrong"];

const LEAST_WIDTH = 240; // px
const MOST_WIDTH = 2000;

/** Of the figure; dark words on light paper as examples. @type {Readonly<Record<string, string>>} */
const COLOURS = { accent: "#a03000", ink: "#22313f", paper: "#fff8ec" };

/** @param {string} name @returns {Row} */
const colour = (name) => ({
  ...{ name, kind: "colour", place: "style", default: "" },
  ...{ style: `--mha-${name}`, example: COLOURS[name] },
});

/** @type {readonly Row[]} */
export const FRAME = [
  {
    ...{ name: "view", kind: "choice", place: "attribute", default: "walk", opening: "map" },
    choices: VIEWS,
  },
  {
    ...{ name: "controls", kind: "controls", place: "attribute", default: "all", opening: "few" },
    example: "few",
  },
  { name: "readonly", kind: "flag", place: "attribute", default: "" },
  { name: "theme", kind: "choice", place: "attribute", default: "", choices: ["", "light", "dark"] },
  ...["accent", "ink", "paper"].map(colour),
  { name: "font", kind: "font", place: "style", default: "", style: "--mha-font", example: "Georgia, serif" },
  { name: "width", kind: "width", place: "style", default: "", style: "max-width", example: "640" },
  { name: "alt", kind: "text", place: "attribute", default: "" },
  { name: "caption", kind: "text", place: "child", default: "" },
  { name: "fallback", kind: "flag", place: "child", default: "" },
  {
    ...{ name: "preview", kind: "choice", place: "page", default: "full" },
    choices: ["340", "640", "full"],
  },
  { name: "code", kind: "choice", place: "page", default: "html", choices: TARGETS },
];

/** @param {Row} row */
const opening = (row) => row.opening ?? row.default;

/** @type {Frame} */
export const OPENING_FRAME = Object.freeze(Object.fromEntries(FRAME.map((row) => [row.name, opening(row)])));

/** Letters that no markup holds, and line breaks, as a space. @param {string} text */
const plain = (text) => text.replace(/[\p{Cc}\p{Cs}]+/gu, " ");

/** What is meant by what was written, by kind. @type {Record<Kind, (text: string, row: Row) => string>} */
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

const FORMS = { ...REFUSALS, ...EMBED_REFUSALS };

/** As CSS has it: quoted, or words of which none begins with a digit. */
const FAMILY =
  /^ *(?:(["'])[\p{L}\p{M}\p{N} _-]+\1|[\p{L}_-][\p{L}\p{M}\p{N}_-]*(?: +[\p{L}_-][\p{L}\p{M}\p{N}_-]*)*) *$/u;

/** The message's id, and its parameters beside what was given. @typedef {[id: keyof typeof FORMS, parameters: Record<string, string | number>]} Why */

/** Why it cannot be, by kind. @type {Partial<Record<Kind, (text: string, row: Row) => Why | null>>} */
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
 * A value as it is written, or why it cannot be: what was given, what was expected, and what would work.
 * @param {Row} row @param {string} text
 * @returns {{ value: string, misfit: null } | { value: null, misfit: Message }}
 */
export function read(row, text) {
  const value = READ[row.kind](text, row);
  if (row.kind === "controls") {
    const { unknown } = controlsNamed(value);
    return unknown === null ? { value: value || "all", misfit: null } : { value: null, misfit: unknown };
  }
  const why = CHECKS[row.kind]?.(value, row) ?? null;
  const given = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  if (why === null) return { value, misfit: null };
  const [id, parameters] = why;
  const said = { name: row.name, value: JSON.stringify(given), ...parameters };
  return { value: null, misfit: message(id, FORMS[id], said) };
}

/** As a style says it: one that is not set is empty. @param {Row} row @param {string} value @returns {[property: string, value: string]} */
export const declared = ({ kind, style = "" }, value) => [
  style,
  value && kind === "width" ? `${value}px` : value,
];

/** What of a link is the frame's; what it does not name, or names wrongly, is as the page opens. @param {URLSearchParams} params @returns {{ frame: Frame, misfits: Readonly<Record<string, Message>> }} */
export function frameIn(params) {
  /** @type {Record<string, string>} */
  const frame = { ...OPENING_FRAME };
  /** @type {Record<string, Message>} */
  const misfits = {};
  for (const row of FRAME) {
    const text = params.get(row.name);
    if (text === null) continue;
    const { value, misfit } = read(row, text);
    if (misfit === null) frame[row.name] = value;
    else misfits[row.name] = misfit;
  }
  return { frame, misfits };
}

/** For a link: what is not as the page opens. @param {Frame} frame */
export const frameParams = (frame) =>
  new URLSearchParams(
    FRAME.filter((row) => frame[row.name] !== opening(row)).map(({ name }) => [name, frame[name]]),
  );
