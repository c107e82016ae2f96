import { css, html } from "lit";
import { formatNumber } from "../../kit/draw/legend.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { saidOf } from "../../kit/text/faults.js";
import { batchScene } from "./draw.js";
import { FIRST_TURN, MOST_SQUARE, batchAnswer, hindrance, lengthOf, secondOf } from "./state.js";
import { shownItemPicture } from "../../kit/state/batch-item.js";
import { sentenceOf, tokenize } from "../../kit/state/tokens.js";
import { BATCH, sizes } from "./words.js";
import { say, messageText } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { choice } from "../../kit/elements/choice.js";
import { table } from "../../kit/elements/table.js";
import { LabPanel } from "../lab-panel.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Picture } from "../../kit/state/picture.js" */
/** @import { Localized } from "../../kit/text/words.js" */
/** @import { BatchAnswer, BatchTurn, Read } from "./state.js" */

const SHOWN = 2; // sentences shown; the others repeat them

/** Sentences of different length in one batch. */
export default class BatchLab extends LabPanel {
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
    /** The cell reached by keyboard or pointer; null for the selected one. @type {import("./draw.js").Hit | null} */
    this.at = null;
    /** The second sentence while it is edited. @type {string | null} */
    this.typed = null;
  }

  /** Words in the lab's language. */
  get #words() {
    return say(BATCH, this);
  }

  /** The picture of the first sentence, even while the second is selected: the lab has its own field for the second. */
  get first() {
    return shownItemPicture(this.store, 0);
  }

  render() {
    const picture = this.first;
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
        label=${this.#words.figure(items.length)}
        .draw=${(/** @type {Surface} */ surface) => (this.#scene = batchScene(view, surface))}
        @point=${this.#point}
        @walk=${this.#walk}
      ></mha-figure>
      <p role="status">${cellSaid(view, this)}</p>
      <p class="how">${"refused" in answer ? this.#words.howRefused : this.#words.how}</p>
      <div class="two">
        <div>${verdictSaid(answer, this.turn, this)} ${AsTable.of(this.numbers)}</div>
        <div>
          <h3>${this.#words.strides}</h3>
          ${table(this.#words.table, [this.#strides(answer)])}
          <p class="how">${this.#words.why}</p>
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
      ${choice(this.#words.mask, this.#words.mask, this.#words.masks, turn.mask, (mask) => change({ mask }))}
      ${choice(this.#words.sentences, this.#words.sentences, this.#words.counts(length), turn.sentences, (sentences) => change({ sentences }))}
      <label
        >${this.#words.second}
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
        >${this.#words.head}
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
    if (hinders === "many") return this.#words.hindrance.many(lengthOf(picture), MOST_SQUARE);
    return hinders && this.#words.hindrance[hinders];
  }

  /** The data to draw; null before the core is loaded. @param {Picture} picture a picture without hindrance */
  view(picture) {
    const store = /** @type {import("../../kit/state/store.js").Store} */ (this.store);
    const answer = this.once([picture, this.turn], () =>
      store.ask((core) => batchAnswer(core, picture, this.turn)),
    );
    if (!answer) return null;
    const { batch } = answer;
    const [sentences, length] = batch.padding.shape;
    const { token, key } = store.state.selection;
    const clampIndex = (/** @type {number} */ at, /** @type {number} */ size) => Math.min(at, size - 1);
    const head = this.#head(picture);
    // A refused mask has no effect to compare, so that one sentence is enough.
    const items = "refused" in answer ? [0] : [0, 1].slice(0, Math.min(SHOWN, sentences));
    return {
      ...{ answer, items, head, colormap: picture.settings.colormap },
      at: {
        item: clampIndex(this.at?.item ?? 0, items.length),
        query: clampIndex(this.at?.query ?? token ?? 0, length),
        key: clampIndex(this.at?.key ?? key ?? 0, length),
      },
      words: {
        mask: this.#words.given(shapeOf(answer, this.turn)),
        rows: batch.lengths.map((_, i) => this.#words.item(i)),
        maps: items.map((item) => this.#words.map(item, head)),
        short: items.map(this.#words.item),
        ...{
          moved: this.#words.moved,
          movedShort: this.#words.movedShort,
          scores: this.#words.scores(sentences, length),
        },
      },
    };
  }

  /** @param {BatchAnswer} answer */
  #strides(answer) {
    const named = this.#words.masks.find(([mask]) => mask === this.turn.mask)?.[1] ?? "";
    return [
      named,
      sizes(shapeOf(answer, this.turn)),
      "refused" in answer ? this.#words.none : sizes(answer.strides),
    ];
  }

  /** The data to draw. @throws {Error} if there is none */
  get #shown() {
    const picture = /** @type {Picture} */ (this.first);
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
        ...{ name: "batch-lab-mask", corner: this.#words.asMask, columns: keys },
        rows: () =>
          words.rows.map((name, i) => [name, ...batch.padding.data.subarray(i * length, (i + 1) * length)]),
      };
    return {
      ...{
        name: `batch-lab-head-${head}`,
        corner: this.#words.corner,
        columns: [...keys, this.#words.moved],
      },
      rows: () => items.flatMap((item) => rowsOf(answer, item, head)),
    };
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const hit = hold ? this.#scene?.hit(x, y) : null;
    if (hit) this.at = hit;
  }

  /**
   * Arrow keys cross from the last word of a sentence to the first of the next.
   * @param {CustomEvent<{ dx: number, dy: number, page: number }>} event
   */
  #walk({ detail: { dx, dy, page } }) {
    const picture = this.first;
    if (!picture || this.#hindered(picture)) return;
    const view = this.view(picture);
    if (!view) return;
    const length = view.answer.batch.words[0].length;
    const clampIndex = (/** @type {number} */ at, /** @type {number} */ size) =>
      Math.max(0, Math.min(size - 1, at));
    const row = clampIndex(view.at.item * length + view.at.query + dy, view.items.length * length);
    this.at = {
      item: Math.floor(row / length),
      query: row % length,
      key: clampIndex(view.at.key + dx, length),
    };
    if (page) this.store?.select({ head: clampIndex(view.head + page, picture.config.numHeads) });
  }
}

/** The shape of the mask before broadcasting. @param {BatchAnswer} answer @param {BatchTurn} turn */
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

/** Says whether the mask blocks the padding and nothing else. @param {BatchAnswer} answer @param {BatchTurn} turn @param {Localized} speaker */
function verdictSaid(answer, turn, speaker) {
  const words = say(BATCH, speaker);
  if ("refused" in answer)
    return html`<p class="alarm mono" role="alert">${messageText(answer.refused, speaker)}</p>
      <p>${words.refused}</p>`;
  const { batch, none } = answer;
  const sentences = batch.lengths.length;
  if (!batch.padding.data.some(Boolean)) return html`<p role="status">${words.noPadding}</p>`;
  if (none) return html`<p role="status">${words.luck(saidOf("mask_as_square", none, speaker))}</p>`;
  const others = sentences > SHOWN ? html`<p class="how">${words.others(sentences)}</p>` : "";
  return html`${turn.mask === "axes" ? rightSaid(answer, speaker) : wrongSaid(answer, speaker)} ${others}`;
}

/** @param {BatchAnswer & Read} answer @param {Localized} speaker */
const rightSaid = ({ count, onPadding }, speaker) =>
  html`<p role="status">
    ${say(BATCH, speaker).right({ rows: count.rows, onPadding: formatNumber(onPadding) })}
  </p>`;

/** @param {BatchAnswer & Read} answer @param {Localized} speaker */
function wrongSaid({ batch, count, moved, at }, speaker) {
  const words = say(BATCH, speaker);
  const length = batch.words[0].length;
  const item = Math.floor(at / length);
  return html`<p class="alarm" role="status">
    <b>${words.silent}</b> ${words.square({ ...count, sentences: batch.lengths.length })}
    ${count.wrong ? words.most({ word: batch.words[item][at % length], sentence: item, off: formatNumber(moved[at], 2) }) : ""}
  </p>`;
}

/**
 * Says the weight and the mask of the selected cell.
 * @param {{ answer: BatchAnswer, head: number, at: import("./draw.js").Hit }} view @param {Localized} speaker
 */
function cellSaid({ answer, head, at: { item, query, key } }, speaker) {
  const said = say(BATCH, speaker);
  const { words, lengths, padding } = answer.batch;
  const word = shortenWord(words[item][query], 20);
  if ("refused" in answer) {
    const row = { query, word, sentence: query };
    return query < padding.shape[0] ? said.row(row) : said.noRow(row);
  }
  const [, heads, rows, keys] = answer.weights.shape;
  const cell = (item * rows + query) * keys + key;
  const weight = answer.weights.data[((item * heads + head) * rows + query) * keys + key];
  const isRight = answer.otherwise[cell] !== 1;
  const how = isRight
    ? answer.blocked[cell] === 1
      ? "masked"
      : null
    : key >= lengths[item]
      ? "padding"
      : "word";
  return said.cell({
    ...{ sentence: item, word, key: shortenWord(words[item][key], 20), weight: formatNumber(weight) },
    how: how ? said.cellHow[how] : "",
  });
}
