import { css } from "lit";
import { isAttention } from "../state/quantity.js";
import { headOf } from "../state/selection.js";
import { HABITS } from "../text/habits.js";
import { capitalize, headName, layerNamed } from "../text/head-names.js";
import { say } from "../text/words.js";
import { keyLeads } from "./keys.js";

/** An overlay of HTML elements on a picture, for pointer and keyboard. */
export const overlayStyles = css`
  .picture {
    position: relative;
  }
  .titles button {
    position: absolute;
    padding: 0;
    border: 0;
    border-radius: 4px;
    background: none;
  }
  .titles button::after {
    content: "";
    position: absolute;
    inset: auto 0 1px;
    border-bottom: 1px dotted var(--_edge);
  }
`;

/** @typedef {import("../draw/stage-parts.js").StageScene} StageScene */
/** @typedef {import("../state/store.js").Store} Store */

const HEIGHT = 24; // px, minimum height of a target
const RISE = 25; // px from a map's top up to its title

/**
 * Buttons over the titles of heat maps, which explain what a head does. They have one tab stop; arrow keys move between heads.
 * @param {HTMLElement} box  overlay of the picture; contains only the buttons
 * @param {StageScene | null} scene
 * @param {Store} store
 * @param {(index: readonly number[]) => string} habitOf
 * @param {import("../text/words.js").Localized} speaker
 * @param {(head: number, event: MouseEvent) => void} [press]  called on press; defaults to selecting the head and explaining it
 */
export function placeTitles(box, scene, store, habitOf, speaker, press) {
  const part = scene?.parts.find(({ role, step }) => role === "whole" && isAttention(step));
  const slices = part?.tensor.layout.slices ?? [];
  while (box.children.length > slices.length) box.lastElementChild?.remove();
  while (box.children.length < slices.length)
    box.append(titleButton(box, press ?? ((head) => store.select({ head }))));
  const { picture, selection } = store.state;
  const { head: chosen } = selection;
  const layer = picture && layerNamed(picture);
  slices.forEach((slice, n) => {
    const { x, y, tensor } = /** @type {NonNullable<typeof part>} */ (part);
    const { layout, group } = tensor;
    const head = headOf(layout.axes, slice.index, group) ?? 0;
    const button = /** @type {HTMLElement} */ (box.children[n]);
    button.dataset.head = String(head);
    if (!press) button.dataset.note = `head:${head}`;
    const name = capitalize(headName(layer, head, speaker));
    button.ariaLabel = say(HABITS, speaker).of({ head: name, habit: habitOf(slice.index) });
    button.ariaCurrent = String(head === chosen);
    button.tabIndex =
      head === chosen ||
      (n === 0 && !slices.some(({ index }) => headOf(layout.axes, index, group) === chosen))
        ? 0
        : -1;
    const width = layout.cols.count * layout.cw;
    for (const [name, length] of Object.entries({
      left: x + slice.x,
      top: y + slice.y - RISE,
      width,
      height: HEIGHT,
    }))
      button.style.setProperty(name, `${length}px`);
  });
}

/** @param {HTMLElement} box @param {(head: number, event: MouseEvent) => void} press */
function titleButton(box, press) {
  const button = document.createElement("button");
  button.addEventListener("click", (event) => press(Number(button.dataset.head), event));
  button.addEventListener("keydown", (event) => {
    const all = /** @type {HTMLElement[]} */ ([...box.children]);
    const to = keyLeads(event, all.indexOf(button), all.length);
    if (to !== null) all[to].focus({ preventScroll: true });
  });
  return button;
}
