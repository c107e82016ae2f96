import { html } from "lit";
import { valueIn } from "../../kit/state/snapshot.js";
import { wordsOf } from "../../kit/text/steps.js";
import { messageText } from "../../kit/text/words.js";
import { asAttribute, asWritten } from "../../kit/state/attribute-values.js";

/**
 * A field for a row of the table kit/state/shown.js, labelled with its attribute.
 *
 * @typedef {import("../../kit/state/settings.js").Setting | import("../../kit/state/shown.js").Row} Row
 * @typedef {import("../../kit/state/store.js").Store} Store
 * @typedef {import("../../kit/text/words.js").Localized} Localized
 */

/** @param {Row} row @param {Store} store @param {Localized} speaker */
export function shownField(row, store, speaker) {
  const { attribute, name } = row;
  const refusal = store.state.invalidValues[name];
  return html`<label class="field ${refusal ? "wrong" : ""}"
      ><span class="mono">${attribute}</span> ${control(row, store, speaker)}</label
    >
    ${refusal ? html`<p class="invalid" role="alert">${messageText(refusal, speaker)}</p>` : ""}`;
}

/** @param {Row} row @param {Store} store @param {Localized} speaker */
function control(row, store, speaker) {
  const { kind, name } = row;
  const value = valueIn(store.state, row);
  const take = (/** @type {string} */ text) => store.take({ [name]: asWritten(row, text) }, "reader");
  const invalid = name in store.state.invalidValues;
  if (kind === "flag")
    return html`<input
      type="checkbox"
      .checked=${value === true}
      @change=${(/** @type {any} */ { target }) => take(String(target.checked))}
    />`;
  const options = optionsOf(row, store, speaker);
  if (options)
    return html`<select @change=${(/** @type {any} */ { target }) => take(target.value)}>
      ${options.map(([way, said]) => html`<option value=${way} ?selected=${way === value}>${said}</option>`)}
    </select>`;
  const most = "count" in row && store.state.picture ? row.count?.(store.state.picture) : undefined;
  return html`<input
    type=${kind === "index" ? "number" : "text"}
    min="0"
    max=${most === undefined ? "" : most - 1}
    size="8"
    autocomplete="off"
    spellcheck="false"
    aria-invalid=${invalid}
    .value=${asAttribute(kind, value)}
    @change=${(/** @type {any} */ { target }) => take(target.value)}
  />`;
}

/**
 * Possible values; null if there is no short list.
 * @param {Row} row @param {Store} store @param {Localized} speaker @returns {readonly (readonly [value: string, said: string])[] | null}
 */
function optionsOf(row, { state: { picture } }, speaker) {
  if (row.kind === "choice") return (row.choices ?? []).map((choice) => [choice, choice]);
  if (row.kind !== "step") return null;
  return (picture?.steps ?? []).map((step) => [step.id, wordsOf(step, speaker).title]);
}
