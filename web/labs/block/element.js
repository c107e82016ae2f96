import { css, html } from "lit";
import { number } from "../../kit/draw/legend.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { choice } from "../../kit/elements/choice.js";
import { segmentStyles, segments } from "../../kit/elements/segments.js";
import { capital, headName } from "../../kit/text/head-names.js";
import { refused } from "../../kit/text/refusals.js";
import { messageText, say } from "../../kit/text/words.js";
import { CoreLabPanel } from "../core-lab-panel.js";
import { rankedStyles } from "../ranked-list.js";
import { LABS_SAY } from "../words.js";
import { blockScene } from "./draw.js";
import { STATIONS, learnBlock, mostAdded, rowOf } from "./state.js";
import { BLOCK } from "./words.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Block, Sentence } from "./state.js" */

/** The block around a layer: residuals, norms, MLP and logits. Its model is trained when the lab is first opened. */
export default class BlockLab extends CoreLabPanel {
  static properties = {
    ...CoreLabPanel.properties,
    block: { state: true },
    progress: { state: true },
    failure: { state: true },
    layer: { state: true },
    ending: { state: true },
    token: { state: true },
    feature: { state: true },
  };

  static styles = [
    CoreLabPanel.styles,
    segmentStyles,
    barStyles,
    rankedStyles,
    css`
      .word {
        color: var(--_ink);
      }
      [role="status"] {
        margin-top: 8px;
      }
    `,
  ];

  /** @type {Promise<void> | null} */
  #coming = null;
  /** @type {ReturnType<typeof blockScene> | null} */
  #scene = null;

  constructor() {
    super();
    /** @type {Block | null} */
    this.block = null;
    /** @type {import("../../kit/text/refusals.js").Message | null} */
    this.progress = null;
    /** @type {Error | null} */
    this.failure = null;
    this.layer = 1;
    this.ending = 0;
    /** Position of the word on show; the blank's unless the reader chose another. @type {number | null} */
    this.token = null;
    /** The feature that the reader chose, if any. @type {number | null} */
    this.feature = null;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#coming = null; // stops training
  }

  async prepared() {
    const { core } = this.subject;
    await (this.#coming ??= this.#learn(core));
  }

  /** @param {import("../core-lab-panel.js").Core} core */
  async #learn(core) {
    const block = await learnBlock(core, (step, steps) => {
      this.progress = refused("model_learns", { step, steps });
      return this.isConnected;
    });
    if (block) this.block = block;
  }

  get #words() {
    return say(BLOCK, this);
  }

  renderLab() {
    const { block, failure } = this;
    if (failure) throw failure;
    if (block) return this.#render(block);
    if (!this.#coming) this.prepared().catch((error) => (this.failure = error));
    return html`<p role="status">${this.progress ? messageText(this.progress, this) : ""}</p>`;
  }

  /** @param {Block} block */
  #render(block) {
    const words = this.#words;
    const { sentence, steps, token } = this.#shown(block);
    const layers = Array.from(
      { length: block.layers },
      (_, i) => /** @type {[number, string]} */ ([i, `${i}`]),
    );
    const endings = block.sentences.map(({ ending }) => ending);
    const positions = sentence.tokens.map((word, i) => /** @type {[number, string]} */ ([i, word]));
    const features = rowOf(steps, "before", token).length;
    return html`<div class="turn">
        ${segments(words.ending, endings, {}, sentence.ending, (word) => (this.ending = endings.indexOf(word)))}
        ${choice(words.layer, words.layer, layers, this.layer, (layer) => (this.layer = layer))}
        ${choice(words.word, words.word, positions, token, (position) => (this.token = position))}
      </div>
      <mha-figure
        walks
        label=${words.figure({ layer: this.layer, word: sentence.tokens[token], features })}
        .draw=${(/** @type {Surface} */ surface) => this.pictureOn(surface)}
        @point=${this.#point}
        @walk=${this.#walk}
      ></mha-figure>
      <p role="status">${this.#sums(block)}</p>
      <div class="two">
        <div>
          <p>${words.lesson}</p>
          <p class="how">${words.parts}</p>
          <p class="how">${this.#learned(block)}</p>
          ${AsTable.of(this.numbers)}
        </div>
        <div>${this.#logits(block, sentence)}</div>
      </div>`;
  }

  /** @param {Block} block */
  #shown({ sentences }) {
    const sentence = sentences[this.ending];
    const steps = sentence.layers[this.layer];
    const token = this.token ?? sentence.blank;
    return { sentence, steps, token, feature: this.feature ?? mostAdded(steps, token) };
  }

  /** What attention and the MLP add to the selected feature. @param {Block} block */
  #sums(block) {
    const { steps, token, feature } = this.#shown(block);
    const at = (/** @type {import("./state.js").Station} */ name) =>
      number(rowOf(steps, name, token)[feature]);
    const { layer } = this;
    const [before, attention, middle, down, after] = /** @type {const} */ ([
      "before",
      "attention",
      "middle",
      "down",
      "after",
    ]).map(at);
    const words = this.#words;
    return `${words.adds({ feature, layer, before, attention, middle })} ${words.addsMlp({ middle, down, after })}`;
  }

  /** The likeliest words at the blank. @param {Block} block @param {Sentence} sentence */
  #logits({ layers }, { tokens, blank, likely }) {
    return html`<p>${this.#words.logits(tokens[blank], layers - 1)}</p>
      <ol class="ranked likely">
        ${likely.map(
          ({ word, probability }) =>
            html`<li>
              <span class="word">${word}</span>
              ${bar(probability, { most: 1, fill: "currentColor" })}
              <span class="weight">${probability.toFixed(2)}</span>
            </li>`,
        )}
      </ol>`;
  }

  /** @param {Block} block */
  #learned({ steps, accuracy, blanks, finder }) {
    const words = this.#words;
    const said = words.learned({ steps, blanks, share: accuracy.toFixed(2) });
    if (!finder) return said;
    const head = capital(headName(finder.layer, finder.head, this));
    return `${said} ${words.finder({ head, weight: finder.weight.toFixed(2) })}`;
  }

  get #block() {
    const { block } = this;
    if (!block) throw new Error(say(LABS_SAY, this).loading);
    return block;
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    const { steps, token, feature } = this.#shown(this.#block);
    const { names, scales } = this.#words;
    return (this.#scene = blockScene({ steps, token, feature, names, scales }, surface));
  }

  get numbers() {
    const { sentence, steps, token } = this.#shown(this.#block);
    const { table: corner, columns } = this.#words;
    const narrow = STATIONS.filter(([name]) => name !== "up" && name !== "relu");
    const rows = narrow.map(([name]) => rowOf(steps, name, token));
    return {
      name: `block-layer-${this.layer}-${sentence.ending}-row-${token}`,
      ...{ corner, columns },
      rows: () => Array.from(rows[0], (_, i) => [i, ...rows.map((row) => row[i])]),
    };
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const feature = hold ? (this.#scene?.hit(x, y) ?? null) : null;
    if (feature !== null) this.feature = feature;
  }

  /** @param {CustomEvent<{ dx: number, dy: number }>} event */
  #walk({ detail: { dx, dy } }) {
    const { steps, token, feature } = this.#shown(this.#block);
    const count = rowOf(steps, "before", token).length;
    const across = Math.ceil(Math.sqrt(count));
    this.feature = Math.max(0, Math.min(count - 1, feature + dx + across * dy));
  }
}
