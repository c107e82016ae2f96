import { loadCore } from "../../web/core/index.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { arrows } from "./drawings/arrows.mjs";
import { clocks } from "./drawings/clocks.mjs";
import { growth } from "./drawings/growth.mjs";
import { kinds } from "./drawings/kinds.mjs";
import { norms } from "./drawings/norms.mjs";
import { roles } from "./drawings/roles.mjs";
import { seeds } from "./drawings/seeds.mjs";
import { tiles } from "./drawings/tiles.mjs";
import { WIDTH } from "./drawings/width.mjs";

/**
 * Pictures in a chapter's text. They are drawn when the pages are built, from numbers of the core, in colours that follow the page's scheme:
 * <figure data-picture="arrows"> gets one before its caption.
 *
 * @typedef {import("../../web/core/index.js").Core} Core
 * @typedef {object} Drawing
 * @property {number} height  in px, at a width of WIDTH
 * @property {import("./motifs/ink.mjs").Mark[]} marks
 * @property {string} alt     what the picture shows, for readers who do not see it
 */

/** @type {Readonly<Record<string, (core: Core) => Drawing | Promise<Drawing>>>} */
export const CHAPTER_PICTURES = { arrows, clocks, growth, kinds, norms, roles, seeds, tiles };

const FIGURE = /<figure data-picture="([\w-]+)">/g;

/** A chapter's text with its pictures. @param {string} article @returns {Promise<string>} */
export async function withPictures(article) {
  const core = await loadCore();
  const names = Array.from(article.matchAll(FIGURE), ([, name]) => name);
  const pictures = await Promise.all(names.map((name) => pictureNamed(core, name)));
  return article.replace(FIGURE, (tag) => tag + pictures.shift());
}

/** Drawn pictures: each chapter is built once for each language. @type {Map<string, Promise<string>>} */
const known = new Map();

/** A picture as markup. @param {Core} core @param {string} name @returns {Promise<string>} */
export function pictureNamed(core, name) {
  const picture = known.get(name) ?? drawn(core, name);
  known.set(name, picture);
  return picture;
}

/** @param {Core} core @param {string} name @returns {Promise<string>} */
async function drawn(core, name) {
  const draw = CHAPTER_PICTURES[name];
  if (!draw)
    throw new Error(`There is no picture ${name}; there are ${Object.keys(CHAPTER_PICTURES).join(", ")}`);
  const { height, marks, alt } = await draw(core);
  const svg = toSVG({ width: WIDTH, height, marks }, { background: "none", title: alt });
  return svg.replace(/<rect[^>]*fill="none"\/>\n/, "").trim();
}
