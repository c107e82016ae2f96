import { html } from "lit";
import { softmaxScene } from "./draw.js";
import { formatNumber } from "../../kit/draw/legend.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { FIRST_TURN, HEADS, SoftmaxStudy, WIDTHS } from "./state.js";
import { SOFTMAX } from "./words.js";
import { say } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { choice } from "../../kit/elements/choice.js";
import { LabPanel } from "../lab-panel.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { SoftmaxTurn } from "./state.js" */

const LITTLE = 0.6; // share of the scaled row's gradient below which the unscaled row gets little

/** The effect of a softmax on scores. */
export default class SoftmaxLab extends LabPanel {
  static properties = { ...LabPanel.properties, turn: { state: true }, head: { state: true } };

  /** @type {{ key: string, study: SoftmaxStudy, curves: import("./state.js").Curves } | null} */
  #held = null;

  constructor() {
    super();
    /** @type {SoftmaxTurn} */
    this.turn = FIRST_TURN;
    this.head = 0;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#held?.study.dispose();
    this.#held = null;
  }

  /** Words in the lab's language. */
  get #words() {
    return say(SOFTMAX, this);
  }

  /**
   * The layers of this sentence, and their results at every width.
   * @param {import("../../core/index.js").Core} core @param {import("../../kit/state/settings.js").Settings} settings
   */
  #study(core, { tokens, seed }) {
    const key = JSON.stringify([tokens, seed]);
    if (this.#held?.key !== key) {
      this.#held?.study.dispose();
      this.#held = null;
      const study = new SoftmaxStudy(core, tokens, seed);
      this.#held = { key, study, curves: study.curves(1) };
    }
    return this.#held;
  }

  /** The data to draw; null before the core is loaded. */
  view() {
    const { store, turn, head } = this;
    const picture = store && this.picture;
    const core = this.store?.core;
    if (!picture || !core) return null;
    const held = this.#study(core, picture.settings);
    const { tokens, colormap } = picture.settings;
    const answer = this.once([held.study, turn], () => held.study.answer(turn));
    const query = Math.min(store.selection.token ?? 0, tokens.length - 1);
    return { answer, curves: held.curves, turn, tokens, head, query, colormap, words: this.#words.picture };
  }

  render() {
    const view = this.view();
    if (!view) return html``;
    const { tokens } = view;
    return html`${this.#turns()}
      <div class="two">
        <div>
          <mha-figure
            label=${this.#words.figure}
            .draw=${(/** @type {Surface} */ surface) => softmaxScene(view, surface)}
          ></mha-figure>
          ${AsTable.of(this.numbers)}
        </div>
        <div>
          <p role="status">${this.#said(view)}</p>
          ${tokens.length > 1 ? html`<p>${this.#medianSaid(view)}</p>` : ""}
          <p>${this.#words.temper}</p>
          <p class="how">${this.#words.passes}</p>
          <p class="how">${this.#words.how}</p>
        </div>
      </div>`;
  }

  /** The gradient of the median row with the scale and without, at the chosen width. @param {NonNullable<ReturnType<SoftmaxLab["view"]>>} view */
  #medianSaid({ curves: { widths, at } }) {
    const i = widths.indexOf(this.turn.dK);
    const [scaled, unscaled] = [at.scaled[i].median, at.unscaled[i].median];
    const { apart, alike } = this.#words.median;
    const said = unscaled < LITTLE * scaled ? apart : alike;
    return said({ width: this.turn.dK, scaled: formatNumber(scaled), unscaled: formatNumber(unscaled) });
  }

  #turns() {
    const { turn } = this;
    const change = (/** @type {Partial<SoftmaxTurn>} */ by) => (this.turn = { ...turn, ...by });
    return html`<div class="turn">
      <label
        >${this.#words.width}
        <input
          type="range"
          min="0"
          max=${WIDTHS.length - 1}
          .value=${String(WIDTHS.indexOf(turn.dK))}
          aria-valuetext=${turn.dK}
          @input=${(/** @type {any} */ { target }) => change({ dK: WIDTHS[Number(target.value)] })}
        /><b class="figure">${turn.dK}</b></label
      >
      ${choice(this.#words.scale, this.#words.scale, this.#words.scales, turn.isScaled, (isScaled) => change({ isScaled }))}
      <label
        >${this.#words.temperature}
        <input
          type="range"
          min="-2"
          max="2"
          step="0.25"
          .value=${String(Math.log2(turn.temperature))}
          aria-valuetext=${formatNumber(turn.temperature)}
          @input=${(/** @type {any} */ { target }) => change({ temperature: 2 ** Number(target.value) })}
        /><b class="figure">${formatNumber(turn.temperature)}</b></label
      >
      <label
        >${this.#words.head}
        <select @change=${(/** @type {any} */ { target }) => (this.head = Number(target.value))}>
          ${Array.from({ length: HEADS }, (_, i) => html`<option value=${i} ?selected=${i === this.head}>${i}</option>`)}
        </select></label
      >
    </div>`;
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    return softmaxScene(/** @type {NonNullable<ReturnType<SoftmaxLab["view"]>>} */ (this.view()), surface);
  }

  get numbers() {
    const { widths, at } = /** @type {NonNullable<ReturnType<SoftmaxLab["view"]>>} */ (this.view()).curves;
    return {
      name: "softmax-lab",
      corner: this.#words.table[0],
      columns: this.#words.table.slice(1),
      rows: () =>
        widths.map((width, i) => [
          width,
          ...[at.scaled[i], at.unscaled[i]].flatMap((all) => [
            all.entropy,
            all.median,
            all.mean,
            all.reached,
          ]),
        ]),
    };
  }

  /** @param {import("./draw.js").SoftmaxView} view */
  #said({ answer, tokens, head, query }) {
    const T = tokens.length;
    if (T === 1) return this.#words.one;
    const at = head * T + query;
    const { entropy, median, mean } = answer.all;
    const row = this.#words.row({
      word: shortenWord(tokens[query], 20),
      entropy: formatNumber(answer.entropy.data[at]),
      most: formatNumber(Math.log(T)),
      passed: formatNumber(answer.passed.data[at]),
    });
    const all = this.#words.all({
      entropy: formatNumber(entropy),
      median: formatNumber(median),
      mean: formatNumber(mean),
    });
    return html`${row}<br />${all}`;
  }
}
