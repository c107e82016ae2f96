import { css, html } from "lit";
import { textField } from "../../kit/elements/fields.js";
import { withWordChanged } from "../state/pair.js";

/** The field in its form. */
export const secondSentenceStyles = css`
  input {
    flex: 1 1 240px;
    max-width: 620px;
    ${textField}
    font-size: 15px;
  }
`;

/**
 * A form for a second sentence, which begins as the first one with a word changed.
 * @param {Pick<import("../state/page-state.js").State, "other" | "text">} state
 * @param {{ label: string, button: string, act: (sentence: string) => void, more?: unknown }} of  more: after the button
 */
export const secondSentence = ({ other, text }, { label, button, act, more = "" }) =>
  html`<form
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.currentTarget);
      act(/** @type {HTMLInputElement} */ (form.querySelector("input")).value);
    }}
  >
    <input
      aria-label=${label}
      autocomplete="off"
      spellcheck="false"
      .value=${other ?? withWordChanged(text)}
    />
    <button class="button">${button}</button>
    ${more}
  </form>`;
