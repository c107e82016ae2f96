import { html, iframe, myst, quarto } from "./markup.js";
import { jupyter, markdown, mdx, react } from "./programs.js";
import { TARGETS } from "./rows.js";

/**
 * The targets of a figure.
 *
 * @typedef {import("./figure.js").Figure} Figure
 * @typedef {import("./rows.js").Target} Target
 *
 * @typedef {object} Written
 * @property {(figure: Figure) => string} code
 * @property {(figure: Figure) => readonly string[]} files  files of the package that the figure needs
 * @property {(figure: Figure) => readonly string[]} lost   names of rows that the target cannot express
 * @property {boolean} [still]   whether it contains only the picture
 * @property {boolean} [package] whether it needs the installed package
 * @property {boolean} [layers]  whether it can only show a layer
 * @property {boolean} [alone]   whether it is a single file, which has no others beside it
 */

const nothing = () => [];

const script = (/** @type {Figure} */ { source: { files, data = [] } }) => [...files, ...data];

/** @type {Readonly<Record<Target, Written>>} */
export const WRITTEN = {
  html: { code: html, files: script, lost: nothing },
  iframe: {
    ...{
      code: iframe,
      files: ({ source: { data = [] } }) => ["frame.html", "frame.css", "modules/", ...data],
      lost: fallbackOf,
    },
    layers: true,
  },
  react: { code: react, files: nothing, lost: nothing, package: true },
  mdx: { code: mdx, files: nothing, lost: nothing, package: true },
  quarto: { code: quarto, files: script, lost: nothing },
  myst: { code: myst, files: script, lost: nothing },
  jupyter: { code: jupyter, files: () => ["anywidget.js"], lost: fallbackOf, layers: true, alone: true },
  markdown: { code: markdown, files: nothing, lost: nothing, still: true, layers: true },
};

/** The targets that can show a figure. @param {Figure} figure @returns {readonly Target[]} */
export const targetsOf = ({ isLayer, source }) =>
  TARGETS.filter((target) => (isLayer || !WRITTEN[target].layers) && !(source.data && WRITTEN[target].alone));

/** @param {Figure} figure @returns {string[]} */
function fallbackOf({ fallback }) {
  return fallback ? ["fallback"] : [];
}
