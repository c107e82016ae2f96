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
import { DRAWING_WORDS } from "./drawings/words.mjs";

/**
 * Pictures in a chapter's text. They are drawn when the pages are built, from numbers of the core, with words of the chapter's language, in colours that follow the page's scheme:
 * <figure data-picture="arrows"> gets one before its caption.
 *
 * @typedef {import("../../web/core/index.js").Core} Core
 * @typedef {object} Drawing
 * @property {number} height  in px, at a width of WIDTH
 * @property {import("./motifs/ink.mjs").Mark[]} marks
 * @property {string} alt     what the picture shows, for readers who do not see it
 */

/** @type {Readonly<Record<string, (core: Core, words: import("./drawings/words.mjs").DrawingWords) => Drawing | Promise<Drawing>>>} */
export const CHAPTER_PICTURES = { arrows, clocks, growth, kinds, norms, roles, seeds, tiles };

const FIGURE = /<figure data-picture="([\w-]+)">/g;

/** A chapter's text with its pictures. @param {string} article @param {string} [lang] tag of its language @returns {Promise<string>} */
export async function withPictures(article, lang = "en") {
  const core = await loadCore();
  const names = Array.from(article.matchAll(FIGURE), ([, name]) => name);
  const pictures = await Promise.all(names.map((name) => pictureNamed(core, name, lang)));
  return article.replace(FIGURE, (tag) => tag + pictures.shift());
}

/** A picture as markup. @param {Core} core @param {string} name @param {string} lang tag of the language of its words @returns {Promise<string>} */
export async function pictureNamed(core, name, lang) {
  const draw = CHAPTER_PICTURES[name];
  if (!draw)
    throw new Error(`There is no picture ${name}; there are ${Object.keys(CHAPTER_PICTURES).join(", ")}`);
  const { height, marks, alt } = await draw(core, DRAWING_WORDS[lang]);
  const svg = toSVG({ width: WIDTH, height, marks }, { background: "none", title: alt });
  return svg.replace(/<rect[^>]*fill="none"\/>\n/, "").trim();
}
