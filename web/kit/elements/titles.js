import { isAttention } from "../state/quantity.js";
import { headOf } from "../state/selection.js";
import { HABITS } from "../text/habits.js";
import { say } from "../text/words.js";
import { keyLeads } from "./keys.js";

/** @typedef {import("../draw/stage-parts.js").StageScene} StageScene */
/** @typedef {import("../state/store.js").Store} Store */

const HEIGHT = 24; // px, a target's least
const RISE = 25; // px from a map's top

/**
 * A button over each title of a step's heat maps, so that pointer, touch and keyboard find what its head does. One stop of the keyboard's; the
 * arrows go from head to head.
 * @param {HTMLElement} box  laid over the picture; holds nothing else
 * @param {StageScene | null} scene
 * @param {Store} store
 * @param {(index: readonly number[]) => string} habitOf
 * @param {import("../text/words.js").Localized} speaker
 * @param {(head: number, event: MouseEvent) => void} [press]  what a press does, where it does not select the head and explain it
 */
export function placeTitles(box, scene, store, habitOf, speaker, press) {
  const part = scene?.parts.find(({ role, step }) => role === "whole" && isAttention(step));
  const slices = part?.tensor.layout.slices ?? [];
  while (box.children.length > slices.length) box.lastElementChild?.remove();
  while (box.children.length < slices.length)
    box.append(titleButton(box, press ?? ((head) => store.select({ head }))));
  const { head: chosen } = store.state.selection;
  slices.forEach((slice, n) => {
    const { x, y, tensor } = /** @type {NonNullable<typeof part>} */ (part);
    const { layout, group } = tensor;
    const head = headOf(layout.axes, slice.index, group) ?? 0;
    const button = /** @type {HTMLElement} */ (box.children[n]);
    button.dataset.head = String(head);
    if (!press) button.dataset.note = `head:${head}`;
    button.ariaLabel = say(HABITS, speaker).of({ head, habit: habitOf(slice.index) });
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
