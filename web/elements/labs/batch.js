import { css, html } from "lit";
import { batchScene } from "../../draw/labs/batch.js";
import { number } from "../../draw/legend.js";
import { shorten } from "../../draw/tensor-labels.js";
import {
  FIRST_TURN,
  MOST_SQUARE,
  batchAnswer,
  hindrance,
  lengthOf,
  secondOf,
} from "../../state/labs/batch.js";
import { sentenceOf, tokenize } from "../../state/tokens.js";
import { saidOf } from "../../text/faults.js";
import { BATCH, sizes } from "../../text/labs/batch.js";
import { AsTable } from "../base/as-table.js";
import { choice } from "../base/choice.js";
import { table } from "../base/table.js";
import { LabPanel } from "./lab-panel.js";

/** @import { Surface } from "../../draw/marks.js" */
/** @import { Picture } from "../../state/picture.js" */
/** @import { BatchAnswer, BatchTurn, Read } from "../../state/labs/batch.js" */

const SHOWN = 2; // sentences; those after them are the same again

/** Sentences of different length in one batch. */
export class BatchLab extends LabPanel {
  static properties = {
    ...LabPanel.properties,
    turn: { state: true },
    at: { state: true },
    typed: { state: true },
  };

  static styles = [
    LabPanel.styles,
    css`
      .how {
        margin-top: 8px;
      }
      input[type="text"] {
        min-width: 0;
        min-height: 28px;
        padding: 0 8px;
        border: 1px solid var(--_edge);
        border-radius: 8px;
        background: var(--_card);
        color: var(--_ink);
      }
    `,
  ];

  /** @type {ReturnType<typeof batchScene> | null} */
  #scene = null;

  constructor() {
    super();
    /** @type {BatchTurn} */
    this.turn = FIRST_TURN;
    /** The cell that was gone to here; null for the one that is selected. @type {import("../../draw/labs/batch.js").Hit | null} */
    this.at = null;
    /** The second sentence while it is typed. @type {string | null} */
    this.typed = null;
  }

  /** @param {import("../../state/state.js").State} state */
  shows = ({ picture, selection: { head, token, key } }) => [picture, head, token, key];

  render() {
    const picture = this.store?.state.picture;
    if (!picture?.layer) return html``;
    const hindered = this.#hindered(picture);
    const turns = this.#turns(picture);
    if (hindered)
      return html`${turns}
        <p role="status">${hindered}</p>`;
    const view = this.view(picture);
    if (!view) return html``;
    const { answer, items } = view;
    return html`${turns}
      <mha-figure
        walks
        label=${BATCH.figure(items.length)}
        .draw=${(/** @type {Surface} */ surface) => (this.#scene = batchScene(view, surface))}
        @point=${this.#point}
        @walk=${this.#walk}
      ></mha-figure>
      <p role="status">${cellSaid(view)}</p>
      <p class="how">${"refused" in answer ? BATCH.howRefused : BATCH.how}</p>
      <div class="two">
        <div>
          ${"refused" in answer ? this.#refused(answer.refused) : this.#said(answer)}
          ${AsTable.of(this.numbers)}
        </div>
        <div>
          <h3>${BATCH.strides}</h3>
          ${table(BATCH.table, [this.#strides(answer)])}
          <p class="how">${BATCH.why}</p>
        </div>
      </div>`;
  }

  /** @param {Picture} picture */
  #turns(picture) {
    const { turn } = this;
    const length = lengthOf(picture);
    const heads = picture.config.numHeads;
    const head = this.#head(picture);
    const change = (/** @type {Partial<BatchTurn>} */ by) => (this.turn = { ...turn, ...by });
    return html`<div class="turn">
      ${choice(BATCH.mask, BATCH.mask, BATCH.masks, turn.mask, (mask) => change({ mask }))}
      ${choice(BATCH.sentences, BATCH.sentences, BATCH.counts(length), turn.sentences, (sentences) => change({ sentences }))}
      <label
        >${BATCH.second}
        <input
          type="text"
          dir="auto"
          autocomplete="off"
          spellcheck="false"
          .value=${this.typed ?? sentenceOf(secondOf(picture))}
          @input=${(/** @type {any} */ { target }) => this.#type(target.value)}
          @blur=${() => (this.typed = null)}
      /></label>
      <label
        >${BATCH.head}
        <select
          @change=${(/** @type {any} */ { target }) => this.store?.select({ head: Number(target.value) })}
        >
          ${Array.from({ length: heads }, (_, i) => html`<option value=${i} ?selected=${i === head}>${i}</option>`)}
        </select></label
      >
    </div>`;
  }

  /** @param {string} sentence */
  #type(sentence) {
    this.typed = sentence;
    this.store?.configure({ batchTokens: tokenize(sentence) });
  }

  /** @param {Picture} picture */
  #head(picture) {
    return Math.min(this.store?.state.selection.head ?? 0, picture.config.numHeads - 1);
  }

  /** @param {Picture} picture */
  #hindered(picture) {
    const hinders = hindrance(picture, this.turn);
    if (hinders === "many") return BATCH.hindrance.many(lengthOf(picture), MOST_SQUARE);
    return hinders && BATCH.hindrance[hinders];
  }

  /** What is shown; null before the core is there. @param {Picture} picture without hindrance */
  view(picture) {
    const store = /** @type {import("../../state/store.js").Store} */ (this.store);
    const answer = this.once([picture, this.turn], () =>
      store.ask((core) => batchAnswer(core, picture, this.turn)),
    );
    if (!answer) return null;
    const { batch } = answer;
    const [sentences, length] = batch.padding.shape;
    const { token, key } = store.state.selection;
    const within = (/** @type {number} */ at, /** @type {number} */ size) => Math.min(at, size - 1);
    const head = this.#head(picture);
    // What a sentence would do with a mask that is refused is the same in all.
    const items = "refused" in answer ? [0] : [0, 1].slice(0, Math.min(SHOWN, sentences));
    return {
      ...{ answer, items, head, colormap: picture.settings.colormap },
      at: {
        item: within(this.at?.item ?? 0, items.length),
        query: within(this.at?.query ?? token ?? 0, length),
        key: within(this.at?.key ?? key ?? 0, length),
      },
      words: {
        mask: BATCH.given(shapeOf(answer, this.turn)),
        rows: batch.lengths.map((_, i) => BATCH.item(i)),
        maps: items.map((item) => BATCH.map(item, head)),
        short: items.map(BATCH.item),
        ...{ moved: BATCH.moved, movedShort: BATCH.movedShort, scores: BATCH.scores(sentences, length) },
      },
    };
  }

  /** @param {string} message */
  #refused(message) {
    return html`<p class="alarm mono" role="alert">${message}</p>
      <p>${BATCH.refused}</p>`;
  }

  /** @param {BatchAnswer & Read} answer */
  #said({ batch, count, none, onPadding, moved, largest, at }) {
    const sentences = batch.lengths.length;
    const length = batch.words[0].length;
    const others = sentences > SHOWN ? html`<p class="how">${BATCH.others(sentences)}</p>` : "";
    if (!batch.padding.data.some(Boolean)) return html`<p role="status">${BATCH.noPadding}</p>`;
    if (none) return html`<p role="status">${BATCH.luck(saidOf("mask_as_square", none))}</p>`;
    if (this.turn.mask === "axes")
      return html`<p role="status">${BATCH.right({ rows: count.rows, onPadding: number(onPadding) })}</p>
        ${others}`;
    const item = Math.floor(at / length);
    return html`<p class="alarm" role="status">
        <b>${BATCH.silent}</b> ${BATCH.square({ ...count, sentences })}
        ${count.wrong ? BATCH.most({ word: batch.words[item][at % length], sentence: item, off: number(moved[at], 2) }) : ""}
      </p>
      ${others}`;
  }

  /** @param {BatchAnswer} answer */
  #strides(answer) {
    const named = BATCH.masks.find(([mask]) => mask === this.turn.mask)?.[1] ?? "";
    return [
      named,
      sizes(shapeOf(answer, this.turn)),
      "refused" in answer ? BATCH.none : sizes(answer.strides),
    ];
  }

  /** Of what is shown. @throws {Error} where there is none */
  get #shown() {
    const picture = /** @type {Picture} */ (this.store?.state.picture);
    const hindered = this.#hindered(picture);
    if (hindered) throw new Error(hindered);
    return /** @type {NonNullable<ReturnType<BatchLab["view"]>>} */ (this.view(picture));
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    return batchScene(this.#shown, surface);
  }

  get numbers() {
    const { answer, items, head, words } = this.#shown;
    const { batch } = answer;
    const [, length] = batch.padding.shape;
    const keys = Array.from({ length }, (_, key) => key);
    if ("refused" in answer)
      return {
        ...{ name: "batch-lab-mask", corner: BATCH.asMask, columns: keys },
        rows: () =>
          words.rows.map((name, i) => [name, ...batch.padding.data.subarray(i * length, (i + 1) * length)]),
      };
    return {
      ...{ name: `batch-lab-head-${head}`, corner: BATCH.corner, columns: [...keys, BATCH.moved] },
      rows: () => items.flatMap((item) => rowsOf(answer, item, head)),
    };
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const hit = hold ? this.#scene?.hit(x, y) : null;
    if (hit) this.at = hit;
  }

  /** From the last word of a sentence on to the first of the next. @param {CustomEvent<{ dx: number, dy: number, page: number }>} event */
  #walk({ detail: { dx, dy, page } }) {
    const picture = this.store?.state.picture;
    if (!picture || this.#hindered(picture)) return;
    const view = this.view(picture);
    if (!view) return;
    const length = view.answer.batch.words[0].length;
    const within = (/** @type {number} */ at, /** @type {number} */ size) =>
      Math.max(0, Math.min(size - 1, at));
    const row = within(view.at.item * length + view.at.query + dy, view.items.length * length);
    this.at = { item: Math.floor(row / length), query: row % length, key: within(view.at.key + dx, length) };
    if (page) this.store?.select({ head: within(view.head + page, picture.config.numHeads) });
  }
}

/** Of the mask, as it is handed over. @param {BatchAnswer} answer @param {BatchTurn} turn */
function shapeOf({ batch }, { mask }) {
  const [sentences, keys] = batch.padding.shape;
  return mask === "axes" ? [sentences, 1, 1, keys] : [sentences, keys];
}

/** @param {BatchAnswer & Read} answer @param {number} item @param {number} head */
function rowsOf({ batch, weights, moved }, item, head) {
  const [, heads, rows, keys] = weights.shape;
  return batch.words[item].map((word, query) => {
    const at = ((item * heads + head) * rows + query) * keys;
    return [`${item + 1}: ${word}`, ...weights.data.subarray(at, at + keys), moved[item * rows + query]];
  });
}

/** The selected cell in words. @param {{ answer: BatchAnswer, head: number, at: import("../../draw/labs/batch.js").Hit }} view */
function cellSaid({ answer, head, at: { item, query, key } }) {
  const { words, lengths, padding } = answer.batch;
  const word = shorten(words[item][query], 20);
  if ("refused" in answer) {
    const row = { query, word, sentence: query };
    return query < padding.shape[0] ? BATCH.row(row) : BATCH.noRow(row);
  }
  const [, heads, rows, keys] = answer.weights.shape;
  const cell = (item * rows + query) * keys + key;
  const weight = answer.weights.data[((item * heads + head) * rows + query) * keys + key];
  return BATCH.cell({
    ...{ sentence: item, word, key: shorten(words[item][key], 20), weight: number(weight) },
    how: howSaid(answer.blocked[cell] === 1, answer.otherwise[cell] === 1, key >= lengths[item]),
  });
}

/** @param {boolean} isBlocked @param {boolean} isOtherwise than it should be @param {boolean} isPadding */
function howSaid(isBlocked, isOtherwise, isPadding) {
  const { padding, word, masked } = BATCH.cellHow;
  if (!isOtherwise) return isBlocked ? masked : "";
  return isPadding ? padding : word;
}
