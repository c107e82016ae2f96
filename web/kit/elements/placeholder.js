import { css, html } from "lit";
import { messageText, stop } from "../text/words.js";
import { retryButton, retryStyles } from "./load-failed.js";

/** Texts of public elements without a view: while the core loads, after a failed load, and about attributes without effect. */

/** @typedef {import("../text/words.js").Localized} Localized */

export const placeholderStyles = [
  retryStyles,
  css`
    /* All parts of the first view appear together, so that nothing moves. */
    .coming > :not(.reserved) {
      visibility: hidden;
    }
    .reserved {
      padding: 16px var(--_gutter);
    }
    .invalidValues {
      margin: 0;
      padding: 6px var(--_gutter);
      border-bottom: 1px solid var(--_hairline);
      font-size: 13px;
      overflow-wrap: anywhere;
    }
    .invalidValues::before {
      content: "! ";
      color: var(--_T);
      font-weight: 600;
    }
  `,
];

/** The author's placeholder, or a default text. @param {string} text */
export const loadingNote = (text) =>
  html`<div class="reserved">
    <slot name="loading"
      ><slot><p class="note">${text}</p></slot></slot
    >
  </div>`;

/**
 * The author's fallback content, the error, and a button that loads again.
 * @param {Error | null} failure @param {Localized} speaker @param {() => void} retry
 */
export const failureNote = (failure, speaker, retry) =>
  html`<div class="reserved">
    <slot></slot>
    <p class="note" role="alert">
      ${failure && sentence(messageText(failure, speaker))}${stop(speaker)} ${retryButton(speaker, retry)}
    </p>
  </div>`;

/** Messages about invalid attributes and settings. @param {readonly string[]} texts @param {Localized} speaker */
export const invalidValuesNote = (texts, speaker) =>
  texts.length ? html`<p class="invalidValues" role="alert">${texts.join("; ")}${stop(speaker)}</p>` : "";

/** Capitalizes an error's message. @param {string} message */
const sentence = (message) => `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
