import { html } from "lit";
import { gradientsScene, nudgeScene, stationScene } from "./draw.js";
import { number } from "../../kit/draw/legend.js";
import { hitStage } from "../../kit/draw/stage-parts.js";
import { shorten } from "../../kit/draw/tensor-labels.js";
import { GradientStudy, MATRICES } from "./state.js";
import { flatIndex } from "../../kit/state/memory.js";
import { nearestIn } from "../../kit/state/selection.js";
import { moveFrom } from "../../kit/state/stages.js";
import { GRADIENTS, formulaOf } from "./words.js";
import { say } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { choice } from "../../kit/elements/choice.js";
import { table } from "../../kit/elements/table.js";
import { LabPanel } from "../lab-panel.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Loss, Place } from "./state.js" */
/** @import { Picture } from "../../kit/state/picture.js" */

const FARTHEST = 0.5; // largest change of the weight
const POINTS = 21;
const ELEMENTWISE = ["scale", "mask", "softmax", "dropout", "rope"];

/** Gradients of a loss at every station, and the effect of changing a weight. */
export default class GradientsLab extends LabPanel {
  static properties = {
    ...LabPanel.properties,
    loss: { state: true },
    station: { state: true },
    matrix: { state: true },
    place: { state: true },
    by: { state: true },
    element: { state: true },
  };

  /** @type {{ of: Picture, study: GradientStudy } | null} */
  #held = null;
  /** @type {ReturnType<typeof gradientsScene> | null} */
  #map = null;
  /** @type {ReturnType<typeof stationScene> | null} */
  #large = null;
  /** The losses at every change, and their inputs. @type {{ of: readonly unknown[], losses: number[], line: number[] } | null} */
  #curve = null;

  constructor() {
    super();
    /** Parts of the loss chosen here; the selection gives the rest. @type {Partial<Loss>} */
    this.loss = {};
    this.station = "scaled";
    /** Matrix of the changed weight. @type {Place["name"]} */
    this.matrix = "wQ";
    /** Position of the weight; null for the one with the largest gradient. @type {Pick<Place, "row" | "column"> | null} */
    this.place = null;
    this.by = 0.1;
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

  /** The data on show; null before the core is loaded. */
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
    const within = (/** @type {number | null | undefined} */ at, /** @type {number} */ size) =>
      Math.max(0, Math.min(size - 1, at ?? 0));
    /** @type {Loss} */
    const loss = {
      kind: this.loss.kind ?? "number",
      token: within(this.loss.token ?? selection.token, tokens.length),
      key: within(this.loss.key ?? selection.key, keyWords.length),
      head: within(this.loss.head ?? selection.head, picture.config.numHeads),
      column: within(this.loss.column ?? selection.column, picture.config.dModel),
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
          <p>${this.#formula(view)}</p>
          ${
            known
              ? html`<mha-figure
                    label=${this.#words.large(station)}
                    .draw=${(/** @type {Surface} */ surface) => (this.#large = stationScene(view, surface))}
                    @point=${this.#point}
                    @leave=${() => (this.element = null)}
                  ></mha-figure>
                  <p role="status">${this.#elementSaid(view)}</p>
                  ${AsTable.of(this.numbers)}`
              : html`<p role="status">${this.#words.none}</p>`
          }
        </div>
        <div>${this.#nudge(view)}</div>
      </div>`;
  }

  /** @param {NonNullable<ReturnType<GradientsLab["view"]>>} view */
  #turns({ picture, loss, keyWords, answer }) {
    const { tokens } = picture.settings;
    const { numHeads, dModel } = picture.config;
    const pick = (/** @type {Partial<Loss>} */ change) => {
      this.loss = { ...this.loss, ...change };
      this.place = null;
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
          ${words.map((word, i) => html`<option value=${i} ?selected=${i === at}>${typeof word === "string" ? shorten(word) : word}</option>`)}
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
                ${this.#field(dModel, loss.column, this.#words.most(dModel - 1), (column) => pick({ column }))}</label
              >`
            : ""
        }
      </div>
      <p role="status"><b class="mono">${this.#words.is(what, number(answer.loss, 4))}</b></p>`;
  }

  /**
   * A field for a whole number from 0. Invalid text shows a message and changes nothing.
   * @param {number} count @param {number} value @param {string} said @param {(value: number) => void} take
   */
  #field(count, value, said, take) {
    return html`<input
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
  }

  /** The gradient of the station from those of the following steps. @param {NonNullable<ReturnType<GradientsLab["view"]>>} view */
  #formula({ picture, station, gradients, loss }) {
    if (!gradients.has(station)) return "";
    if (station === (loss.kind === "weight" ? "weights" : "output")) return this.#words.start;
    const readers = picture.steps.filter((step) => step.inputs.includes(station) && gradients.has(step.id));
    const all = readers.flatMap((step) =>
      step.inputs.flatMap((input, place) => {
        if (input !== station) return [];
        const other = step.inputs[1 - place] ?? "";
        const { factor } = step.attributes;
        const w = step.weights
          .filter((name) => name.startsWith("w"))
          .map((name) => `W_${name.slice(1)}`)
          .join(" ");
        return formulaOf(
          step.op,
          place,
          {
            x: station,
            y: step.id,
            other,
            w,
            factor: number(Number(factor)),
          },
          this,
        );
      }),
    );
    return html`<span class="mono">${all.join("; ")}</span
      >${all.length > 1 ? html` ${this.#words.and}` : ""}`;
  }

  /** The hovered element, with the inputs of its formula. @param {NonNullable<ReturnType<GradientsLab["view"]>>} view */
  #elementSaid({ picture, station, gradients, selection }) {
    const step = /** @type {import("../../core/types.js").Step} */ (picture.step(station));
    const index = this.element ?? nearestIn(step, selection, picture.steps);
    const at = flatIndex(step, index);
    const values = /** @type {Float32Array} */ (gradients.get(station));
    const said = this.#words.element(station, index, number(values[at], 4));
    const reader = picture.steps.find((each) => each.inputs.includes(station) && gradients.has(each.id));
    if (!reader) return said;
    if (ELEMENTWISE.includes(reader.op)) {
      const gradient = /** @type {Float32Array} */ (gradients.get(reader.id))[at];
      return `${said}; ${this.#words.there(reader.id, number(picture.values(reader.id)[at]), number(gradient))}`;
    }
    if (reader.op !== "matmul" && reader.op !== "linear") return said;
    const [rows, columns] = reader.shape.slice(-2);
    const products = reader.op === "matmul" && reader.inputs[1] === station ? rows : columns;
    return `${said}; ${this.#words.products(products)}`;
  }

  /** @param {NonNullable<ReturnType<GradientsLab["view"]>>} view */
  #nudge({ study, loss, answer }) {
    const place = this.#placeIn(study, answer);
    const { value, gradient } = study.at(answer, place);
    const nudged = study.nudged(loss, answer, place, this.by);
    const { losses, line } = this.#curveOf(study, loss, answer, place);
    const [rows, columns] = study.sizeOf(place.name);
    const name = `${place.name.replace("w", "W_")}[${place.row}, ${place.column}]`;
    const go = (/** @type {Partial<Place>} */ change) => (this.place = { ...place, ...change });
    const said = this.#words.place(rows, columns);
    return html`<h3>${this.#words.nudge}</h3>
      <div class="turn">
        <label
          >${this.#words.matrix}
          <select
            @change=${(/** @type {any} */ { target }) => {
              this.matrix = target.value;
              this.place = null;
            }}
          >
            ${MATRICES.map((each) => html`<option value=${each} ?selected=${each === place.name}>${each.replace("w", "W_")}</option>`)}
          </select></label
        >
        <label>${this.#words.row} ${this.#field(rows, place.row, said, (row) => go({ row }))}</label>
        <label
          >${this.#words.column}
          ${this.#field(columns, place.column, said, (column) => go({ column }))}</label
        >
        <button @click=${() => (this.place = null)}>${this.#words.largest}</button>
        <label
          >${this.#words.by}
          <input
            type="range"
            min=${-FARTHEST}
            max=${FARTHEST}
            step="0.01"
            .value=${String(this.by)}
            @input=${(/** @type {any} */ { target }) => (this.by = Number(target.value))}
          /><b>${number(this.by)}</b></label
        >
      </div>
      <p>${this.#words.weight(name, number(value), number(gradient))}</p>
      ${table(this.#words.table, [
        [this.#words.moves, number(nudged.said, 4), number(nudged.moved, 4)],
        [this.#words.becomes, "", number(nudged.loss, 4)],
      ])}
      <h3>${this.#words.curve}</h3>
      <mha-figure
        label=${this.#words.chart}
        .draw=${(/** @type {Surface} */ surface) =>
          nudgeScene(
            { xs: STEPS, losses, line, at: { by: this.by, loss: nudged.loss }, words: this.#words },
            surface,
          )}
      ></mha-figure>
      <p class="how">${this.#words.why}</p>`;
  }

  /** @param {GradientStudy} study @param {import("./state.js").GradientAnswer} answer @returns {Place} */
  #placeIn(study, answer) {
    const { matrix: name, place } = this;
    if (!place) return study.largest(answer, name);
    const [rows, columns] = study.sizeOf(name);
    return { name, row: Math.min(place.row, rows - 1), column: Math.min(place.column, columns - 1) };
  }

  /**
   * Computed once per input.
   * @param {GradientStudy} study @param {Loss} loss @param {import("./state.js").GradientAnswer} answer @param {Place} place
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

const STEPS = Array.from({ length: POINTS }, (_, i) => FARTHEST * ((2 * i) / (POINTS - 1) - 1));

/** The index of a row along all axes except the last. @param {readonly number[]} shape @param {number} row */
function rowIndex(shape, row) {
  const index = shape.slice(0, -1);
  for (let axis = index.length - 1, left = row; axis >= 0; axis--) {
    index[axis] = left % shape[axis];
    left = Math.floor(left / shape[axis]);
  }
  return index;
}
