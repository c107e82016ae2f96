import { html } from "lit";
import { formatNumber } from "../../kit/draw/legend.js";
import { costScene } from "./draw.js";
import { FIRST_TURN, MOST_LENGTH, costAnswer, headsFor } from "./state.js";
import { PARTS } from "../state-measures.js";
import { COST } from "./words.js";
import { MEASURES } from "../words.js";
import { say } from "../../kit/text/words.js";
import { KNOWN_SIZES } from "../../kit/state/cost.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { choice } from "../../kit/elements/choice.js";
import { count } from "../../kit/elements/shape.js";
import { amountBy, partSaid, ratioSaid } from "../amounts.js";
import { LabPanel } from "../lab-panel.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Cell } from "../draw-bars.js" */
/** @import { CostAnswer, CostTurn } from "./state.js" */
/** @import { Measure } from "../state-measures.js" */

const STEPS = 13 * 16; // positions of the length slider: sixteen per doubling

/** The cost of a layer at any length, and the effect of the number of heads. */
export default class CostLab extends LabPanel {
  static properties = { ...LabPanel.properties, turn: { state: true }, at: { state: true } };

  /** @type {ReturnType<typeof costScene> | null} */
  #scene = null;

  constructor() {
    super();
    /** @type {CostTurn} */
    this.turn = FIRST_TURN;
    /** The hovered part. @type {Cell | null} */
    this.at = null;
  }

  /** Words in the lab's language. */
  get #words() {
    return say(COST, this);
  }

  render() {
    const answer = this.#answer();
    if (!answer) return html``;
    const { turn } = this;
    const read = this.at ? this.#cellSaid(answer, this.at) : this.#words.hint;
    return html`${this.#turns()}
      <div class="two">
        <div>
          <mha-figure
            walks
            label=${this.#words.figure}
            .draw=${(/** @type {Surface} */ surface) => this.#drawn(surface)}
            @point=${this.#point}
            @pan=${this.#drag}
            @walk=${this.#walk}
            @leave=${() => (this.at = null)}
          ></mha-figure>
          <p class="how read" role="status">${read}</p>
          ${AsTable.of(this.numbers)}
        </div>
        <div>
          <p role="status">${this.#said(answer)}</p>
          <p>
            ${this.#words.meets(count(answer.crossing, this), count(turn.dModel, this), answer.crossing === 2 * turn.dModel)}
          </p>
          <p class="how">
            ${this.#words.about(turn.heads, formatNumber(turn.dModel / turn.heads), turn.beside)}
          </p>
          <p>${this.#words.lesson}</p>
        </div>
      </div>`;
  }

  /** @returns {CostAnswer | null | undefined} */
  #answer() {
    return this.once([this.turn], () => this.store?.ask((core) => costAnswer(core, this.turn)));
  }

  /** @param {Surface} surface */
  #drawn(surface) {
    const { length } = this.turn;
    const { measures, crossing } = /** @type {CostAnswer} */ (this.#answer());
    const measured = say(MEASURES, this);
    const words = {
      ...this.#words,
      ...measured,
      layer: this.#words.layer(this.turn.heads),
      beside: this.#beside(),
      ratio: (/** @type {number} */ ratio) => measured.ratio(ratioSaid(ratio)),
      now: this.#words.now(count(length, this)),
      tick: (/** @type {number} */ n) => count(n, this),
      crossing: (/** @type {boolean} */ shown) => this.#words.crossing(count(crossing, this), shown),
    };
    const view = {
      measures,
      crossing,
      length,
      words,
      amount: amountBy(this),
      most: MOST_LENGTH,
      at: this.at,
    };
    return (this.#scene = costScene(view, surface));
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    return this.#drawn(surface);
  }

  get numbers() {
    const { dModel, heads, length } = this.turn;
    const answer = /** @type {CostAnswer} */ (this.#answer());
    return {
      name: `cost-${dModel}-${heads}-${length}`,
      corner: this.#words.corner,
      columns: [...PARTS.map((part) => say(MEASURES, this).parts[part]), this.#words.total],
      rows: () => this.#rows(answer),
    };
  }

  #beside() {
    return this.turn.beside === "one" ? this.#words.one : this.#words.full(this.turn.heads);
  }

  #turns() {
    const { length, heads, dModel, beside } = this.turn;
    const change = (/** @type {Partial<CostTurn>} */ by) => (this.turn = { ...this.turn, ...by });
    const allowed = headsFor(dModel);
    return html`<div class="turn" role="group" aria-label=${this.#words.sizes}>
        ${KNOWN_SIZES.map(
          ({ name, ...size }) =>
            html`<button
              aria-pressed=${size.dModel === dModel && size.heads === heads}
              @click=${() => change(size)}
            >
              ${name}
            </button>`,
        )}
      </div>
      <div class="turn">
        <label
          >${this.#words.length}
          <input
            type="range"
            class="length"
            min="0"
            max=${STEPS}
            .value=${String(Math.round((STEPS * Math.log2(length)) / Math.log2(MOST_LENGTH)))}
            aria-valuetext=${count(length, this)}
            @input=${(/** @type {any} */ { target }) => change({ length: lengthOf(target.valueAsNumber) })} />
          <input
            type="number"
            min="1"
            max=${MOST_LENGTH}
            .value=${String(length)}
            aria-label=${this.#words.length}
            @input=${(/** @type {any} */ { target }) => {
              const given = target.valueAsNumber;
              if (Number.isInteger(given) && given >= 1 && given <= MOST_LENGTH) change({ length: given });
            }}
            @blur=${(/** @type {any} */ { target }) => (target.value = String(this.turn.length))}
        /></label>
        <label
          >${this.#words.heads}
          <input
            type="range"
            min="0"
            max=${allowed.length - 1}
            .value=${String(allowed.indexOf(heads))}
            aria-valuetext=${heads}
            @input=${(/** @type {any} */ { target }) => change({ heads: allowed[target.valueAsNumber] })}
          />
          <output>${heads}</output></label
        >
        ${choice(this.#words.beside, this.#words.beside, this.#words.besides, beside, (chosen) => change({ beside: chosen }))}
      </div>`;
  }

  /** @param {CostAnswer} answer */
  #said({ measures }) {
    const { length, heads } = this.turn;
    const ratios = Object.fromEntries(measures.map(({ name, ratio }) => [name, ratioSaid(ratio)]));
    return this.#words.said({
      ...{ T: count(length, this), heads, beside: this.#beside() },
      .../** @type {Record<Measure["name"], string>} */ (ratios),
    });
  }

  /** @param {CostAnswer} answer @param {Cell} at */
  #cellSaid({ measures }, at) {
    return partSaid(measures, at, at.bar ? this.#beside() : this.#words.layer(this.turn.heads), this);
  }

  /** @param {CostAnswer} answer */
  #rows({ measures }) {
    const bars = /** @type {const} */ (["layer", "beside"]);
    const said = [this.#words.layer(this.turn.heads), this.#beside()];
    return measures.flatMap((measure) =>
      bars.map((bar, i) => {
        const { name, unit } = say(MEASURES, this).measures[measure.name];
        const parts = measure[bar];
        return [
          `${[name, unit].filter(Boolean).join(", ")}: ${said[i]}`,
          ...PARTS.map((part) => parts[part]),
          parts.total,
        ];
      }),
    );
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const length = this.#scene?.lengthAt(x, y) ?? null;
    if (hold && length !== null) this.turn = { ...this.turn, length };
    this.at = this.#scene?.hit(x, y) ?? null;
  }

  /** Dragging along the ruler sets the length. @param {CustomEvent<{ x: number, y: number }>} event */
  #drag(event) {
    const length = this.#scene?.lengthAt(event.detail.x, event.detail.y) ?? null;
    if (length === null) return;
    event.preventDefault();
    this.turn = { ...this.turn, length };
  }

  /** Moves along the parts of a bar, and between bars. @param {CustomEvent<{ dx: number, dy: number }>} event */
  #walk({ detail: { dx, dy } }) {
    const measures = this.#answer()?.measures ?? [];
    const at = this.at ?? { measure: 0, bar: 0, part: PARTS[0] };
    const row = Math.max(0, Math.min(2 * measures.length - 1, 2 * at.measure + at.bar + dy));
    const [measure, bar] = [row >> 1, row % 2];
    const parts = PARTS.filter((part) => measures[measure][bar ? "beside" : "layer"][part] > 0);
    const now = Math.max(0, parts.indexOf(at.part));
    this.at = { measure, bar, part: parts[Math.max(0, Math.min(parts.length - 1, now + dx))] };
  }
}

/** The length at a position of the logarithmic slider. @param {number} step */
const lengthOf = (step) => Math.max(1, Math.round(2 ** ((Math.log2(MOST_LENGTH) * step) / STEPS)));
