import { ROWS } from "../../kit/state/shown.js";
import { styleOfValue, rowsOf, elementOfFrame } from "./rows.js";

/**
 * The data of a figure for all targets: the values that differ from the defaults, by the tables.
 *
 * @typedef {import("./rows.js").Frame} Frame
 *
 * @typedef {object} Attribute
 * @property {string} name
 * @property {string} kind   kind of the row
 * @property {string} text   text of the attribute
 *
 * @typedef {object} Source   of an element
 * @property {string} tag
 * @property {string} script      of a page, relative to it
 * @property {readonly string[]} files  of the package that the script needs
 * @property {readonly string[]} [data] of the package that the element fetches from beside its modules; the single files have none
 * @property {string} module      of the package
 * @property {string} reactModule the same, with types for React where there are some
 *
 * @typedef {object} Figure
 * @property {Source} source
 * @property {boolean} isLayer    whether the element shows a layer, and so has pictures
 * @property {Readonly<Record<string, string>> | null} framed  parameters of an iframe besides the attributes; null if no iframe shows the element
 * @property {readonly Attribute[]} attributes
 * @property {readonly (readonly [property: string, value: string])[]} styles
 * @property {string} caption
 * @property {string} picture     name of the picture's file
 * @property {boolean} fallback   whether the picture is the content of the element until it loads
 * @property {string} said        description for readers who cannot see the figure
 * @property {number} height      height in px
 * @property {readonly Attribute[]} looks  styles by row name, for targets without style attributes
 */

/** @type {Readonly<Record<import("./rows.js").Shown | "language", Source>>} */
const SOURCES = {
  layer: {
    ...{ tag: "mha-explainer", script: "headscope.js", files: ["headscope.js"] },
    ...{ module: "headscope", reactModule: "headscope/react" },
  },
  language: {
    ...{ tag: "mha-explainer", script: "modules/headscope.js", files: ["modules/"] },
    ...{ data: ["headscope-small/"], module: "headscope", reactModule: "headscope/react" },
  },
  // The weights of its model lie beside the modules; the single file has none and trains first.
  opening: {
    ...{ tag: "mha-opening", script: "modules/opening.js", files: ["modules/"] },
    ...{ module: "headscope/opening", reactModule: "headscope/opening" },
  },
  models: {
    ...{ tag: "mha-models", script: "modules/models-element.js", files: ["modules/"] },
    ...{
      data: ["headscope-small/"],
      module: "headscope/models-element",
      reactModule: "headscope/models-element",
    },
  },
};

/** The view of frame.html. @type {Readonly<Record<import("./rows.js").Shown, (frame: Frame) => Figure["framed"]>>} */
const FRAMED = {
  layer: () => ({}),
  opening: () => null,
  models: ({ part }) => ({ view: part ? `models/${part}` : "models" }),
};

/** HTML cannot contain U+0000. @param {string} text */
const withoutNull = (text) => text.replaceAll("\0", "\ufffd");

/**
 * @param {URLSearchParams} shown  from an element's toParams()
 * @param {Frame} frame
 * @param {number} height  height in px
 * @returns {Figure}
 */
export function figureOf(shown, frame, height) {
  const kinds = new Map(ROWS.map(({ attribute, kind }) => [attribute, kind]));
  const element = elementOfFrame(frame);
  const isLayer = element === "layer";
  const isLanguage = isLayer && shown.get("weights") === "language";
  const isSet = (/** @type {import("./rows.js").Row} */ row) => frame[row.name] !== row.default;
  const rows = rowsOf(element).filter(isSet);
  const styled = rows.filter(({ place }) => place === "style");
  return {
    ...{ source: SOURCES[isLanguage ? "language" : element], isLayer, framed: FRAMED[element](frame) },
    attributes: [
      ...rows
        .filter(({ place }) => place === "attribute")
        .map(({ name, attribute = name, kind }) => ({ name: attribute, kind, text: frame[name] })),
      ...[...(isLayer ? shown : [])].map(([name, text]) => ({
        name,
        kind: kinds.get(name) ?? "text",
        text: withoutNull(text),
      })),
    ],
    styles: styled.map((row) => styleOfValue(row, frame[row.name])),
    looks: styled.map(({ name, kind }) => ({ name, kind, text: frame[name] })),
    caption: isLayer ? frame.caption : "",
    picture: pictureFile(frame),
    fallback: isLayer && frame.fallback !== "",
    said: frame.alt || frame.caption || (!isLayer && frame.text) || withoutNull(shown.get("tokens") ?? ""),
    height: Math.ceil(height),
  };
}

/** Name of the picture's file. @param {Frame} frame @param {string} [ending] */
export const pictureFile = ({ view }, ending = "svg") => `headscope-${view}.${ending}`;

/** The Content Security Policy that a page needs. @param {Figure} figure */
export const policyOf = ({ styles }) =>
  `script-src 'self' 'wasm-unsafe-eval'; style-src 'self'${styles.length ? " 'unsafe-inline'" : ""}`;
