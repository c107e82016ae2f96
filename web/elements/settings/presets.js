import { css, html } from "lit";
import { isOwn } from "../../kit/state/own.js";
import { PRESETS, drawnAs, presetNamed, presetOf } from "../../kit/state/presets.js";
import { MESSAGES } from "../../kit/text/messages.js";
import { say } from "../../kit/text/words.js";
import { count } from "../../kit/elements/shape.js";

/** @typedef {import("../../kit/state/store.js").Store} Store */
/** @typedef {import("../../kit/text/words.js").Localized} Localized */

/** Styles of the sentence about true sizes. */
export const presetStyles = css`
  .sizes {
    margin: 8px 0 0;
    color: var(--_muted);
    contain: inline-size;
  }
`;

/** A menu of models, whose attention the settings take; none for an author's own layer. @param {Store} store @param {Localized} speaker */
export function presetMenu(store, speaker) {
  const { settings, own } = store.state;
  if (isOwn(own)) return "";
  const words = say(MESSAGES, speaker);
  const now = presetOf(settings)?.id ?? "";
  const take = (/** @type {string} */ id) => store.configure(drawnAs(presetNamed(id)));
  return html`<label class="plain"
    >${words.attention}
    <select @change=${(/** @type {any} */ { target }) => take(target.value)}>
      ${[{ id: "", name: words.ownAttention }, ...PRESETS].map(
        ({ id, name }) => html`<option value=${id} .selected=${id === now}>${name}</option>`,
      )}
    </select></label
  >`;
}

/** The true sizes of the model that the settings draw, and the core's cost of one of its layers. @param {Store} store @param {Localized} speaker */
export function trueSizes(store, speaker) {
  const preset = presetOf(store.state.settings);
  const cost = preset && store.ask((core) => core.cost(preset.layer, { Tq: 1 }));
  if (!cost) return "";
  const { dModel, numHeads, numKvHeads = numHeads, dK = 0, window, latent } = preset.layer;
  const { heads } = drawnAs(preset);
  const of = (/** @type {number} */ n) => count(n, speaker);
  const said = say(MESSAGES, speaker).trueSizes({
    ...{ name: preset.name, dModel: of(dModel), heads: of(numHeads), kvHeads: of(numKvHeads), dK: of(dK) },
    window: window ? of(Number(window)) : null,
    latent: latent ? { rank: of(latent.rank), ropeWidth: of(Number(latent.ropeWidth)) } : null,
    drawn: heads < numHeads ? of(heads) : null,
    ...{ parameters: of(cost.parameters), cache: of(cost.cacheBytesPerToken) },
  });
  return html`<p class="sizes">${said}</p>`;
}
