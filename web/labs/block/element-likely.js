import { html } from "lit";
import { bar } from "../../kit/elements/bar.js";
import { shareSaid } from "../../kit/text/share.js";

/** The likeliest words with their probabilities. @param {readonly { word: string, probability: number }[]} words */
export const likelyList = (words) =>
  html`<ol class="ranked likely">
    ${words.map(
      ({ word, probability }) =>
        html`<li>
          <span class="word">${word}</span>
          ${bar(probability, { most: 1, fill: "currentColor" })}
          <span class="weight">${shareSaid(probability)}</span>
        </li>`,
    )}
  </ol>`;
