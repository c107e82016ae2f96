import { readFileSync, writeFileSync } from "node:fs";
import { DARK, LIGHT } from "../../web/kit/draw/palette.js";
import { MARGIN } from "../../web/kit/draw/marks.js";
import { titleOf, toSVG } from "../../web/kit/draw/svg.js";
import { layerMapsScene } from "../../web/train/draw/layer-maps.js";
import { learnedMaps } from "../../web/train/draw/head-maps.js";
import { measureText, renderSVG } from "../../web/render/index.js";
import { modelFile } from "../../web/kit/state/default-model.js";
import { lookIn } from "../../web/kit/state/kept-models.js";
import { OPENING } from "../../web/kit/state/settings.js";
import { MAPS } from "../../web/train/words.js";
import { learned } from "./index-pictures.mjs";
import { FIGURE, attributesOf, valuesOf } from "./chapter-markup.mjs";
import { inRoot } from "./paths.mjs";
import { offerVisionModel } from "./vision-model.mjs";

/**
 * Stills of a chapter's figures for readers without JavaScript: the first picture of each element in both themes, drawn from the same state and
 * marks.
 */

lookIn({
  async find(asked) {
    const file = modelFile(asked);
    return file ? readFileSync(inRoot("models", file)) : null;
  },
});

offerVisionModel();

const WIDTH = 720; // px, width of a chapter's figure on a wide screen
const THEMES = /** @type {const} */ (["light", "dark"]);

/** Default view of each element. @type {Readonly<Record<string, import("../../web/render/index.js").View>>} */
const VIEW_OF = {
  "mha-explainer": "walk",
  "mha-shape-walk": "walk",
  "mha-heads": "heads",
  "mha-heatmap": "map",
  "mha-head": "head",
  "mha-memory": "memory",
};

/**
 * A chapter with a still in each figure; writes the picture files beside the chapter.
 * @param {string} html @param {string} name name of the chapter @param {(file: string) => string} inFolder
 * @returns {Promise<string>}
 */
export async function withStills(html, name, inFolder) {
  const figures = Array.from(html.matchAll(FIGURE), ([, tag, attributes]) => ({
    tag,
    given: attributesOf(attributes),
  }));
  const stills = await Promise.all(
    figures.map(async (figure, at) => {
      const of = figures.find((other) => other.given.get("id") === figure.given.get("for"));
      const all = new Map([...(of?.given ?? []), ...figure.given]); // a figure that shows another's state also has the other's attributes
      const svgs = await Promise.all(THEMES.map((theme) => drawStill(figure.tag, all, theme)));
      const files = THEMES.map((theme) => `${name}-${at + 1}-${theme}.svg`);
      svgs.forEach((svg, i) => writeFileSync(inFolder(files[i]), svg));
      return noscript(svgs[0], files[0], files[1]);
    }),
  );
  let at = 0;
  return html.replace(FIGURE, (_, tag, attributes) => `<${tag}${attributes}></${tag}>${stills[at++]}`);
}

/** @param {string} svg @param {string} light @param {string} dark */
function noscript(svg, light, dark) {
  const { width, height, alt } = factsOf(svg);
  return `<noscript><picture><source srcset="${dark}" media="(prefers-color-scheme: dark)" /><img src="${light}" width="${width}" height="${height}" alt="${alt}" /></picture></noscript>`;
}

/** Size and title of a still. @param {string} svg */
function factsOf(svg) {
  const [, alt] = /<title>(.*?)<\/title>/.exec(svg) ?? [];
  const [, width, height] = / width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return { alt, width, height };
}

/** Width of a still on a phone, in px. */
const NARROW = 356;

/**
 * The first figure of a markup as a picture for each theme, of the class light or dark, in two widths; writes the files.
 * @param {string} html @param {string} name @param {(file: string) => string} inFolder
 * @returns {Promise<string>}
 */
export async function firstStills(html, name, inFolder) {
  const [, tag, given] = [...html.matchAll(FIGURE)].find(([, each]) => Object.hasOwn(VIEW_OF, each)) ?? [];
  if (!tag) throw new Error(`The example ${name} has no figure with a still:\n${html}`);
  const write = async (/** @type {"light" | "dark"} */ theme, /** @type {number} */ width) => {
    const svg = await drawStill(tag, attributesOf(given), theme, width);
    const file = `${name}-${theme}-${width}.svg`;
    writeFileSync(inFolder(file), svg);
    return { file, svg };
  };
  const pictures = THEMES.map(async (theme) => {
    const [wide, narrow] = await Promise.all([write(theme, WIDTH), write(theme, NARROW)]);
    const { width, height, alt } = factsOf(wide.svg);
    const { width: most, height: high } = factsOf(narrow.svg);
    return `<picture class="${theme}"><source media="(max-width: 599px)" srcset="${narrow.file}" width="${most}" height="${high}" /><img src="${wide.file}" width="${width}" height="${height}" alt="${alt}" loading="lazy" /></picture>`;
  });
  return (await Promise.all(pictures)).join("");
}

/** @param {string} tag @param {ReadonlyMap<string, string>} attributes @param {"light" | "dark"} theme */
async function drawStill(tag, attributes, theme, width = WIDTH) {
  if (tag === "mha-train") return trainedSVG(theme);
  const view = /** @type {import("../../web/render/index.js").View | undefined} */ (
    attributes.get("view") ?? VIEW_OF[tag]
  );
  if (!view) throw new Error(`Nothing draws a still of <${tag}>`);
  return renderSVG({ tokens: OPENING, ...valuesOf(attributes), view, theme, width });
}

/** A still of a trained model's heads. @param {"light" | "dark"} theme */
async function trainedSVG(theme) {
  const training = await learned();
  const palette = theme === "dark" ? DARK : LIGHT;
  const surface = { width: WIDTH - 2 * MARGIN, palette, measure: measureText };
  const title = titleOf(undefined, MAPS.title);
  return toSVG(layerMapsScene(learnedMaps(training), surface), { background: palette.paper, title });
}
