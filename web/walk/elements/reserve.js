import { css, html, render } from "lit";
import { axisKind } from "../../kit/draw/palette.js";
import { ownerOf } from "../../kit/state/memory.js";
import { chipOf, faultsAt } from "../../kit/text/faults.js";
import { whyOf, wordsOf } from "../../kit/text/steps.js";
import { captionFor } from "../words-tour.js";
import { inputsOf } from "../../kit/state/quantity.js";
import { einsumOf } from "../../kit/text/einsum.js";
import { sizesOf } from "../../kit/state/sizes.js";
import { WALK } from "../words.js";
import { say } from "../../kit/text/words.js";
import { byAxis, bytesMoved, count, prose, strides, term } from "../../kit/elements/shape.js";

/**
 * Reserves height for the words of a step: the words of every step are laid out invisibly in one grid cell, so that it is as high as the longest
 * words and nothing below moves from step to step.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 */

/** Styles of the words and of the invisible copies. */
export const reserveStyles = css`
  .stack,
  .room {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  :is(.stack, .room) > * {
    grid-area: 1 / 1;
  }
  .room {
    align-items: start; /* no stretching: each keeps its own height */
    visibility: hidden;
  }
  .top {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: 12px;
  }
  .title {
    margin: 0;
    font: 650 21px/1.25 var(--_sans);
    overflow-wrap: anywhere;
    text-wrap: balance;
  }
  .player {
    width: 102px;
    min-height: 30px;
    flex: none;
  }
  .sized {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 16px;
    margin: 6px 0 10px;
  }
  p {
    margin: 0 0 12px;
    text-wrap: pretty;
  }
  p.shapes {
    margin: 6px 0 10px;
    font-size: 16px;
    line-height: 1.5;
  }
  .caption {
    font-size: 16px;
    line-height: 1.5;
  }
  .index,
  .letter {
    padding: 2px 1px;
    border-radius: 3px;
    cursor: default;
  }
  dl {
    display: grid;
    grid-template-columns: auto 1fr;
    margin: 0 0 12px;
    font-size: 13px;
  }
  dl > * {
    margin: 0;
    padding: 3px 0;
    border-bottom: 1px solid var(--_hairline);
  }
  dt {
    padding-right: 16px;
    color: var(--_muted);
  }
  dd {
    text-align: right;
  }
  p.chips {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    align-content: start;
    gap: 6px;
    margin: 8px 0 0;
    color: var(--_muted);
    font-size: 13px;
  }
  .chip {
    min-height: 28px;
    padding: 2px 9px;
    border: 1px dashed var(--_T);
    border-radius: 8px;
    background: none;
    color: var(--_T);
    font: 12.5px var(--_mono);
  }
  span.chip {
    padding-block: 5px;
  }
`;

/** The axes and the sizes of a step: (B, T, d_model) = (1, 12, 64). @param {Step} step @param {Set<string> | null} seen see prose() */
export const shapeOf = ({ axes, shape }, seen) =>
  html`<span class="mono"
    >(${axes.map((axis, i) => [i ? ", " : "", term(axis, axis, seen, axisKind(axis))])}) =
    (${byAxis(axes, shape, ", ")})</span
  >`;

/**
 * @param {Picture} picture
 * @param {Step} step
 * @param {import("../../kit/text/words.js").Localized} speaker
 * @param {Set<string> | null} [seen] see prose()
 */
export function factsList(picture, step, speaker, seen = null) {
  const words = say(WALK, speaker);
  const of = step.storage === "view" ? words.of(ownerOf(step, picture.steps).id) : "";
  const elements = step.shape.reduce((a, b) => a * b, 1);
  const not = step.contiguous ? "" : words.not;
  return html`<dl>
    <dt>${term("stride", words.strides, seen)}</dt>
    <dd>
      <span class="mono">${strides(step)}</span> &middot; ${term("offset", words.offset, seen)}
      ${count(step.offset, speaker)}
    </dd>
    <dt>${words.storage}</dt>
    <dd>
      ${term(step.storage, words[step.storage], seen)}${of} &middot;
      ${not}${term("contiguous", words.contiguous, seen)}
    </dd>
    <dt>${words.cost}</dt>
    <dd>
      ${words.costs({
        elements: count(elements, speaker),
        flops: [count(step.flops, speaker), " ", term("FLOP", words.FLOPs, seen)],
        bytes: count(bytesMoved(step), speaker),
      })}
    </dd>
  </dl>`;
}

/** The values that each room was laid out for, as a key. @type {WeakMap<Element, string>} */
const laid = new WeakMap();

/** @typedef {(picture: Picture, step: Step, speaker: import("../../kit/text/words.js").Localized) => unknown} PartOfWords inert words of a step */

/**
 * Lays out one part of the words for every step in a room, and keeps only the highest copy, because all copies would cost more than the visible page.
 * Called on every hover, so that it does its work only if the width or the number of digits has changed.
 * @param {HTMLElement} room @param {PartOfWords} part @param {number} width @param {Picture} picture @param {import("../../kit/text/words.js").Localized} speaker
 */
export function reserve(room, part, width, picture, speaker) {
  const steps = JSON.stringify(picture.steps).replace(/\d/g, "0");
  const by = [width, devicePixelRatio, speaker.locale?.lang, steps].join();
  if (laid.get(room) === by) return;
  laid.set(room, by);
  const all = picture.steps.map((step) => part(picture, step, speaker)).filter(Boolean);
  render(all, room);
  const heights = Array.from(room.children, (each) => each.getBoundingClientRect().height);
  render(all[heights.indexOf(Math.max(...heights))], room);
}

/**
 * Title, shape, index notation and reason. Without `live`, an inert copy.
 * @param {Picture} picture @param {Step} step @param {import("../../kit/text/words.js").Localized} speaker @param {{ seen: Set<string>, player: unknown, letters: unknown }} [live]
 */
export function headOf(picture, step, speaker, live) {
  const { title } = wordsOf(step, speaker);
  const sizes = sizesOf(picture, step.lane);
  const seen = live?.seen ?? null;
  const letters = einsumOf(step, picture.steps)?.map(
    ({ letter }) => html`<span class="letter">${letter}</span>`,
  );
  return html`<div>
    <div class="top">
      ${live ? html`<h2 class="title">${title}</h2>` : html`<span class="title">${title}</span>`}
      ${live?.player ?? html`<span class="player"></span>`}
    </div>
    <div class="sized ${live ? "shape" : ""}">
      ${shapeOf(step, seen)} ${live?.letters ?? html`<span class="mono">${letters}</span>`}
    </div>
    <p>${prose(whyOf(step, sizes, speaker), sizes, seen)}</p>
  </div>`;
}

/**
 * The wrong paths of this step as buttons. Without `tried`, an inert copy.
 * @param {Picture} picture @param {Step} step @param {import("../../kit/text/words.js").Localized} speaker @param {(fault: import("../../core/types.js").Fault) => void} [tried]
 */
export function chipsOf(picture, step, speaker, tried) {
  const offered = faultsAt(step.id).filter(([, { needs }]) => !needs || needs(picture));
  const sizes = sizesOf(picture, step.lane);
  if (!offered.length) return "";
  return html`<p class="chips">
    ${say(WALK, speaker).wrong}
    ${offered.map(([fault]) => {
      const chip = chipOf(fault, sizes, speaker);
      return tried
        ? html`<button class="chip" data-fault=${fault} @click=${() => tried(fault)}>${chip}</button>`
        : html`<span class="chip">${chip}</span>`;
    })}
  </p>`;
}

/**
 * Title, shapes before and after, and the caption of the tour. Without `live`, an inert copy.
 * @param {Picture} picture @param {Step} step @param {import("../../kit/text/words.js").Localized} speaker @param {{ player: unknown }} [live]
 */
export function plainHeadOf(picture, step, speaker, live) {
  const { title } = wordsOf(step, speaker);
  return html`<div>
    <div class="top">
      ${live ? html`<h2 class="title">${title}</h2>` : html`<span class="title">${title}</span>`}
      ${live?.player ?? html`<span class="player"></span>`}
    </div>
    <p class="shapes mono ${live ? "shape" : ""}">
      ${inputsOf(step, picture.steps).map((input, i) => html`${i ? " · " : ""}${notedSizes(input)}`)}
      ${step.inputs.length ? " → " : ""}<b>${notedSizes(step)}</b>
    </p>
    <p class="caption">${captionFor(step, sizesOf(picture, step.lane), speaker)}</p>
  </div>`;
}

/** Sizes whose axes are explained on hover. @param {Step} step */
const notedSizes = ({ axes, shape }) =>
  shape.map(
    (size, i) => html`${i ? "×" : ""}<span class=${axisKind(axes[i])} data-note=${axes[i]}>${size}</span>`,
  );

/** Parts of the words, in order, with everything exact and without. @type {Readonly<Record<"exact" | "plain", readonly PartOfWords[]>>} */
export const PARTS = { exact: [headOf, factsList, chipsOf], plain: [plainHeadOf, chipsOf] };
