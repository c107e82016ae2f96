import { css, html } from "lit";
import { bar, barStyles, swatch } from "../../kit/elements/bar.js";
import { Panel } from "../../kit/elements/panel.js";
import { Scheme, schemeProbe } from "../../kit/elements/scheme.js";
import { decimals } from "../../kit/draw/legend.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { headIn } from "../../kit/state/head.js";
import { pathOf } from "../../kit/state/state.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { copyingScores, indicesOfLargest, scorePairs, expressWrites } from "../state/circuits.js";
import { HEAD_CIRCUITS } from "../words-circuits.js";

/** @typedef {import("../state/circuits.js").HeadOfLayer & import("../../kit/state/head.js").Head} Shown a head of a layer */

const LISTED = 3; // words a row

/** The circuits of the selected head: the score of each pair of tokens, the output of the head for each key, and the copying scores of all heads. */
export class HeadCircuits extends Panel {
  static styles = [
    Panel.styles,
    schemeProbe,
    barStyles,
    css`
      :host {
        font-size: 13px;
      }
      p,
      .list {
        margin: 8px 0;
      }
      .quiet {
        color: var(--_muted);
      }
      .list {
        max-height: 420px;
        overflow: auto;
      }
      table {
        border-collapse: collapse;
      }
      th,
      td {
        padding: 2px 14px 2px 0;
        font-weight: 400;
        text-align: start;
        vertical-align: top;
      }
      thead th,
      .value {
        color: var(--_muted);
      }
      [aria-current="true"] th {
        font-weight: 600;
      }
      .each {
        margin-right: 6px;
        white-space: nowrap;
      }
      h3 {
        margin: 12px 0 4px;
        font-size: 13px;
        font-weight: 600;
      }
      ul {
        display: grid;
        grid-template-columns: max-content minmax(40px, 1fr) max-content;
        gap: 2px 12px;
        align-items: center;
        max-height: 420px;
        margin: 0;
        padding: 0;
        overflow-y: auto;
        list-style: none;
      }
      li {
        display: grid;
        grid-column: 1 / -1;
        grid-template-columns: subgrid;
        align-items: center;
      }
      li[aria-current="true"] {
        font-weight: 600;
      }
    `,
  ];

  #scheme = new Scheme(this);

  render() {
    const { store } = this;
    const picture = store && pathOf(store.state);
    if (!store || !picture?.layer) return html``;
    const words = say(HEAD_CIRCUITS, this);
    if (picture.config.latent) return html`<p class="quiet">${words.latent}</p>`;
    const of = /** @type {Shown} */ (headIn(picture, store.selection));
    const expressed = expressWrites(of);
    const { dModel, dKey, dValue, dK, dV } = picture.config;
    const sizes = [`${dModel} × ${dKey}`, `${dValue} × ${dModel}`];
    return html`<p>
        ${words.ranks({
          ...{ head: namesOfHeads(picture, this).full(of.head), sizes: [...new Set(sizes)].join(", ") },
          ...{ looks: Math.min(dK, dModel, dKey), writes: Math.min(dV, dModel, dValue) },
        })}
      </p>
      ${this.#list(of.tokens, {
        ...{ title: words.looksFor, values: scorePairs(of), least: -Infinity, chosen: of.query },
        names: namesOf(of.keyTokens),
      })}
      ${this.#list(of.keyTokens, {
        ...{ title: words.writes, values: expressed.values, least: 0, chosen: of.key },
        names: expressed.by === "logits" ? expressed.words : namesOf(expressed.words),
      })}
      <p class="quiet">${words.how[expressed.by]}</p>
      ${this.#copying(of)}`;
  }

  /**
   * For each token, the words with the largest values above the least.
   * @param {readonly string[]} tokens
   * @param {{ title: string, values: readonly (readonly number[])[], least: number, names: readonly string[], chosen: number }} list
   */
  #list(tokens, { title, values, least, names, chosen }) {
    const labels = namesOf(tokens);
    const word = (/** @type {number} */ at, /** @type {number} */ value) =>
      html`<span class="each"
        ><bdi>${names[at]}</bdi> <span class="value">${decimals(value, 2)}</span></span
      > `;
    const listed = (/** @type {readonly number[]} */ row) =>
      indicesOfLargest(row, LISTED).filter((at) => row[at] > least);
    return html`<div class="list" tabindex="0" role="group" aria-label=${title}>
      <table>
        <thead>
          <tr>
            <th scope="col">${say(HEAD_CIRCUITS, this).token}</th>
            <th scope="col">${title}</th>
          </tr>
        </thead>
        <tbody>
          ${values.map(
            (row, i) =>
              html`<tr aria-current=${i === chosen}>
                <th scope="row"><bdi>${labels[i]}</bdi></th>
                <td>${listed(row).map((at) => word(at, row[at]))}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  /** The copying score of each head. @param {Shown} of */
  #copying({ picture, head: chosen }) {
    const words = say(HEAD_CIRCUITS, this);
    const scores = copyingScores(picture);
    const names = namesOfHeads(picture, this);
    if (!scores) return html`<p class="quiet">${words.tooLarge}</p>`;
    return html`<h3>${words.copying}</h3>
      <ul aria-label=${words.copying} tabindex=${scores.length > 14 ? 0 : -1}>
        ${scores.map((score, head) => {
          const fill = this.#scheme.palette.swatch(head);
          return html`<li aria-current=${head === chosen}>
            <span>${swatch(fill)}${names.full(head)}</span>${bar(score, { most: 1, least: -1, fill })}
            <span>${decimals(score, 2)}</span>
          </li>`;
        })}
      </ul>
      <p class="quiet">${words.copyingWhat}</p>`;
  }
}

/** Names of tokens; a repeated word gets its position. @param {readonly string[]} tokens @returns {string[]} */
const namesOf = (tokens) =>
  tokens.map((token, place) => {
    const isRepeated = tokens.indexOf(token) !== tokens.lastIndexOf(token);
    return isRepeated ? `${shortenWord(token)} (${place})` : shortenWord(token);
  });
