import { ROWS } from "../../kit/state/shown.js";
import { FRAME, declared } from "./rows.js";

/**
 * A figure as it is to be written, in whatever language: what the tables say of it that is not as it is left out.
 *
 * @typedef {import("./rows.js").Frame} Frame
 *
 * @typedef {object} Attribute
 * @property {string} name
 * @property {string} kind   the row's
 * @property {string} text   as an attribute has it
 *
 * @typedef {object} Figure
 * @property {readonly Attribute[]} attributes
 * @property {readonly (readonly [property: string, value: string])[]} styles
 * @property {string} caption
 * @property {string} picture     the file of its picture
 * @property {boolean} fallback   whether that stands in the element until it is loaded
 * @property {string} said        what it shows, for those who do not see it
 * @property {number} height      px that it takes
 * @property {readonly Attribute[]} looks  the styles by the rows' names, for who takes no style
 */

/** Markup has no sign for it. @param {string} text */
const written = (text) => text.replaceAll("\0", "\ufffd");

/**
 * @param {URLSearchParams} shown  as an element's toParams has it
 * @param {Frame} frame
 * @param {number} height  px that it takes
 * @returns {Figure}
 */
export function figureOf(shown, frame, height) {
  const kinds = new Map(ROWS.map(({ attribute, kind }) => [attribute, kind]));
  const isSet = (/** @type {import("./rows.js").Row} */ row) => frame[row.name] !== row.default;
  const own = FRAME.filter((row) => row.place === "attribute" && isSet(row));
  const styled = FRAME.filter((row) => row.place === "style" && isSet(row));
  return {
    attributes: [
      ...own.map(({ name, kind }) => ({ name, kind, text: frame[name] })),
      ...[...shown].map(([name, text]) => ({ name, kind: kinds.get(name) ?? "text", text: written(text) })),
    ],
    styles: styled.map((row) => declared(row, frame[row.name])),
    looks: styled.map(({ name, kind }) => ({ name, kind, text: frame[name] })),
    caption: frame.caption,
    picture: pictureFile(frame),
    fallback: frame.fallback !== "",
    said: frame.alt || frame.caption || written(shown.get("tokens") ?? ""),
    height: Math.ceil(height),
  };
}

/** What the picture's file is called. @param {Frame} frame @param {string} [ending] */
export const pictureFile = ({ view }, ending = "svg") => `headscope-${view}.${ending}`;

/** What a page has to allow. @param {Figure} figure */
export const policyOf = ({ styles }) =>
  `script-src 'self' 'wasm-unsafe-eval'; style-src 'self'${styles.length ? " 'unsafe-inline'" : ""}`;
