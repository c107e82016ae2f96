import { css, html } from "lit";
import { MESSAGES } from "../text/messages.js";
import { whyUnloaded } from "../text/refusals.js";
import { messageText, say } from "../text/words.js";

/** @typedef {import("../text/words.js").Localized} Localized */

export const retryStyles = css`
  .again {
    min-height: 28px;
    padding: 2px 9px;
    border: 1px solid var(--_edge);
    border-radius: 8px;
    background: var(--_card);
    color: var(--_ink);
    font-size: 13px;
  }
`;

/** A button that loads again. @param {Localized} speaker @param {() => void} retry */
export const retryButton = (speaker, retry) =>
  html`<button class="again" @click=${retry}>${say(MESSAGES, speaker).again}</button>`;

/** Placeholder for a part that could not be loaded. @param {Error} error @param {Localized} speaker @param {() => void} retry */
export const loadFailed = (error, speaker, retry) =>
  html`<p class="note" role="alert">
    ${say(MESSAGES, speaker).unloaded(messageText(whyUnloaded(error), speaker))}
    ${retryButton(speaker, retry)}
  </p>`;
