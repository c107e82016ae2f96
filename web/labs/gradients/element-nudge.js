import { html, mathml } from "lit";
import { formatNumber } from "../../kit/draw/legend.js";
import { table } from "../../kit/elements/table.js";
import { say } from "../../kit/text/words.js";
import { nudgeScene } from "./draw.js";
import { MATRICES } from "./state.js";
import { GRADIENTS } from "./words.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { GradientAnswer, GradientStudy, Loss, Place } from "./state.js" */

/**
 * A field for a whole number below `count`. Invalid text shows the message `said` and changes nothing.
 * @param {number} count @param {number} value @param {string} said the message @param {(value: number) => void} take
 */
export const numberField = (count, value, said, take) =>
  html`<input
    type="number"
    min="0"
    max=${count - 1}
    .value=${String(value)}
    @input=${(/** @type {any} */ { target }) => {
      const given = target.valueAsNumber;
      const isFit = Number.isInteger(given) && given >= 0 && given < count;
      target.setCustomValidity(isFit ? "" : said);
      if (isFit) take(given);
      else target.reportValidity();
    }}
  />`;

const FARTHEST = 0.5; // largest change of the weight
const POINTS = 21;
const STEPS = Array.from({ length: POINTS }, (_, i) => FARTHEST * ((2 * i) / (POINTS - 1) - 1));

/** Changes one weight, and compares the new loss with the one that its gradient predicts. */
export class Nudge {
  #host;
  /** Matrix of the changed weight. @type {Place["name"]} */
  #matrix = "wQ";
  /** Position of the weight; null for the one with the largest gradient. @type {Pick<Place, "row" | "column"> | null} */
  #place = null;
  #by = 0.1;
  /** The losses at every change, and their inputs. @type {{ of: readonly unknown[], losses: number[], line: number[] } | null} */
  #curve = null;

  /** @param {import("lit").ReactiveControllerHost & import("../../kit/text/words.js").Localized} host */
  constructor(host) {
    this.#host = host;
  }

  /** Returns to the weight with the largest gradient. */
  reset() {
    this.#place = null;
    this.#host.requestUpdate();
  }

  /** @param {{ study: GradientStudy, loss: Loss, answer: GradientAnswer }} view */
  render({ study, loss, answer }) {
    const words = say(GRADIENTS, this.#host);
    const place = this.#placeIn(study, answer);
    const { value, gradient } = study.at(answer, place);
    const nudged = study.nudged(loss, answer, place, this.#by);
    const { losses, line } = this.#curveOf(study, loss, answer, place);
    const name = `${place.name.replace("w", "W_")}[${place.row}, ${place.column}]`;
    return html`<h3>${words.nudge}</h3>
      ${this.#turns(study, place)}
      <p>${words.weight(name, formatNumber(value), formatNumber(gradient))}</p>
      ${gradientFormula(place, study.products(answer, place))}
      ${table(words.table, [
        [words.moves, formatNumber(nudged.said, 4), formatNumber(nudged.moved, 4)],
        [words.becomes, "", formatNumber(nudged.loss, 4)],
      ])}
      <h3>${words.curve}</h3>
      <mha-figure
        label=${words.chart}
        .draw=${(/** @type {Surface} */ surface) =>
          nudgeScene({ xs: STEPS, losses, line, at: { by: this.#by, loss: nudged.loss }, words }, surface)}
      ></mha-figure>
      <p class="how">${words.why}</p>`;
  }

  /** @param {GradientStudy} study @param {Place} place */
  #turns(study, place) {
    const words = say(GRADIENTS, this.#host);
    const [rows, columns] = study.sizeOf(place.name);
    const said = words.place(rows, columns);
    const go = (/** @type {Partial<Place>} */ change) => {
      this.#place = { ...place, ...change };
      this.#host.requestUpdate();
    };
    return html`<div class="turn">
      <label
        >${words.matrix}
        <select
          @change=${(/** @type {any} */ { target }) => {
            this.#matrix = target.value;
            this.reset();
          }}
        >
          ${MATRICES.map((each) => html`<option value=${each} ?selected=${each === place.name}>${each.replace("w", "W_")}</option>`)}
        </select></label
      >
      <label>${words.row} ${numberField(rows, place.row, said, (row) => go({ row }))}</label>
      <label>${words.column} ${numberField(columns, place.column, said, (column) => go({ column }))}</label>
      <button @click=${() => this.reset()}>${words.largest}</button>
      <label
        >${words.by}
        <input
          type="range"
          min=${-FARTHEST}
          max=${FARTHEST}
          step="0.01"
          .value=${String(this.#by)}
          @input=${(/** @type {any} */ { target }) => {
            this.#by = Number(target.value);
            this.#host.requestUpdate();
          }}
        /><b>${formatNumber(this.#by)}</b></label
      >
    </div>`;
  }

  /** @param {GradientStudy} study @param {GradientAnswer} answer @returns {Place} */
  #placeIn(study, answer) {
    const [name, place] = [this.#matrix, this.#place];
    if (!place) return study.largest(answer, name);
    const [rows, columns] = study.sizeOf(name);
    return { name, row: Math.min(place.row, rows - 1), column: Math.min(place.column, columns - 1) };
  }

  /**
   * The curve for these inputs; computed again only when one of them changes.
   * @param {GradientStudy} study @param {Loss} loss @param {GradientAnswer} answer @param {Place} place
   */
  #curveOf(study, loss, answer, place) {
    const of = [answer, place.name, place.row, place.column];
    if (!this.#curve || of.some((each, i) => each !== this.#curve?.of[i])) {
      const nudges = STEPS.map((by) => study.nudged(loss, answer, place, by));
      const losses = nudges.map((each) => each.loss);
      this.#curve = { of, losses, line: nudges.map(({ said }) => answer.loss + said) };
    }
    return this.#curve;
  }
}

/** @typedef {NonNullable<ReturnType<import("./state.js").GradientStudy["products"]>>} Products */

const SHOWN = 2; // of the sum's products; the largest ones

/**
 * The gradient of a weight as a matrix product, in index notation and with its numbers.
 * @param {import("./state.js").Place} place @param {Products | null} made
 */
function gradientFormula({ name, row, column }, made) {
  if (!made) return "";
  const { input, output, products, sum } = made;
  const matrix = name.replace("w", "W_");
  const largest = [...products].sort(([a, b], [c, d]) => Math.abs(c * d) - Math.abs(a * b)).slice(0, SHOWN);
  const rest = products.length > SHOWN ? " + …" : "";
  return html`<math display="block">
      <mrow>
        ${byLoss(matrix)}<mo>=</mo><msup><mtext>${input}</mtext><mtext>T</mtext></msup>
        ${byLoss(output)}
      </mrow>
    </math>
    <math display="block">
      <mrow>
        ${byLoss(`${matrix}[${row}, ${column}]`)}<mo>=</mo>
        <munder><mo>∑</mo><mi>t</mi></munder>
        <mtext>${input}[t, ${row}]</mtext>
        ${byLoss(`${output}[t, ${column}]`)}
      </mrow>
    </math>
    <p class="products mono">
      = ${largest.map(([x, d]) => `${formatNumber(x)} · ${formatNumber(d)}`).join(" + ")}${rest} =
      ${formatNumber(sum)}
    </p>`;
}

/** The gradient ∂L/∂what as a fraction. @param {string} what */
const byLoss = (what) =>
  mathml`<mfrac><mrow><mo>∂</mo><mi>L</mi></mrow><mrow><mo>∂</mo><mtext>${what}</mtext></mrow></mfrac>`;
