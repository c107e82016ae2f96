import { css, html } from "lit";
import { placeCallout } from "../draw/callout.js";
import { formatNumber } from "../../kit/draw/legend.js";
import { cellOf } from "../../kit/draw/slices.js";
import { isToken, tokensAlong } from "../../kit/draw/token-words.js";
import { flatIndex } from "../../kit/state/memory.js";
import { MESSAGES } from "../../kit/text/messages.js";
import { say } from "../../kit/text/words.js";
import { formulaWithin } from "./number-formula.js";
import { byAxis } from "../../kit/elements/shape.js";

/**
 * The number at the pointer: in a card beside its cell, and in a line below the picture.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {{ step: Step, index: readonly number[] }} Read
 * @typedef {{ width: number, lines: number }} Room  width of the line in px, and the number of lines that have room
 * @typedef {Pick<import("../draw/stage.js").Hit, "id" | "index" | "own">} Pointed
 */

export const readoutStyles = css`
  .card {
    position: absolute;
    z-index: 1;
    top: 0;
    left: 0;
    padding: 3px 8px;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: var(--_card);
    pointer-events: none;
    white-space: nowrap;
  }
  .card span {
    color: var(--_muted);
    font: 12.5px/18px var(--_sans);
  }
  .under {
    display: flex;
    gap: 0 16px;
    height: 26px;
  }
  .under mha-colour-range {
    flex: none;
    margin-left: 0;
  }
  .under mha-save {
    margin-left: auto;
  }
  .read {
    flex: 1;
    min-width: 0;
    height: 26px;
    margin: 0;
    padding-top: 5px;
    overflow: hidden;
    line-height: 20px;
    text-overflow: ellipsis;
    white-space: nowrap;
    color: var(--_muted);
  }
  .read b,
  .card b {
    color: var(--_ink);
    font-weight: 600;
  }
  @container (max-width: 879px) {
    .under {
      flex-wrap: wrap;
      gap: 0 8px;
      align-content: start;
      justify-content: space-between;
      height: 90px;
    }
    .read {
      flex: 1 0 100%;
      height: 66px;
      overflow-wrap: anywhere;
      white-space: normal;
    }
  }
`;

/** An element with its number: weights[0, 2, 7, 3] = 0.93. @param {Picture} picture @param {Read} read */
const value = (picture, { step, index }) =>
  html`${step.id}[${byAxis(step.axes, index, ", ")}] =
    <b class="value">${formatNumber(picture.values(step.id)[flatIndex(step, index)])}</b>`;

/** An element with its number as plain text, for screen readers. @param {Picture} picture @param {Read} read */
const valueSaid = (picture, { step, index }) =>
  `${step.id}[${index.join(", ")}] = ${formatNumber(picture.values(step.id)[flatIndex(step, index)])}`;

/**
 * The content of the card: the element's name and number. A cell of the parameters shows the parameter.
 * @param {Picture} picture @param {Read} read @param {import("../../kit/text/words.js").Localized} speaker
 * @param {import("../draw/stage.js").Hit["own"]} [own]
 */
export function card(picture, { step, index }, speaker, own) {
  if (own)
    return html`<div class="card mono unseen" aria-hidden="true">
      ${own.name}[${byAxis(
        own.axes.filter(Boolean),
        own.index.filter((_, i) => own.axes[i]),
        ", ",
      )}]
      = <b class="value">${formatNumber(own.value)}</b>
    </div>`;
  const words = step.axes.flatMap((axis, i) =>
    isToken(axis) ? [tokensAlong(axis, picture.settings, speaker)[index[i]]] : [],
  );
  return html`<div class="card mono unseen" aria-hidden="true">
    ${value(picture, { step, index })}<br /><span>${words.join(" → ")}</span>
  </div>`;
}

/**
 * Puts the card beside its cell. The card is hidden while the cell is not drawn.
 * @param {HTMLElement} card @param {import("../draw/stage.js").StageScene} scene @param {Pointed | null} pointed @param {number} height of the frame, in px
 */
export function placeCard(card, scene, pointed, height) {
  const { id, index, own } = pointed ?? {};
  const part = scene.parts.find(({ step, means, name }) =>
    own ? name === own.name : !means && step.id === id,
  );
  const cell = part && index && cellOf(part.tensor.layout, own?.index ?? index);
  card.classList.toggle("unseen", !cell);
  if (!cell) return;
  const room = { w: scene.width, h: Math.max(height, scene.height) };
  const size = { w: card.offsetWidth, h: card.offsetHeight };
  const { x, y } = placeCallout({ ...cell, x: cell.x + part.x, y: cell.y + part.y }, size, room);
  card.style.setProperty("translate", `${Math.round(x)}px ${Math.round(y)}px`);
}

const LETTER = 7.85; // px, width of a monospace character

/**
 * Number of lines of a monospace text that breaks at spaces, and anywhere in words that are longer than a line.
 * @param {string} said @param {number} letters of a line
 */
export function linesOf(said, letters) {
  let [lines, used] = [1, 0];
  for (const { length } of said.split(" ")) {
    const follows = used > 0 && used + 1 + length <= letters;
    const begins = used > 0 && !follows ? 1 : 0;
    const over = Math.max(0, Math.ceil(length / letters) - 1);
    lines += begins + over;
    used = (follows ? used + 1 : 0) + length - over * letters;
  }
  return lines;
}

/**
 * The line below the picture: the number, and as much of its formula as fits.
 * @param {Picture} picture @param {Read | null} read @param {import("../../kit/text/words.js").Localized} speaker @param {Room} room
 */
export function line(picture, read, speaker, room) {
  if (!read) return html`<p class="read mono">${say(MESSAGES, speaker).point}</p>`;
  return html`<p class="read mono">${value(picture, read)} = ${formulaIn(picture, read, speaker, room)}</p>`;
}

/** Whether the line fits with its shortest formula. @param {Picture} picture @param {Read | null} read @param {import("../../kit/text/words.js").Localized} speaker @param {Room} room */
export const lineFits = (picture, read, speaker, room) =>
  !read || fitsIn(room, picture, read)(formulaWithin(picture, read.step, read.index, speaker, () => false));

/** @param {Picture} picture @param {Read} read @param {import("../../kit/text/words.js").Localized} speaker @param {Room} room */
const formulaIn = (picture, read, speaker, room) =>
  formulaWithin(picture, read.step, read.index, speaker, fitsIn(room, picture, read));

/** Whether a formula fits after its number. @param {Room} room @param {Picture} picture @param {Read} read @returns {(formula: string) => boolean} */
const fitsIn = ({ width, lines }, picture, read) => {
  const letters = Math.max(1, Math.floor(width / LETTER));
  return (formula) => linesOf(`${valueSaid(picture, read)} = ${formula}`, letters) <= lines;
};
