import { loadCore } from "../../web/core/index.js";
import { compute } from "../../web/kit/state/picture.js";
import { learned } from "./learned.mjs";
import { CHAPTER_MOTIFS } from "./motifs/chapters.mjs";
import { motifSVG } from "./motifs/ink.mjs";
import { figureAttributes, figureOf } from "./questions.mjs";

/** The small pictures on the pages that list chapters and labs. */

/** The figure that a chapter opens with. */
const FIG = 'for="fig"';

/** The picture of a chapter. @param {import("./course.mjs").Chapter} chapter @returns {Promise<string>} */
export async function chapterPicture({ name, figure }) {
  const draw = CHAPTER_MOTIFS[name];
  if (!draw)
    throw new Error(`Nothing draws the chapter ${name}; add a function to tools/lib/motifs/chapters.mjs`);
  const core = await loadCore();
  const picture = compute(core, figureOf(FIG, figure));
  const given = figureAttributes(FIG, figure);
  const at = (/** @type {string} */ attribute) => Number(given.get(attribute) ?? 0);
  const losses = async () => (await learned()).state.losses;
  const marks = await draw({
    core,
    picture,
    head: at("head"),
    token: at("token"),
    key: at("key-token"),
    losses,
  });
  picture.dispose();
  return motifSVG(marks);
}
