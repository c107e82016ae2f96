import { css, html } from "lit";
import { guard } from "lit/directives/guard.js";
import { axisKind } from "../../draw/palette.js";
import { ownerOf } from "../../state/memory.js";
import { faultsAt } from "../../text/faults.js";
import { whyOf, wordsOf } from "../../text/steps.js";
import { einsumOf } from "../../text/einsum.js";
import { byAxis, count, prose, sizesOf, strides, term } from "../base/shape.js";

/**
 * The room that the words of a step have: what every step would say, laid out unseen in one place, so that it is as high as the highest
 * and nothing below it moves from step to step.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../state/picture.js").Picture} Picture
 */

/** Of the words and of what is laid out in their stead. */
export const reserveStyles = css`
  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .stack > * {
    grid-area: 1 / 1;
  }
  .room {
    visibility: hidden;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    pointer-events: none;
  }
  .room:not(.facts) > * {
    grid-area: 1 / 1;
  }
  .room > [hidden] {
    display: none;
  }
  .top {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: 12px;
  }
  .title {
    margin: 0;
    font-size: 21px;
    font-weight: 650;
    line-height: 1.25;
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
  .index,
  .letter {
    padding: 2px 1px;
    border-radius: 3px;
    cursor: default;
  }
  .facts {
    display: grid;
    grid-template-columns: auto 1fr;
    margin: 0 0 12px;
    font-size: 13px;
  }
  .facts > * {
    margin: 0;
    padding: 3px 0;
    border-bottom: 1px solid var(--_hairline);
  }
  .facts > :nth-child(odd) {
    padding-right: 16px;
    color: var(--_muted);
  }
  .facts > :nth-child(even) {
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

/** (B, T, d_model) = (1, 12, 64) @param {Step} step @param {Set<string> | null} seen see prose */
export const shapeOf = ({ axes, shape }, seen) =>
  html`<span class="mono"
    >(${axes.map((axis, i) => [i ? ", " : "", term(axis, axis, seen, axisKind(axis))])}) =
    (${byAxis(axes, shape, ", ")})</span
  >`;

/** @param {Picture} picture @param {Step} step @param {Set<string> | null} seen see prose @returns {[name: unknown, value: unknown, length: number][]} */
function factsOf(picture, step, seen) {
  const of = step.storage === "view" ? ` of ${ownerOf(step, picture.steps).id}` : "";
  const elements = step.shape.reduce((a, b) => a * b, 1);
  const not = step.contiguous ? "" : "not ";
  const numbers = [count(elements), count(step.flops), count(step.bytesRead + step.bytesWritten)];
  return [
    [
      term("stride", "strides", seen),
      html`<span class="mono">${strides(step)}</span> · ${term("offset", "offset", seen)}
        ${count(step.offset)}`,
      step.strides.join(", ").length + count(step.offset).length,
    ],
    [
      "storage",
      html`${term(step.storage, step.storage, seen)}${of} · ${not}${term("contiguous", "contiguous", seen)}`,
      step.storage.length + of.length + not.length,
    ],
    [
      "cost",
      html`${numbers[0]} elements · ${numbers[1]} ${term("FLOP", "FLOPs", seen)} · ${numbers[2]} bytes`,
      numbers.join("").length,
    ],
  ];
}

/** @param {Picture} picture @param {Step} step @param {Set<string> | null} seen see prose */
export const factsList = (picture, step, seen) =>
  html`<dl class="facts">
    ${factsOf(picture, step, seen).map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;

/** @param {Picture} picture */
export const headsRoom = (picture) => room(picture, headOf);

/** @param {Picture} picture */
export const chipsRoom = (picture) => room(picture, chipsOf);

/** Rendered anew only where a number gets another digit: it is asked for at every hover. @param {Picture} picture @param {(picture: Picture, step: Step) => unknown} part of the words */
function room(picture, part) {
  const digits = digitsOf(picture);
  return guard(
    [digits],
    () =>
      html`<div class="room" aria-hidden="true" data-digits=${digits}>
        ${picture.steps.map((step) => part(picture, step))}
      </div>`,
  );
}

/** @param {Picture} picture */
const digitsOf = ({ steps }) =>
  steps.map(({ id, shape }) => [id, ...shape.map((size) => String(size).length)]).join();

/** What each room's highest was found for. @type {WeakMap<Element, string>} */
const found = new WeakMap();

/** Of all that is laid out unseen the highest is enough, once it is found: the rest costs a page more than all that is seen. @param {ParentNode} root @param {number} width */
export function keepHighest(root, width) {
  for (const room of root.querySelectorAll("[data-digits]")) {
    const by = `${room.getAttribute("data-digits")} ${width} ${devicePixelRatio}`;
    if (found.get(room) === by) continue;
    found.set(room, by);
    const all = /** @type {HTMLElement[]} */ ([...room.children]);
    for (const each of all) each.hidden = false;
    const heights = all.map((each) => each.getBoundingClientRect().height);
    const highest = heights.indexOf(Math.max(...heights));
    all.forEach((each, i) => (each.hidden = i !== highest));
  }
}

/** The longest of each fact. @param {Picture} picture */
export const factsRoom = (picture) =>
  guard([picture], () => {
    const all = picture.steps.map((step) => factsOf(picture, step, null));
    const longest = all[0].map((_, row) =>
      all.map((facts) => facts[row]).reduce((most, fact) => (fact[2] > most[2] ? fact : most)),
    );
    return html`<div class="room facts" aria-hidden="true">
      ${longest.map(([name, value]) => html`<span>${name}</span><span>${value}</span>`)}
    </div>`;
  });

/**
 * Title, shape, index notation and why: to be seen alone, unless there is more to do with it.
 * @param {Picture} picture @param {Step} step @param {{ seen: Set<string>, player: unknown, letters: unknown }} [live]
 */
export function headOf(picture, step, live) {
  const { title } = wordsOf(step);
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
    <p>${prose(whyOf(step, sizes), sizes, seen)}</p>
  </div>`;
}

/**
 * The ways this step is got wrong: to be tried, or to be seen alone.
 * @param {Picture} picture @param {Step} step @param {(fault: import("../../core/types.js").Fault) => void} [tried]
 */
export function chipsOf(picture, step, tried) {
  const offered = faultsAt(step.id).filter(([, { needs }]) => !needs || picture.step(needs));
  const sizes = sizesOf(picture, step.lane);
  if (!offered.length) return "";
  return html`<p class="chips">
    Try it wrong:
    ${offered.map(([fault, { chip }]) =>
      tried
        ? html`<button class="chip" data-fault=${fault} @click=${() => tried(fault)}>${chip(sizes)}</button>`
        : html`<span class="chip">${chip(sizes)}</span>`,
    )}
  </p>`;
}
