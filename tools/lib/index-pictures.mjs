import { loadCore } from "../../web/core/index.js";
import { compute } from "../../web/kit/state/picture.js";
import { OPENING_HEAD } from "../../web/kit/state/selection.js";
import { DEFAULTS, OPENING } from "../../web/kit/state/settings.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { headOf } from "../../web/labs/lab-list.js";
import { Training } from "../../web/train/state/training.js";
import { DRAWING_WORDS } from "./drawings/words.mjs";
import { figurePicture } from "./figure-picture.mjs";
import { motifSVG } from "./motifs/ink.mjs";
import { LAB_MOTIFS } from "./motifs/labs.mjs";
import { LAYER_MOTIFS } from "./motifs/layer-chapters.mjs";
import { MODEL_MOTIFS } from "./motifs/model-chapters.mjs";
import { figureAttributes, figureOf } from "./questions.mjs";

/** The small pictures on the pages that list chapters and labs. */

/** The figure that a chapter opens with. */
const FIG = 'for="fig"';

/** Chapters with the picture of a lab. @type {Readonly<Record<string, string>>} */
const LAB_OF = { gradients: "gradients", cheaper: "cache" };

/** The picture of a chapter, with words in a language of the course. @param {import("./course.mjs").Chapter} chapter @param {keyof typeof DRAWING_WORDS} lang @returns {Promise<string>} */
export async function chapterPicture({ name, figure }, lang) {
  const draw = LAYER_MOTIFS[name] ?? MODEL_MOTIFS[name] ?? LAB_MOTIFS[LAB_OF[name]];
  if (!draw)
    throw new Error(
      `Nothing draws the chapter ${name}; add a function to tools/lib/motifs/layer-chapters.mjs or model-chapters.mjs`,
    );
  const core = await loadCore();
  const given = figureAttributes(FIG, figure);
  const picture = figurePicture(core, figureOf(FIG, figure), Number(given.get("layer") ?? 0));
  const at = (/** @type {string} */ attribute) => Number(given.get(attribute) ?? 0);
  const losses = async () => (await learned()).state.losses;
  const marks = await draw({
    core,
    picture,
    head: at("head"),
    token: at("token"),
    key: at("key-token"),
    said: DRAWING_WORDS[lang],
    losses,
  });
  picture.dispose();
  return motifSVG(marks);
}

/** The picture of a lab, for the opening sentence. @param {string} kind @returns {Promise<string>} */
export async function labPicture(kind) {
  const draw = LAB_MOTIFS[kind];
  if (!draw) throw new Error(`Nothing draws the lab ${kind}; add a function to tools/lib/motifs/labs.mjs`);
  const core = await loadCore();
  const tokens = tokenize(OPENING);
  const picture = compute(core, { ...DEFAULTS, tokens, causal: kind === "mask" });
  const losses = async () => (await learned()).state.losses;
  const marks = await draw({
    core,
    picture,
    head: headOf(kind) ?? OPENING_HEAD,
    token: tokens.indexOf("it"),
    key: 0,
    said: DRAWING_WORDS.en,
    losses,
  });
  picture.dispose();
  return motifSVG(marks);
}

/**
 * A list of pictures, each a link.
 *
 * @typedef {object} Item
 * @property {string} href
 * @property {string} picture   as markup
 * @property {string} title
 * @property {string} said      markup below the title
 * @property {string} [marks]   attributes of the item
 */

/** @param {readonly Item[]} items */
export const pictureList = (items) => `<ol class="list pictures">
        ${items
          .map(
            ({ href, picture, title, said, marks = "" }) =>
              `<li ${marks}><a href="${href}">${picture}<b>${title}</b> <span>${said}</span></a></li>`,
          )
          .join("\n        ")}
      </ol>`;

/** @type {Promise<Training> | null} */
let learning = null;

/** The model of the page Train after its last step; trained once, for all pictures. */
export const learned = () => (learning ??= train());

async function train() {
  const training = new Training();
  await training.load();
  training.run("end");
  while (training.isBusy) training.work(Infinity);
  return training;
}
