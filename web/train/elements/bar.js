import { css, html } from "lit";
import { bareField } from "../../kit/elements/fields.js";
import { TRAIN_SETTINGS, hasStack } from "../../kit/state/training-settings.js";
import { TRAIN, TRAIN_CHIPS, TRAIN_CHOICES } from "../words.js";
import { MESSAGES } from "../../kit/text/messages.js";
import { say } from "../../kit/text/words.js";
import { TrainPanel } from "./train-panel.js";

/** @typedef {import("../state/training.js").Training} Training */
/** @typedef {import("../../kit/state/training-settings.js").Row} Row */

const IN_VIEW = ["task", "heads"]; // settings; the others are behind "more"

/** Controls: start, pause, speed, and the settings of training. */
export class TrainBar extends TrainPanel {
  static properties = { ...TrainPanel.properties, more: { state: true } };

  static styles = [
    TrainPanel.styles,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 8px 16px;
        padding: 6px var(--_gutter) 10px;
        border-bottom: 1px solid var(--_hairline);
        font-size: 13px;
      }
      .runs,
      .settings {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
      }
      .play {
        display: flex;
        align-items: center;
        gap: 10px;
        min-height: 36px;
        padding: 0 12px 0 0;
        border: 0;
        border-radius: 18px;
        background: none;
        font-size: 15px;
        font-weight: 600;
      }
      .play svg {
        flex: none;
        border-radius: 50%;
        background: var(--_accent);
        fill: var(--_paper);
      }
      .step {
        min-width: 118px;
        font-size: 15px;
        font-weight: 600;
      }
      .read {
        min-width: 148px;
        color: var(--_muted);
      }
      .chip,
      label {
        display: flex;
        align-items: center;
        gap: 6px;
        height: 30px;
        padding: 0 8px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
      }
      .further {
        display: contents;
      }
      .chip[aria-disabled="true"] {
        color: var(--_muted);
        cursor: default;
      }
      .chip[aria-disabled="true"]:not(:focus) {
        visibility: hidden;
      }
      label {
        color: var(--_muted);
      }
      label:not(.plain)::before {
        content: "";
        width: 7px;
        height: 7px;
        border-radius: 2px;
        background: var(--_H);
      }
      input,
      select {
        ${bareField}
        appearance: none;
        field-sizing: content;
      }
      input {
        min-width: 2ch;
        max-width: 11ch;
        appearance: textfield;
      }
      input::-webkit-inner-spin-button {
        display: none;
      }
      option {
        background: var(--_card);
        color: var(--_ink);
      }
      @container (max-width: 599px) {
        .step {
          flex: 1;
        }
        .read {
          display: none;
        }
      }
      @media screen {
        .further:not(.open) {
          display: none;
        }
      }
      @media print {
        .settings > button,
        .settings .again,
        .runs button {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** Whether all settings show. */
    this.more = false;
  }

  render() {
    const { training } = this;
    if (!training) return html``;
    const words = say(TRAIN, this);
    const rows = TRAIN_SETTINGS.filter(({ name }) => name !== "stack" || hasStack(training.state.settings));
    const fields = (/** @type {boolean} */ inView) =>
      rows
        .filter(({ name }) => IN_VIEW.includes(name) === inView)
        .map((row) => (row.choices ? this.#choice(training, row, row.choices) : this.#number(training, row)));
    return html`<div class="runs" role="group" aria-label=${words.training}>${this.#runs(training)}</div>
      <div class="settings" role="group" aria-label=${words.trained}>
        ${fields(true)}
        <span class="further ${this.more ? "open" : ""}"
          >${fields(false)}
          <button class="chip again" @click=${() => training.startAgain()}>${words.again}</button></span
        >
        <button class="chip" aria-expanded=${this.more} @click=${() => (this.more = !this.more)}>
          ${say(MESSAGES, this).more}
        </button>
      </div>`;
  }

  /** @param {Training} training */
  #runs(training) {
    const { pace, step, at } = training.state;
    const words = say(TRAIN, this);
    const { steps, batch } = training.task;
    const ended = step >= steps;
    const name = pace ? words.pause : ended ? words.once : step ? words.on : words.start;
    const press = () => {
      if (pace) return training.pause();
      if (ended) training.startAgain();
      training.run("watch");
    };
    // A disabled button would lose the focus, so this one has aria-disabled. The button is hidden while it has no focus.
    const button = (/** @type {string} */ said, /** @type {() => void} */ act, off = ended) =>
      html`<button class="chip" aria-disabled=${off} @click=${() => off || act()}>${said}</button>`;
    return html`<button class="play" @click=${press}>
        <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
          <path d=${pace ? "M12 11h4v14h-4zM20 11h4v14h-4z" : "M14 11l12 7-12 7z"} />
        </svg>
        ${name}
      </button>
      <span class="step">${words.step(at, steps)}</span>
      <span class="read">${words.read(at * batch)}</span>
      ${button(words.one, () => training.stepOn(), ended || pace !== null)}
      ${button(pace === "fast" ? words.slower : words.faster, () => training.run(pace === "fast" ? "watch" : "fast"))}
      ${button(words.end, () => training.run("end"), ended || pace === "end")}`;
  }

  /** @param {Training} training @param {Row} row @param {readonly (string | number)[]} choices */
  #choice(training, { name, axis }, choices) {
    const value = valueOf(training, name);
    return html`<label class=${axis ? "" : "plain"}
      >${say(TRAIN_CHIPS, this)[name]}
      <select
        @change=${(/** @type {Event} */ event) => {
          const { value: chosen } = /** @type {HTMLSelectElement} */ (event.target);
          training.configure({ [name]: typeof choices[0] === "number" ? Number(chosen) : chosen });
        }}
      >
        ${choices.map(
          (choice) =>
            html`<option value=${choice} ?selected=${choice === value}>
              ${say(TRAIN_CHOICES, this)[name]?.[choice] ?? choice}
            </option>`,
        )}
      </select></label
    >`;
  }

  /** @param {Training} training @param {Row} row */
  #number(training, { name }) {
    const value = String(valueOf(training, name));
    const set = (/** @type {Event} */ { target }) => {
      const input = /** @type {HTMLInputElement} */ (target);
      if (input.value === "") input.value = value;
      else training.configure({ [name]: Number(input.value) });
    };
    return html`<label class="plain"
      >${say(TRAIN_CHIPS, this)[name]}
      <input type="number" inputmode="numeric" min="0" .value=${value} @change=${set}
    /></label>`;
  }
}

/** The value of a setting, or the task's default. @param {Training} training @param {keyof import("../../kit/state/training-settings.js").Settings} name */
function valueOf({ state: { settings, config } }, name) {
  const own = { heads: config?.numHeads, layers: config?.layers, seed: config?.seed };
  return settings[name] ?? own[/** @type {"heads"} */ (name)] ?? "";
}
