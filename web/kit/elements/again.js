import { css, html } from "lit";
import { MESSAGES } from "../text/messages.js";
import { say } from "../text/words.js";

/** @typedef {import("../text/words.js").Localized} Localized */

export const againStyles = css`
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

/** @param {Localized} speaker @param {() => void} retry */
export const again = (speaker, retry) =>
  html`<button class="again" @click=${retry}>${say(MESSAGES, speaker).again}</button>`;

/** Why a module could not be imported: the file that did not arrive, where the browser names it. @param {string} message its error's @param {Localized} speaker */
export function whyUnloaded(message, speaker) {
  const file = /[^/\s]+\.js\b/.exec(message)?.[0];
  return file ? say(MESSAGES, speaker).missing(file) : message;
}

/** In place of a part that could not be loaded. @param {string} message @param {Localized} speaker @param {() => void} retry */
export const unloaded = (message, speaker, retry) =>
  html`<p class="note" role="alert">
    ${say(MESSAGES, speaker).unloaded(whyUnloaded(message, speaker))} ${again(speaker, retry)}
  </p>`;
