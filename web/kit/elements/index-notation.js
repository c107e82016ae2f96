import { html } from "lit";
import { axisKind } from "../draw/palette.js";
import { AXES } from "../text/axes.js";
import { einsumOf } from "../text/einsum.js";
import { say } from "../text/words.js";

/**
 * A step's einsum, with each index in the colour of its axis. Hovering an index highlights the axis everywhere.
 *
 * @param {import("../../core/types.js").Step} step
 * @param {readonly import("../../core/types.js").Step[]} steps
 * @param {(kind: string | null) => void} light
 * @param {import("../text/words.js").Localized} speaker
 */
export function indexNotation(step, steps, light, speaker) {
  const letters = einsumOf(step, steps);
  if (!letters) return "";
  return html`<span
    class="mono einsum"
    aria-label=${say(AXES, speaker).notation(letters.map(({ letter }) => letter).join(""))}
  >
    ${letters.map(({ letter, axis }) => {
      if (axis === null) return letter === "->" ? "→" : letter;
      const kind = axisKind(axis);
      return html`<span
        class="index ${kind}"
        tabindex="0"
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
