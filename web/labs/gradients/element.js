import { html } from "lit";
import { flatIndex } from "../../kit/state/memory.js";
import { nearestIn } from "../../kit/state/selection.js";
import { gradientsScene, stationScene } from "./draw.js";
import { numberField, Nudge } from "./element-nudge.js";
import { formatNumber } from "../../kit/draw/legend.js";
import { hitStage } from "../../kit/draw/stage-parts.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { GradientStudy } from "./state.js";
import { moveFrom } from "../../kit/state/stages.js";
import { GRADIENTS, formulaOf } from "./words.js";
import { say } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { choice } from "../../kit/elements/choice.js";
import { LabPanel } from "../lab-panel.js";

/** @import { Step } from "../../core/types.js" */
/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Picture } from "../../kit/state/picture.js" */
/** @import { Localized } from "../../kit/text/words.js" */
/** @import { Loss } from "./state.js" */

const ELEMENTWISE = ["scale", "mask", "softmax", "dropout", "rope"];

/** Gradients of a loss at every station, and the effect of changing a weight. */
export default class GradientsLab extends LabPanel {
  static properties = {
    ...LabPanel.properties,
    loss: { state: true },
    station: { state: true },
    element: { state: true },
  };

  /** @type {{ of: Picture, study: GradientStudy } | null} */
  #held = null;
  /** @type {ReturnType<typeof gradientsScene> | null} */
  #map = null;
  /** @type {ReturnType<typeof stationScene> | null} */
  #large = null;
  #nudge = new Nudge(this);

  constructor() {
    super();
    /** The fields of the loss that the reader has chosen in the lab. The selection supplies the others. @type {Partial<Loss>} */
    this.loss = {};
    this.station = "scaled";
    /** The hovered element. @type {readonly number[] | null} */
    this.element = null;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#held?.study.dispose();
    this.#held = null;
  }

  /** Words in the lab's language. */
  get #words() {
    return say(GRADIENTS, this);
  }

  /** The data to draw; null before the core is loaded. */
  view() {
    const shown = this.picture;
    const core = this.store?.core;
    if (!shown?.layer || !core) return null;
    if (this.#held?.of !== shown) {
      this.#held?.study.dispose();
      this.#held = null;
      this.#held = { of: shown, study: new GradientStudy(core, shown) };
    }
    const { study } = this.#held;
    const { picture } = study;
    const { selection } = /** @type {import("../../kit/state/store.js").Store} */ (this.store).state;
    const { tokens, keyTokens } = picture.settings;
    const keyWords = keyTokens.length ? keyTokens : tokens;
    const clampIndex = (/** @type {number | null | undefined} */ at, /** @type {number} */ size) =>
      Math.max(0, Math.min(size - 1, at ?? 0));
    const { dModel, numHeads, dV } = picture.config;
    const head = clampIndex(this.loss.head ?? selection.head, numHeads);
    /** @type {Loss} */
    const loss = {
      kind: this.loss.kind ?? "number",
      token: clampIndex(this.loss.token ?? selection.token, tokens.length),
      key: clampIndex(this.loss.key ?? selection.key, keyWords.length),
      head,
      // Unless a column was chosen, the first one of the head, so that the loss depends on the head on show.
      column: clampIndex(this.loss.column ?? (selection.column || head * dV), dModel),
    };
    const answer = this.once([study, ...Object.values(loss)], () => study.answer(loss));
    const station = picture.step(this.station) ? this.station : "weights";
    return {
      study,
      picture,
      loss,
      answer,
      gradients: answer.steps,
      head: loss.head,
      station,
      keyWords,
      selection,
    };
  }

  render() {
    const view = this.view();
    if (!view) return html``;
    const { gradients, station } = view;
    const known = gradients.has(station);
    return html`${this.#turns(view)}
      <mha-figure
        walks
        label=${this.#words.figure}
        .draw=${(/** @type {Surface} */ surface) => (this.#map = gradientsScene(view, surface))}
        @point=${this.#press}
        @walk=${this.#walk}
      ></mha-figure>
      <p class="how">${this.#words.map}</p>
      <div class="two">
        <div>
          <h3>${this.#words.station(station)}</h3>
          <p>${formulaSaid(view, this)}</p>
          ${
            known
              ? html`<mha-figure
                    label=${this.#words.large(station)}
                    .draw=${(/** @type {Surface} */ surface) => (this.#large = stationScene(view, surface))}
                    @point=${this.#point}
                    @leave=${() => (this.element = null)}
                  ></mha-figure>
                  <p role="status">${elementSaid(view, this.element, this)}</p>
                  ${AsTable.of(this.numbers)}`
              : html`<p role="status">${this.#words.none}</p>`
          }
        </div>
        <div>${this.#nudge.render(view)}</div>
      </div>`;
  }

  /** @param {NonNullable<ReturnType<GradientsLab["view"]>>} view */
  #turns({ picture, loss, keyWords, answer }) {
    const { tokens } = picture.settings;
    const { numHeads, dModel } = picture.config;
    const pick = (/** @type {Partial<Loss>} */ change) => {
      this.loss = { ...this.loss, ...change };
      this.#nudge.reset();
    };
    const picker = (
      /** @type {string} */ label,
      /** @type {readonly (string | number)[]} */ words,
      /** @type {number} */ at,
      /** @type {(i: number) => Partial<Loss>} */ change,
    ) =>
      html`<label
        >${label}
        <select @change=${(/** @type {any} */ { target }) => pick(change(Number(target.value)))}>
          ${words.map((word, i) => html`<option value=${i} ?selected=${i === at}>${typeof word === "string" ? shortenWord(word) : word}</option>`)}
        </select></label
      >`;
    const what = {
      number: `output[0, ${loss.token}, ${loss.column}]`,
      row: `Σ output[0, ${loss.token}, :]`,
      weight: `weights[0, ${loss.head}, ${loss.token}, ${loss.key}]`,
    }[loss.kind];
    return html`<div class="turn">
        ${choice(this.#words.loss, this.#words.loss, this.#words.kinds, loss.kind, (kind) => pick({ kind }))}
        ${picker(this.#words.token, tokens, loss.token, (token) => ({ token }))}
        ${loss.kind === "weight" ? picker(this.#words.key, keyWords, loss.key, (key) => ({ key })) : ""}
        ${picker(
          this.#words.head,
          Array.from({ length: numHeads }, (_, i) => i),
          loss.head,
          (head) => ({ head }),
        )}
        ${
          loss.kind === "number"
            ? html`<label
                >${this.#words.column}
                ${numberField(dModel, loss.column, this.#words.most(dModel - 1), (column) => pick({ column }))}</label
              >`
            : ""
        }
      </div>
      <p role="status"><b class="mono">${this.#words.is(what, formatNumber(answer.loss, 4))}</b></p>`;
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #press({ detail: { x, y, hold } }) {
    const id = hold && this.#map?.hit(x, y);
    if (!id) return;
    this.station = id;
    this.element = null;
  }

  /** @param {CustomEvent<{ dx: number, dy: number }>} event */
  #walk({ detail: { dx, dy } }) {
    const view = this.view();
    const here = this.#map?.tiles.find(({ id }) => id === view?.station);
    if (!view || !here) return;
    const below = this.#map?.tiles.find(({ stage, lane }) => stage === here.stage && lane === here.lane + dy);
    const to = dx
      ? moveFrom(view.picture.stages, view.station, dx, view.picture.step(view.station)?.lane ?? "q")
      : below;
    if (to) this.station = to.id;
    this.element = null;
  }

  /** @param {CustomEvent<{ x: number, y: number }>} event */
  #point({ detail: { x, y } }) {
    this.element = (this.#large && hitStage(/** @type {any} */ (this.#large), x, y)?.index) ?? null;
  }

  /** @returns {NonNullable<ReturnType<GradientsLab["view"]>>} */
  get #shown() {
    const view = this.view();
    if (!view) throw new Error(this.#words.none);
    return view;
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    return gradientsScene(this.#shown, surface);
  }

  get numbers() {
    const { picture, station, gradients } = this.#shown;
    const { shape } = /** @type {import("../../core/types.js").Step} */ (picture.step(station));
    const columns = /** @type {number} */ (shape.at(-1));
    const values = gradients.get(station) ?? new Float32Array();
    return {
      name: `gradient-of-${station}`,
      corner: this.#words.corner,
      columns: Array.from({ length: columns }, (_, i) => i),
      rows: () =>
        Array.from({ length: values.length / columns }, (_, row) => [
          `[${rowIndex(shape, row).join(", ")}, :]`,
          ...values.subarray(row * columns, (row + 1) * columns),
        ]),
    };
  }
}

/** The index of a row along all axes except the last. @param {readonly number[]} shape @param {number} row */
function rowIndex(shape, row) {
  const index = shape.slice(0, -1);
  for (let axis = index.length - 1, left = row; axis >= 0; axis--) {
    index[axis] = left % shape[axis];
    left = Math.floor(left / shape[axis]);
  }
  return index;
}

/**
 * What the captions describe: the gradients of a loss, and the step whose gradient is shown large.
 * @typedef {object} View
 * @property {Picture} picture
 * @property {string} station  id of the step that is shown large
 * @property {ReadonlyMap<string, Float32Array>} gradients
 * @property {import("./state.js").Loss} loss
 * @property {import("../../kit/state/selection.js").Selection} selection
 */

/** The formula of the station's gradient, from the gradients of the steps that read it. @param {View} view @param {Localized} speaker */
function formulaSaid({ picture, station, gradients, loss }, speaker) {
  if (!gradients.has(station)) return "";
  const words = say(GRADIENTS, speaker);
  if (station === (loss.kind === "weight" ? "weights" : "output")) return words.start;
  const readers = picture.steps.filter((step) => step.inputs.includes(station) && gradients.has(step.id));
  const all = readers.flatMap((step) =>
    step.inputs.flatMap((input, place) => {
      if (input !== station) return [];
      const other = step.inputs[1 - place] ?? "";
      const factor = formatNumber(Number(step.attributes.factor));
      return formulaOf(
        step.op,
        place,
        { x: station, y: step.id, other, w: matricesOf(step), factor },
        speaker,
      );
    }),
  );
  return html`<span class="mono">${all.join("; ")}</span>${all.length > 1 ? html` ${words.and}` : ""}`;
}

/** W_Q W_K @param {Step} step */
const matricesOf = ({ weights }) =>
  weights
    .filter((name) => name.startsWith("w"))
    .map((name) => `W_${name.slice(1)}`)
    .join(" ");

/**
 * The gradient of the hovered element, or else of the selected one, with the numbers of its formula.
 * @param {View} view @param {readonly number[] | null} hovered @param {Localized} speaker
 */
function elementSaid({ picture, station, gradients, selection }, hovered, speaker) {
  const words = say(GRADIENTS, speaker);
  const step = /** @type {Step} */ (picture.step(station));
  const index = hovered ?? nearestIn(step, selection, picture.steps);
  const at = flatIndex(step, index);
  const values = /** @type {Float32Array} */ (gradients.get(station));
  const said = words.element(station, index, formatNumber(values[at], 4));
  const reader = picture.steps.find((each) => each.inputs.includes(station) && gradients.has(each.id));
  if (!reader) return said;
  if (ELEMENTWISE.includes(reader.op)) {
    const gradient = /** @type {Float32Array} */ (gradients.get(reader.id))[at];
    return `${said}; ${words.there(reader.id, formatNumber(picture.values(reader.id)[at]), formatNumber(gradient))}`;
  }
  if (reader.op !== "matmul" && reader.op !== "linear") return said;
  const [rows, columns] = reader.shape.slice(-2);
  const products = reader.op === "matmul" && reader.inputs[1] === station ? rows : columns;
  return `${said}; ${words.products(products)}`;
}
