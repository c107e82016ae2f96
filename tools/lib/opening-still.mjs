import { CORNER, MARGIN, rect } from "../../web/kit/draw/marks.js";
import { DARK, LIGHT, unpackColour } from "../../web/kit/draw/palette.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { theme } from "../../web/kit/elements/theme.js";
import { capitalize, headName } from "../../web/kit/text/head-names.js";
import { MESSAGES } from "../../web/kit/text/messages.js";
import { say } from "../../web/kit/text/words.js";
import { mapScene } from "../../web/opening/draw/map.js";
import { hundredths, sentenceScene, shortly } from "../../web/opening/draw/sentence.js";
import { openingStyles } from "../../web/opening/elements/opening-styles.js";
import { sharesOf } from "../../web/opening/state/opening.js";
import { REFERENCE_OPENING } from "../../web/opening/state/reference-opening.js";
import { readOpening } from "../../web/opening/state/stored-opening.js";
import { OPENED } from "../../web/opening/words.js";
import { measureText } from "../../web/render/measure.js";

/**
 * The still of the opening: its first view as markup, from the same numbers, words, scenes and styles as the element. Readers see the still
 * until the scripts arrive, and without JavaScript.
 *
 * @typedef {import("../../web/kit/draw/palette.js").Palette} Palette
 */

/**
 * Widths of the sentence's pictures in px, those of common screens among them: the widest that fits is shown, at its size. From 1137 px on,
 * widths beside a scrollbar of 15 px; without one, the picture is 15 px too narrow.
 */
const SENTENCES = [324, 351, 370, 440, 534, 584, 659, 691, 738, 784, 921, 1040, 1137, 1214, 1281, 1367, 1665];
/** Widths of common system fonts, such as Segoe UI, San Francisco and Roboto, in widths of DejaVu Sans. */
const NARROWER = 0.835;
const MAP_WIDTH = 364; // px; the smallest width at which cells have their largest size
const MOMENT = { before: 0, after: 0, t: 0 };

/** A palette whose colours of lines and text are those of the element's styles, which follow the page's scheme. @type {Palette} */
const STYLED = {
  ...LIGHT,
  ink: "var(--_ink)",
  muted: "var(--_muted)",
  axis: /** @type {Palette["axis"]} */ (
    Object.fromEntries(Object.keys(LIGHT.axis).map((axis) => [axis, `var(--_${axis})`]))
  ),
};

const opening = readOpening(REFERENCE_OPENING);

/** Markup in the order of a phone, so that nothing moves when a browser paints before the whole page has arrived. @returns {string} */
export function openingStill() {
  const words = say(OPENED);
  const { tokens, to, weight, word } = opening.endings[0];
  const { others, rest } = sharesOf(opening.endings[0], opening.from);
  const it = `<em>${tokens[opening.from]}</em>`;
  const head = capitalize(headName(opening.layer, opening.head));
  const looks = words.looks({
    from: tokens[opening.from],
    to: tokens[to],
    weight: shortly(weight),
    ending: word,
  });
  const title = words.picture({ sentence: tokens.join(" "), head, looks });
  const gives = words.gives(opening.endings.map(givenIn));
  return `<div class="still"><div class="sheet">
<h2>${joinText(words.asks(it))}</h2>
<p class="invites">${words.invites}</p>
<div class="sentence">${SENTENCES.map((width) => `<div class="w${width}">${sentence(width, title)}</div>`).join("")}<p class="sum">${words.others({ count: others, share: hundredths(rest) })}</p></div>
<div class="ways"><p class="loading">${say(MESSAGES).loading}</p>${room(`${words.walk} ▸`)}${room(words.own)}</div>
<div class="says"><p>${joinText([words.learned({ word: it, ...opening }), " ", gives])}</p></div>
<div class="map"><h3>${words.map}</h3>${map(words.mapped({ head, words: tokens.length }))}<p class="cell">${words.answers}</p></div>
</div></div>`;
}

/** Styles of the still: the element's styles with `.still` in place of `:host`, and rules that choose the sentence's picture and place pictures. */
export const openingStillStyles = () => [elementStyles(), ...SENTENCES.map(choice), place(), ""].join("\n");

/** An SVG has a margin around the picture; the negative margin puts the picture itself in its place. */
const place = () => `.still svg { max-width: calc(100% + ${2 * MARGIN}px); margin: ${-MARGIN}px; }`;

const elementStyles = () =>
  `.still {${[theme, openingStyles].flat(Infinity).map(String).join("").replaceAll(":host(", "&:is(").replaceAll(":host", "&")}}`;

/** Hides a picture unless it is the widest that fits; the first is shown in anything narrower, too. @param {number} width @param {number} i */
const choice = (width, i) =>
  `@container sentence ${[
    ...(i > 0 ? [`(width < ${width}px)`] : []),
    ...(i + 1 < SENTENCES.length ? [`(width >= ${SENTENCES[i + 1]}px)`] : []),
  ].join(" or ")} { .still .w${width} { display: none; } }`;

/** Words with markup among them. @param {unknown} parts */
const joinText = (parts) => [parts].flat(/** @type {any} */ (Infinity)).join("");

/** Keeps the room of a button, which comes with the element. @param {string} text */
const room = (text) => `<button disabled>${text}</button>`;

/** @param {import("../../web/opening/state/opening.js").Ending} ending */
const givenIn = ({ weight, tokens, to, word }) => ({
  weight: `<b>${shortly(weight)}</b>`,
  to: `<b>${tokens[to]}</b>`,
  ending: `<i>${word}</i>`,
});

/** @param {number} width @param {string} title */
const sentence = (width, title) => svg(sentenceScene(opening, MOMENT, surfaceOf(STYLED, width)), title);

/** The map with cells whose colours follow the scheme. @param {string} title */
function map(title) {
  const [{ marks, ...scene }, dark] = [STYLED, DARK].map((palette) =>
    mapScene(opening, MOMENT, surfaceOf(palette, MAP_WIDTH)),
  );
  const cells = marks.flatMap((mark, i) => {
    const other = dark.marks[i];
    return mark.kind === "cells" && other.kind === "cells" ? cellsOfBoth(mark, other.rgba) : [mark];
  });
  return svg({ ...scene, marks: cells }, title);
}

/** @param {import("../../web/kit/draw/marks.js").Cells} light @param {Uint32Array} dark */
const cellsOfBoth = ({ x, y, cols, cw, ch, gap, rgba }, dark) =>
  Array.from(rgba, (colour, i) =>
    rect({
      ...{ x: x + (i % cols) * cw, y: y + Math.floor(i / cols) * ch, w: cw - gap, h: ch - gap },
      ...{ radius: CORNER, fill: `light-dark(${unpackColour(colour)}, ${unpackColour(dark[i])})` },
    }),
  );

/** @param {Palette} palette @param {number} width @returns {import("../../web/kit/draw/marks.js").Surface} */
const surfaceOf = (palette, width) => ({
  ...{ width, palette },
  measure: (...text) => NARROWER * measureText(...text),
});

/** @param {import("../../web/kit/draw/marks.js").Scene} scene @param {string} title */
const svg = (scene, title) => toSVG(scene, { background: "none", title }).trim();
