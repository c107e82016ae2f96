import { html } from "lit";
import { shorten } from "../../kit/draw/tensor-labels.js";
import { PATHS, sizesIn } from "./state.js";
import { MASK } from "./words.js";
import { chipOf } from "../../kit/text/faults.js";
import { say } from "../../kit/text/words.js";
import { choice } from "../../kit/elements/choice.js";
import { sizesOf } from "../../kit/state/sizes.js";

/** @import { MaskTurn } from "./state.js" */
/** @import { Picture } from "../../kit/state/picture.js" */
/** @import { Localized } from "../../kit/text/words.js" */

/**
 * The controls of the mask, and of the head on show.
 *
 * @param {MaskTurn} turn @param {Picture} picture @param {{ query: number, head: number }} at
 * @param {{ change: (by: Partial<MaskTurn>) => void, show: (head: number) => void }} to @param {Localized} speaker
 */
export function maskControls(turn, picture, { query, head }, { change, show }, speaker) {
  const words = say(MASK, speaker);
  const { keys } = sizesIn(picture);
  const heads = Array.from({ length: picture.config.numHeads }, (_, i) => i);
  return html`<div class="turn">
    <label
      ><input
        type="checkbox"
        .checked=${turn.causal}
        @change=${(/** @type {any} */ { target }) => change({ causal: target.checked })}
      />${words.causal}</label
    >
    <label>${words.padding} ${paddingField(turn, keys, words.most(keys), change)}</label>
    ${choice(words.where, words.where, words.sides, turn.side, (side) => change({ side }))}
    <button @click=${() => change({ painted: rowPainted(turn.painted, query, keys) })}>
      ${words.block(shorten(picture.settings.tokens[query]))}
    </button>
    <button @click=${() => change({ causal: false, padding: 0, painted: new Set() })}>${words.clear}</button>
    <label
      >${words.head}
      <select @change=${(/** @type {any} */ { target }) => show(Number(target.value))}>
        ${heads.map((i) => html`<option value=${i} ?selected=${i === head}>${i}</option>`)}
      </select></label
    >
  </div>`;
}

/** @param {MaskTurn} turn @param {number} keys @param {string} most the message for other numbers @param {(by: Partial<MaskTurn>) => void} change */
const paddingField = (turn, keys, most, change) =>
  html`<input
    type="number"
    min="0"
    max=${keys}
    .value=${String(turn.padding)}
    @input=${(/** @type {any} */ { target }) => {
      const given = target.valueAsNumber;
      const isFit = Number.isInteger(given) && given >= 0 && given <= keys;
      target.setCustomValidity(isFit ? "" : most);
      if (isFit) change({ padding: given });
      else target.reportValidity();
    }}
  />`;

/** Blocks a whole row. @param {ReadonlySet<number>} painted @param {number} query @param {number} keys */
const rowPainted = (painted, query, keys) =>
  new Set([...painted, ...Array.from({ length: keys }, (_, key) => query * keys + key)]);

/**
 * The choice between the right path and the wrong ones.
 * @param {MaskTurn} turn @param {Picture} picture @param {(path: MaskTurn["path"]) => void} take @param {Localized} speaker
 */
export function pathControl(turn, picture, take, speaker) {
  const words = say(MASK, speaker);
  const sizes = sizesOf(picture);
  return html`<div class="turn">
    <label
      >${words.path}
      <select aria-label=${words.paths} @change=${(/** @type {any} */ { target }) => take(target.value)}>
        ${PATHS.map(
          (path) =>
            html`<option value=${path} ?selected=${path === turn.path}>
              ${path === "none" ? words.right : chipOf(path, sizes, speaker)}
            </option>`,
        )}
      </select></label
    >
  </div>`;
}
