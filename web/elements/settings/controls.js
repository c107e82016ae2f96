import { css, html } from "lit";
import { LIMITS, SECOND } from "../../state/settings.js";
import { tokenize } from "../../state/tokens.js";
import { MESSAGES } from "../../text/messages.js";
import { Part } from "../base/part.js";

/**
 * The layer's settings. Whether they go together is the core's to say, and what it says stands below them.
 *
 * @fires more - the reader wants the settings few need, or no longer
 */
export class Controls extends Part {
  static properties = { ...Part.properties, more: { attribute: false } };

  static styles = [
    Part.styles,
    css`
      :host {
        display: block;
        font-size: 13px;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
      }
      label {
        display: flex;
        align-items: center;
        gap: 6px;
        height: 30px;
        padding: 0 8px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
        color: var(--_muted);
      }
      label:focus-within {
        border-color: var(--_edge);
      }
      label.wrong {
        border-color: var(--_T);
      }
      label::before {
        content: "";
        width: 7px;
        height: 7px;
        border-radius: 2px;
        background: currentColor;
      }
      button {
        height: 30px;
        padding: 0 8px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: none;
        color: var(--_muted);
      }
      button[aria-expanded="true"] {
        border-color: var(--_edge);
      }
      label.plain::before {
        display: none;
      }
      label.d_model::before {
        background: var(--_model);
      }
      label.heads::before,
      label.kv-heads::before {
        background: var(--_H);
      }
      input,
      select {
        height: 28px;
        padding: 0;
        border: 0;
        border-radius: 4px;
        background: none;
        color: var(--_ink);
        font-weight: 600;
      }
      input {
        min-width: 2ch;
        max-width: 11ch;
        field-sizing: content;
        appearance: textfield;
      }
      input::-webkit-inner-spin-button {
        display: none;
      }
      select {
        appearance: none;
        field-sizing: content;
        cursor: pointer;
      }
      option {
        background: var(--_card);
        color: var(--_ink);
      }
      .problem {
        margin: 8px 0 0;
        color: var(--_ink);
      }
      .problem b {
        color: var(--_T);
        font-weight: 600;
      }
      .problem span {
        color: var(--_muted);
      }
    `,
  ];

  constructor() {
    super();
    /** Whether what few readers need is shown too. */
    this.more = false;
  }

  render() {
    if (!this.store) return html``;
    const { settings, problem, picture } = this.store.state;
    return html`
      <div class="row">
        ${this.#number("d_model", "dModel", settings.dModel, LIMITS.dModel)}
        ${this.#number("heads", "heads", settings.heads, LIMITS.heads)}
        ${this.#choice("mask", "causal", settings.causal ? "causal" : "none", ["none", "causal"], (v) => v === "causal")}
        ${this.#choice("weights", "weights", settings.weights, ["constructed", "random"], (v) => v)}
        ${this.#number("seed", "seed", settings.seed, 2 ** 32 - 1)}
        <button
          aria-expanded=${Boolean(this.more)}
          @click=${() => this.dispatchEvent(new CustomEvent("more"))}
        >
          more
        </button>
        ${this.more ? this.#number("kv-heads", "kvHeads", settings.kvHeads ?? settings.heads, LIMITS.heads) : ""}
        ${this.more ? this.#cross(settings.keyTokens.length > 0) : ""}
      </div>
      <div role="status">
        ${problem ? html`<p class="problem"><b>${problem.message}</b>${picture ? html`<br /><span>${MESSAGES.kept}</span>` : ""}</p>` : ""}
      </div>
    `;
  }

  /** @param {boolean} crossing */
  #cross(crossing) {
    const keyTokens = crossing ? [] : tokenize(SECOND);
    return html`<button @click=${() => this.store?.configure({ keyTokens })}>
      ${crossing ? "Back to one sentence" : "Attend to a second sentence"}
    </button>`;
  }

  /** @param {string} name @param {"dModel" | "heads" | "kvHeads" | "seed"} setting @param {number} value @param {number} max */
  #number(name, setting, value, max) {
    const wrong = this.store?.state.problem?.setting === setting;
    return html`<label class="${name} ${name === "seed" ? "plain" : ""} ${wrong ? "wrong" : ""}"
      >${name}
      <input
        type="number"
        inputmode="numeric"
        min=${setting === "seed" ? 0 : 1}
        max=${max}
        .value=${String(value)}
        aria-invalid=${wrong}
        @input=${(/** @type {InputEvent} */ e) => this.#typed(/** @type {HTMLInputElement} */ (e.target), setting)}
        @blur=${(/** @type {any} */ { target }) => (target.value = value)}
    /></label>`;
  }

  /**
   * @param {string} name @param {"causal" | "weights"} setting @param {string} value @param {string[]} options
   * @param {(value: string) => unknown} read
   */
  #choice(name, setting, value, options, read) {
    return html`<label class="plain"
      >${name}
      <select
        @change=${(/** @type {Event} */ e) => this.store?.configure({ [setting]: read(/** @type {HTMLSelectElement} */ (e.target).value) })}
      >
        ${options.map((option) => html`<option ?selected=${option === value}>${option}</option>`)}
      </select></label
    >`;
  }

  /** An emptied field is being typed in, not a size of 0. @param {HTMLInputElement} field @param {string} setting */
  #typed(field, setting) {
    if (field.value !== "") this.store?.configure({ [setting]: Number(field.value) });
  }
}
