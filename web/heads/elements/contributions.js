import { css, html } from "lit";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { effectsOf, removalsOf, isScaled, isSolo, scaleHead, soloHead } from "../state/ablation.js";
import { scaleOfHead } from "../../kit/state/look.js";
import { STUDIES } from "../words.js";
import { HEADS } from "../words.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { say, messageText } from "../../kit/text/words.js";
import { choice, choiceStyles } from "../../kit/elements/choice.js";
import { Panel } from "../../kit/elements/panel.js";
import { Scheme, schemeProbe } from "../../kit/elements/scheme.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { bar, barStyles, swatch } from "../../kit/elements/bar.js";
import { applyChange, shareOf, tokenIn } from "../state/share.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { shareSaid } from "../../kit/text/share.js";

/** @import { Picture } from "../../kit/state/picture.js" */
/** @import { Look } from "../../kit/state/look.js" */
/** @import { Store } from "../../kit/state/store.js" */

/** The contribution of each head to the selected token's output, and how far the output moves without it. */
export class Adds extends Panel {
  static styles = [
    Panel.styles,
    headingStyles,
    schemeProbe,
    choiceStyles,
    barStyles,
    css`
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        justify-content: space-between;
        gap: 0 16px;
        font-size: 13px;
        color: var(--_muted);
      }
      h2 {
        color: var(--_ink);
      }
      h2 b {
        color: var(--_T);
      }
      .all {
        display: grid;
        grid-template-columns: max-content minmax(40px, 1fr) max-content max-content max-content;
        gap: 0 12px;
        align-items: center;
        max-height: 420px;
        margin: 8px 0 0;
        padding: 0;
        overflow-y: auto;
        font-size: 13px;
        list-style: none;
      }
      li {
        display: grid;
        grid-column: 1 / -1;
        grid-template-columns: subgrid;
        align-items: center;
        min-height: 26px;
      }
      .name {
        padding: 0;
        border: 0;
        min-height: 24px;
        background: none;
        text-align: left;
      }
      .name[aria-current="true"] {
        font-weight: 600;
      }
      .number {
        min-width: 6ch;
        text-align: right;
      }
      .do {
        display: flex;
        align-items: center;
        gap: 6px;
        color: var(--_muted);
      }
      .do button {
        min-width: 24px;
        min-height: 24px;
        padding: 0;
        border: 0;
        border-radius: 4px;
        background: none;
      }
      .columns {
        display: flex;
        justify-content: space-between;
        margin-top: 6px;
        font-size: 12.5px;
        color: var(--_muted);
      }
      .columns :first-child {
        margin-left: 75px;
      }
      .columns :last-child {
        margin-right: 127px; /* ends where the numbers end */
        text-align: right;
      }
      .do button {
        width: 6ch;
      }
      @container (max-width: 519px) {
        /* Long names wrap, so that no button is out of view. */
        .all {
          grid-template-columns: auto minmax(36px, 1fr) max-content max-content max-content;
          column-gap: 8px;
        }
        .do {
          gap: 4px;
        }
        .columns :last-child {
          margin-right: 119px;
        }
      }
      .do [aria-pressed="true"] {
        color: var(--_ink);
        font-weight: 600;
        text-decoration: underline 2px;
        text-underline-offset: 3px;
      }
      p {
        margin: 8px 0 0;
        font-size: 13px;
        color: var(--_muted);
      }
      p b {
        color: var(--_ink);
      }
    `,
  ];

  #scheme = new Scheme(this);

  render() {
    const { store } = this;
    const { picture, look } = store?.state ?? {};
    if (!store || !picture?.layer || !look) return html``;
    const { tokens } = picture.settings;
    const token = tokenIn(store.state);
    const heads = picture.config.numHeads;
    const { order } = removalsOf(picture);
    const shown = look.byEffect ? [...order].reverse() : order.map((_, head) => head);
    const shares = Array.from({ length: heads + 1 }, (_, column) => shareOf(picture, look, token, column));
    const whole = Array.from({ length: heads + 1 }, (_, column) => shareOf(picture, null, token, column));
    const reach = { most: Math.max(0, ...shares, ...whole), least: Math.min(0, ...shares, ...whole) };
    const { bias } = picture.config;
    const words = say(STUDIES, this);
    /** @type {readonly [boolean, string][]} */
    const ways = [
      [false, words.byHead],
      [true, words.byEffect],
    ];
    return html`<div class="top">
        <h2>${words.adds(html`<b><bdi>${shortenWord(tokens[token], 20)}</bdi></b>`)}</h2>
        ${choice(words.order, words.orders, ways, look.byEffect, (byEffect) => store.look({ byEffect }))}
      </div>
      <div class="columns" aria-hidden="true"><span>${words.share}</span><span>${words.without}</span></div>
      <ul class="all" tabindex=${heads > 14 ? 0 : -1} aria-label=${say(HEADS, this).heads}>
        ${shown.map((head) => this.#row(store, picture, head, shares[head], reach))}
        ${
          bias
            ? html`<li>
                <span>b_O</span>${bar(shares[heads], { ...reach, fill: this.#scheme.palette.muted })}
                <span class="number share">${shareSaid(shares[heads])}</span><span></span><span></span>
              </li>`
            : ""
        }
      </ul>
      ${this.#moved(store, picture, look, tokens)}
      ${AsTable.of({
        name: "heads",
        corner: words.column,
        columns: [words.addsTo(tokens[token]), words.scaled, words.moves],
        rows: () =>
          shares.map((share, head) =>
            head < heads
              ? [head, share, scaleOfHead(look, head), removalsOf(picture).alone.data[head]]
              : ["b_O", share, 1, ""],
          ),
      })}`;
  }

  /** @param {Store} store @param {Picture} picture @param {number} head @param {number} share @param {{ most: number, least: number }} reach */
  #row(store, picture, head, share, reach) {
    const { look, selection } = store.state;
    const words = say(STUDIES, this);
    const heads = picture.config.numHeads;
    const off = scaleOfHead(look, head) === 0;
    const alone = removalsOf(picture).alone.data[head];
    const fill = this.#scheme.palette.swatch(head);
    const names = namesOfHeads(picture, this);
    return html`<li data-head=${head}>
      <button class="name" aria-current=${selection.head === head} @click=${() => store.select({ head })}>
        ${swatch(fill)}${names.full(head)}
      </button>
      ${off ? html`<span class="off">${words.off}</span>` : bar(share, { ...reach, fill })}
      <span class="number share">${off ? "" : shareSaid(share)}</span>
      <span class="number alone">${alone.toFixed(2)}</span>
      <span class="do">
        <button
          aria-pressed=${off}
          aria-label=${words.muteOne(names.first(head))}
          @click=${() => applyChange(store, scaleHead(look, head, off ? 1 : 0))}
        >
          ${words.mute}
        </button>
        ${
          heads > 1
            ? html`&middot;<button
                  aria-pressed=${isSolo(look, head, heads)}
                  aria-label=${words.soloOne(names.first(head))}
                  @click=${() => applyChange(store, soloHead(look, head, heads))}
                >
                  ${words.solo}
                </button>`
            : ""
        }
      </span>
    </li>`;
  }

  /**
   * Says how far the output moved, and at which word most.
   * @param {Store} store @param {Picture} picture @param {Look} look @param {readonly string[]} tokens
   */
  #moved(store, picture, look, tokens) {
    const words = say(STUDIES, this);
    const sums = html`<p>${words.sums}</p>
      ${look.refusal === null ? "" : html`<p role="alert">${words.stayed(messageText(look.refusal, this))}</p>`}`;
    if (!isScaled(look)) return sums;
    const { whole, tokens: each } = effectsOf(picture, look).change;
    const where = Math.max(0, each.data.indexOf(Math.max(...each.data))); // the first, if all are NaN
    return html`${sums}
      <p role="status" class="now">
        ${words.moved({
          whole: html`<b class="moved">${whole.toFixed(3)}</b>`,
          token: html`<b><bdi>${shortenWord(tokens[where], 20)}</bdi></b>`,
          most: each.data[where].toFixed(3),
        })}
        <button class="link" @click=${() => applyChange(store, { scales: {} })}>${words.back}</button>
      </p>`;
  }
}
