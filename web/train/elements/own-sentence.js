import { css, html } from "lit";
import { textField } from "../../kit/elements/fields.js";
import { BLANKED } from "../words.js";
import { say, stop, messageText } from "../../kit/text/words.js";
import { define } from "../../kit/elements/define.js";
import { focus } from "../../kit/elements/follow.js";
import { isComposing } from "../../kit/elements/input-method.js";
import { TrainPanel } from "./train-panel.js";

const MOST = 12; // suggestions

/**
 * A field for the reader's own sentence. It suggests words that the model knows, and reports words that it
 * cannot read.
 */
export class OwnSentence extends TrainPanel {
  static properties = { ...TrainPanel.properties, text: { state: true } };

  static styles = [
    TrainPanel.styles,
    css`
      :host {
        margin-top: 10px;
        font-size: 13px;
      }
      .line {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
      }
      input {
        flex: 1 1 260px;
        ${textField}
        font-size: 15px;
      }
      button {
        min-height: 28px;
        padding: 0 8px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
      }
      .words {
        margin-top: 6px;
      }
      p {
        margin: 6px 0 0;
      }
    `,
  ];

  constructor() {
    super();
    /** Text being typed; null if the field is closed. @type {string | null} */
    this.text = null;
  }

  render() {
    const { training } = this;
    if (!training) return html``;
    const words = say(BLANKED, this);
    if (this.text === null)
      return html`<div class="line">
        <button @click=${() => training.sayAnother()}>${words.another}</button>
        <button @click=${this.#open}>${words.own}</button>
      </div>`;
    const { refused } = training.state;
    const why = refused && messageText(refused, this);
    return html`<div class="line">
        <input
          aria-label=${words.field}
          aria-invalid=${refused !== null}
          autocomplete="off"
          spellcheck="false"
          .value=${this.text}
          @input=${(/** @type {InputEvent} */ event) => this.#type(/** @type {HTMLInputElement} */ (event.target).value)}
          @keydown=${(/** @type {KeyboardEvent} */ event) => {
            if (isComposing(event) || (event.key !== "Enter" && event.key !== "Escape")) return;
            event.preventDefault();
            event.stopPropagation();
            if (event.key === "Enter") this.#done();
            else this.#close();
          }}
        />
        <button @click=${this.#done}>${words.done}</button>
      </div>
      <div class="line words" role="group" aria-label=${words.words}>
        ${this.#fitting().map((word) => html`<button @click=${() => this.#complete(word)}>${word}</button>`)}
      </div>
      <p role="status">${why ? `${why.charAt(0).toUpperCase()}${why.slice(1)}${stop(this)}` : ""}</p>`;
  }

  async #open() {
    this.text = this.training?.state.sentence ?? "";
    await this.updateComplete;
    focus(this, "input");
    /** @type {HTMLInputElement} */ (this.renderRoot.querySelector("input")).select();
  }

  /** Closes the field, unless the model cannot read its text. */
  #done() {
    if (this.training?.state.refused) focus(this, "input");
    else this.#close();
  }

  async #close() {
    this.text = null;
    const { sentence, refused } = this.training?.state ?? {};
    if (sentence && refused) this.training?.say(sentence); // clears the message about the refused sentence
    await this.updateComplete;
    focus(this, "button:last-of-type");
  }

  /** The unfinished word at the end of the text. */
  get #begun() {
    return /\S*$/.exec(this.text ?? "")?.[0].toLowerCase() ?? "";
  }

  /** Known words that start with the unfinished word. */
  #fitting() {
    const words = this.training?.state.words ?? [];
    const begun = this.#begun;
    const fitting = words.filter((word) => word.startsWith(begun) && word !== begun && /^\w/.test(word));
    return fitting.slice(0, MOST);
  }

  /** @param {string} text */
  #type(text) {
    this.text = text;
    if (text.trim()) this.training?.say(text);
  }

  /** @param {string} word */
  #complete(word) {
    const text = this.text ?? "";
    const begun = this.#begun.length;
    this.#type(`${text.slice(0, text.length - begun)}${word} `);
    focus(this, "input");
  }
}

define("mha-own-sentence", OwnSentence);
