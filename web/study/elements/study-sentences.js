import { css, html } from "lit";
import { capitalize, headName } from "../../kit/text/head-names.js";
import { withoutZero } from "../../kit/text/share.js";
import { messageText, say } from "../../kit/text/words.js";
import { shownQuery, stretchAround } from "../state/key-rules.js";
import { strongestOf, tenthsOf } from "../state/sentence-choice.js";
import { STUDY_HEAD } from "../words.js";
import { StudyPanel, valueSaid } from "./study-panel.js";

/** @import { Chosen } from "../state/sentence-choice.js" */
/** @import { Result } from "../state/study-store.js" */
/** @import { Read } from "../state/study-types.js" */

/**
 * Sentences of one head as text, each with the query that shows the measure best and its keys.
 *
 * @fires opensentence - the reader opens a sentence; detail { text }
 */
export class StudySentences extends StudyPanel {
  static styles = [
    StudyPanel.styles,
    css`
      .key {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 16px;
        margin: 6px 0;
        font-size: 13px;
      }
      ol {
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: 44px minmax(0, 1fr) 24px;
        gap: 0 8px;
        padding: 6px 0;
        border-top: 1px solid var(--_hairline);
      }
      .value {
        font-size: 13px;
        line-height: 24px;
        color: var(--_muted);
      }
      .text {
        line-height: 24px;
        overflow-wrap: anywhere;
      }
      mark {
        padding: 1px 2px;
        border-radius: 3px;
        background: none;
        color: inherit;
      }
      .asks {
        background: color-mix(in srgb, var(--_token-wash) 55%, var(--_paper));
        color: var(--_T);
        font-weight: 600;
      }
      .same {
        padding: 0;
        border-bottom: 2px solid var(--_T);
        border-radius: 0;
      }
      .looked {
        background: var(--_H);
        color: var(--_paper);
      }
      .open {
        min-width: 24px;
        height: 24px;
        padding: 0;
        border: 0;
        border-radius: 7px;
        background: none;
        color: var(--_muted);
      }
      .open:hover {
        background: var(--_hairline);
        color: var(--_ink);
      }
    `,
  ];

  /** @type {WeakMap<Read, Map<string, import("../state/key-rules.js").Shown | null>>} */
  #known = new WeakMap();

  render() {
    const { result, selected, part } = this.page?.state ?? {};
    if (!result || !selected) return html``;
    void this.page.state.readings; // rendered again when weights have arrived
    const words = say(STUDY_HEAD, this);
    const by = this.page.measureBy;
    const chosen = (part === "tenths" ? tenthsOf : strongestOf)(result.study, selected, by);
    if (!chosen.length) return html``;
    const hasText = result.study.textOf(chosen[0].at) !== null;
    return html`${
        hasText
          ? html`<p class="key" aria-hidden="true">
              <span class="quiet">${words.value}</span>
              <mark class="asks">${words.asks}</mark>
              ${by.startsWith("induction") ? html`<mark class="same">${words.same}</mark>` : ""}
              <mark class="looked">${words.looked}</mark>
            </p>`
          : html`<p class="quiet">${words.noText}</p>`
      }
      <ol aria-label=${capitalize(headName(selected.layer, selected.head, this))}>
        ${chosen.map((each) => this.#row(result, each, by))}
      </ol>`;
  }

  /** @param {Result} result @param {Chosen} chosen @param {string} by */
  #row({ study }, { at, number, value }, by) {
    const words = say(STUDY_HEAD, this);
    const text = study.textOf(at);
    return html`<li>
      <span class="value">${withoutZero(valueSaid(by, value))}</span>
      <span class="text">${text === null ? words.sentence(number) : this.#text(study, at, text, by)}</span>
      ${
        text === null || !this.page.state.subject
          ? ""
          : html`<button
              class="open act"
              title=${words.open}
              aria-label=${`${words.open}: ${text}`}
              @click=${() => this.#open(text)}
            >
              ▸
            </button>`
      }
    </li>`;
  }

  /** @param {import("../state/study-types.js").Study} study @param {number} at @param {string} text @param {string} by */
  #text(study, at, text, by) {
    const read = this.page.readOf(study, at);
    if (!read) return text;
    if ("message" in read) return html`${text} <span class="quiet">${messageText(read, this)}</span>`;
    return this.#marked(read, text, by);
  }

  /** What is marked in a sentence; found once, since results that grow render the same sentences again. @param {Read} read @param {string} by */
  #shown(read, by) {
    const { layer, head } = this.page.state.selected;
    const known = this.#known.get(read) ?? new Map();
    this.#known.set(read, known);
    const name = `${layer}.${head} ${by}`;
    if (!known.has(name)) {
      const pieces = read.pieces.map((each) => each.text);
      known.set(name, shownQuery({ pieces, map: read.map(layer, head), causal: read.causal, measure: by }));
    }
    return known.get(name) ?? null;
  }

  /** The text as the reader wrote it, with the pieces of the query and the keys marked. @param {Read} read @param {string} text @param {string} by */
  #marked(read, text, by) {
    const { pieces } = read;
    const shown = this.#shown(read, by);
    if (!shown) return text;
    const { query, keys, same } = shown;
    const words = say(STUDY_HEAD, this);
    const { from, to } = stretchAround(pieces.length, [query, ...keys]);
    const parts = [];
    let end = pieces[from].start;
    for (let i = from; i < to; i++) {
      const piece = pieces[i];
      const own =
        piece.end > piece.start ? text.slice(piece.start, piece.end) : keys.includes(i) ? piece.text : "";
      if (piece.start > end) parts.push(text.slice(end, piece.start));
      end = Math.max(end, piece.end);
      const kind = i === query ? "asks" : keys.includes(i) ? "looked" : same.includes(i) ? "same" : "";
      parts.push(
        kind
          ? html`<mark
              class=${kind}
              title=${{ asks: words.asks, looked: words.looked, same: words.same }[kind]}
              >${own}</mark
            >`
          : own,
      );
    }
    return html`${from > 0 && pieces[from].start > 0 ? "… " : ""}${parts}${to < pieces.length ? " …" : ""}`;
  }

  /** @param {string} text */
  #open(text) {
    const detail = { text };
    this.dispatchEvent(new CustomEvent("opensentence", { detail, bubbles: true, composed: true }));
  }
}
