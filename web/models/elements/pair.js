import { css, html } from "lit";
import { headingStyles } from "../../kit/elements/heading.js";
import { messageText, say, stop } from "../../kit/text/words.js";
import { MODEL_PAIR } from "../words.js";
import { ModelPanel } from "./model-panel.js";
import { secondSentence, secondSentenceStyles } from "./second-sentence.js";

export { PairHeads } from "./pair-heads.js";

/** @typedef {import("../state/pair.js").Pair} Pair */

/** A second sentence beside the first: its field, its pieces, and the heads that move. */
export class ModelPair extends ModelPanel {
  /** The page shows the panel in the frame that adds it. */
  static waits = false;

  static styles = [
    ModelPanel.styles,
    headingStyles,
    secondSentenceStyles,
    css`
      form {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        margin: 6px 0;
      }
      .link {
        min-height: 24px;
        font-size: 13px;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 10px;
        margin: 4px 0 10px;
        padding: 0;
        list-style: none;
      }
      bdi {
        white-space: pre;
      }
      .other {
        padding: 0 5px;
        border-bottom: 2px solid var(--_T);
        background: var(--_token-wash);
        font-weight: 600;
      }
      @media print {
        form {
          display: none;
        }
      }
    `,
  ];

  render() {
    const { run, pair, comparing, pairProblem } = this.page?.state ?? {};
    if (!run) return html``;
    const words = say(MODEL_PAIR, this);
    const shown = pair?.first.of === run.of ? pair : null;
    const isStale = shown && !comparing && shown.first !== run;
    return html`<h2 class=${shown ? "" : "act"}>${words.title}</h2>
      <p class="quiet act">${words.what}</p>
      ${this.#form()}
      ${pairProblem ? html`<p role="alert" class="act">${messageText(pairProblem, this)}${stop(this)}</p>` : ""}
      <p class="quiet" role="status">
        ${comparing ? `${words.comparing}…` : isStale ? `${words.stale}.` : ""}
      </p>
      ${
        shown
          ? html`${this.#pieces(shown)} <mha-model-pair-heads .store=${this.store}></mha-model-pair-heads>`
          : ""
      }`;
  }

  #form() {
    const words = say(MODEL_PAIR, this);
    const { pair, state } = this.page;
    return secondSentence(state, {
      ...{ label: words.second, button: words.compare },
      act: (sentence) => void pair.compare(sentence),
      more:
        state.other === null
          ? ""
          : html`<button type="button" class="link act" @click=${() => pair.end()}>${words.end}</button>`,
    });
  }

  /** @param {Pair} pair */
  #pieces({ first, second, alignment: { places, alone } }) {
    const words = say(MODEL_PAIR, this);
    const joined = (/** @type {readonly string[]} */ all, /** @type {readonly number[]} */ at) =>
      at.map((i) => words.quoted(all[i])).join(", ");
    return html`<ul aria-label=${words.pieces}>
        ${places.map(([i, j]) => {
          const [a, b] = [first.words[i], second.words[j]];
          return html`<li class=${a === b ? "" : "other"}>
            <bdi>${a}</bdi>${a === b ? "" : html` / <bdi>${b}</bdi>`}
          </li>`;
        })}
      </ul>
      ${alone[0].length ? html`<p class="quiet">${words.aloneFirst(joined(first.words, alone[0]))}</p>` : ""}
      ${alone[1].length ? html`<p class="quiet">${words.aloneSecond(joined(second.words, alone[1]))}</p>` : ""}`;
  }
}
