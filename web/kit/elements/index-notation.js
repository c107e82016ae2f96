import { html } from "lit";
import { axisKind } from "../draw/palette.js";
import { AXES } from "../text/axes.js";
import { einsumOf } from "../text/einsum.js";
import { say } from "../text/words.js";
import { keyLeads } from "./keys.js";

/**
 * A step's einsum, with each index in the colour of its axis. Hovering an index highlights the axis everywhere. The keyboard has one stop,
 * with arrows between the indices.
 *
 * @param {import("../../core/types.js").Step} step
 * @param {readonly import("../../core/types.js").Step[]} steps
 * @param {(kind: string | null) => void} light
 * @param {import("../text/words.js").Localized} speaker
 */
export function indexNotation(step, steps, light, speaker) {
  const letters = einsumOf(step, steps);
  if (!letters) return "";
  const first = letters.findIndex(({ axis }) => axis !== null);
  return html`<span
    class="mono einsum"
    @keydown=${walk}
    aria-label=${say(AXES, speaker).notation(letters.map(({ letter }) => letter).join(""))}
  >
    ${letters.map(({ letter, axis }, i) => {
      if (axis === null) return letter === "->" ? "→" : letter;
      const kind = axisKind(axis);
      return html`<span
        class="index ${kind}"
        tabindex=${i === first ? 0 : -1}
        title=${axis}
        @pointerenter=${() => light(kind)}
        @pointerleave=${() => light(null)}
        @focus=${() => light(kind)}
        @blur=${() => light(null)}
        >${letter}</span
      >`;
    })}
  </span>`;
}

/** Left, right, Home and End move between indices; beyond the first and the last, left and right change the step. @param {KeyboardEvent} event */
function walk(event) {
  const all = /** @type {HTMLElement} */ (event.currentTarget).querySelectorAll(".index");
  const indices = /** @type {HTMLElement[]} */ ([...all]);
  const at = indices.indexOf(/** @type {HTMLElement} */ (event.target));
  const isBeyond = { ArrowLeft: at === 0, ArrowRight: at === indices.length - 1 }[event.key];
  if (isBeyond) return;
  const to = keyLeads(event, at, indices.length);
  if (to !== null) indices[to].focus();
}
