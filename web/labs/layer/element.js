import { css, html } from "lit";
import { formatNumber } from "../../kit/draw/legend.js";
import { layerScene } from "./draw.js";
import {
  BIASES,
  firstTurn,
  hindranceIn,
  layerAnswer,
  mostFeatures,
  configOfTurn,
  blocksOf,
  columnsOf,
} from "./state.js";
import { MEASURES } from "../words.js";
import { LAYER } from "./words.js";
import { say, messageText } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { choice } from "../../kit/elements/choice.js";
import { count } from "../../kit/elements/shape.js";
import { amountBy, partSaid, ratioSaid } from "../amounts.js";
import { rankedStyles } from "../ranked-list.js";
import { CoreLabPanel } from "../lab-panel.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Cell } from "../draw-bars.js" */
/** @import { Picture } from "../../kit/state/picture.js" */
/** @import { Biases, LayerAnswer, LayerTurn } from "./state.js" */
/** @import { Core } from "../lab-panel.js" */

/** The cost of a layer's widths, biases and products, and which of them the layer needs. */
export default class LayerLab extends CoreLabPanel {
  static properties = {
    ...CoreLabPanel.properties,
    turn: { state: true },
    at: { state: true },
    cell: { state: true },
  };

  static styles = [
    CoreLabPanel.styles,
    barStyles,
    rankedStyles,
    css`
      .biases .name {
        color: var(--_ink);
      }
    `,
  ];

  /** @type {ReturnType<typeof layerScene> | null} */
  #scene = null;

  constructor() {
    super();
    /** Null until the reader changes the layer. @type {LayerTurn | null} */
    this.turn = null;
    /** The hovered matrix or tensor. @type {string | null} */
    this.at = null;
    /** The hovered part of a bar. @type {Cell | null} */
    this.cell = null;
  }

  /** Words in the lab's language. */
  get #words() {
    return say(LAYER, this);
  }

  /** @param {Core} core @param {Picture} picture */
  renderLab(core, picture) {
    const answer = this.#answer(core, picture);
    const turns = this.#turns(picture);
    if ("refused" in answer)
      return html`${turns}
        <p role="status">${this.#words.refused(messageText(answer.refused, this))}</p>`;
    return html`${turns}
      <div class="two">
        <div>
          <mha-figure
            walks
            label=${this.#words.figure}
            .draw=${(/** @type {Surface} */ surface) => this.#drawn(core, picture, surface)}
            @point=${this.#point}
            @walk=${this.#walk}
            @leave=${() => this.#read(null)}
          ></mha-figure>
          <p class="how read" role="status">${this.#readSaid(answer)}</p>
          ${AsTable.of(this.numbers)}
        </div>
        <div>
          <p role="status">${this.#said(answer)}</p>
          <p class="how">${this.#words.plainIs} ${this.#words.sizes}</p>
          <h3>${this.#words.fusedHeading}</h3>
          <p class="same">
            ${answer.same ? this.#words.same(count(answer.same.equal, this), count(answer.same.numbers, this)) : this.#words.hindrance[answer.config.latent ? "latent" : "cross"]}
          </p>
          <h3>${this.#words.biasHeading}</h3>
          ${answer.biases ? this.#biases(answer.biases) : html`<p class="how">${this.#words.none}</p>`}
        </div>
      </div>`;
  }

  /** @param {Biases} biases */
  #biases({ drawn, moved, folded, rounding }) {
    const most = Math.max(...Object.values(moved));
    const isRounding = (/** @type {number} */ value) => value <= rounding;
    return html`<p class="how">${drawn ? this.#words.drawn : this.#words.given}</p>
      <ol class="ranked biases">
        ${BIASES.map(
          (name) =>
            html`<li>
              <span class="name">${this.#words.names[name]}</span>
              ${bar(moved[name], { most, fill: "currentColor" })}
              <span class="weight">${formatNumber(moved[name], 2)}</span>
            </li>`,
        )}
      </ol>
      ${isRounding(moved.bK) ? html`<p>${this.#words.keys}</p>` : ""}
      ${isRounding(folded) ? html`<p>${this.#words.folded(formatNumber(folded, 2))}</p>` : ""}`;
  }

  /** @param {Picture} picture */
  #turn(picture) {
    return this.turn ?? firstTurn(picture);
  }

  /** @param {Picture} picture */
  #turns(picture) {
    const turn = this.#turn(picture);
    const { dK, dV, bias, fused } = configOfTurn(picture, turn);
    const most = mostFeatures(configOfTurn(picture, turn));
    const hinders = hindranceIn(picture);
    const isGiven = hinders === "given";
    const change = (/** @type {LayerTurn} */ by) => (this.turn = { ...turn, ...by });
    const features = (/** @type {"dK" | "dV"} */ name, /** @type {number} */ value) =>
      html`<label
        >${this.#words[name]}
        <input
          type="range"
          min="1"
          max=${most}
          .value=${String(value)}
          @input=${(/** @type {any} */ { target }) => change({ [name]: target.valueAsNumber })}
        />
        <output>${value}</output></label
      >`;
    return html`<div class="turn" role="group" aria-label=${this.#words.turns}>
        ${isGiven ? "" : [features("dK", dK), features("dV", dV)]}
        ${isGiven ? "" : choice(this.#words.bias, this.#words.bias, this.#words.biases, bias, (on) => change({ bias: on }))}
        ${picture.call?.key ? "" : choice(this.#words.fused, this.#words.fused, this.#words.products, fused, (on) => change({ fused: on }))}
        <button @click=${() => (this.turn = {})}>${this.#words.again}</button>
        <button class="walk" @click=${() => this.#take(picture)}>${this.#words.walk}</button>
      </div>
      ${hinders ? html`<p class="how">${this.#words.hindrance[hinders]}</p>` : ""}`;
  }

  /** Copies the lab's settings to the page. @param {Picture} picture */
  #take(picture) {
    const { dModel, numHeads, dK, dV, bias, fused } = configOfTurn(picture, this.#turn(picture));
    const sizes = { dK: dK * numHeads === dModel ? null : dK, dV: dV === dK ? null : dV }; // null for the default
    this.store?.configure(hindranceIn(picture) === "given" ? { fused } : { ...sizes, bias, fused });
    this.turn = {};
  }

  /** @param {Core} core @param {Picture} picture */
  #answer(core, picture) {
    return this.once([picture, this.turn], () => layerAnswer(core, picture, this.#turn(picture)));
  }

  /** @param {Core} core @param {Picture} picture */
  #answered(core, picture) {
    const answer = this.#answer(core, picture);
    if ("refused" in answer) throw new Error(this.#words.refused(messageText(answer.refused, this)));
    return answer;
  }

  /** @param {Core} core @param {Picture} picture @param {Surface} surface */
  #drawn(core, picture, surface) {
    const answer = this.#answered(core, picture);
    const { config, steps, measures } = answer;
    const whole = steps.find(({ id }) => id === "qkv");
    const costs = say(MEASURES, this);
    const words = {
      ...costs,
      ...{ layer: this.#words.layer, beside: this.#words.plain },
      ratio: (/** @type {number} */ ratio) => costs.ratio(ratioSaid(ratio)),
    };
    const sized = {
      ...{ columns: columnsOf(config, steps), tokens: picture.settings.tokens.length, at: this.at },
      ...{ mixed: this.#words.mixed, whole: whole ? this.#words.whole(whole.shape.join("×")) : "" },
    };
    return (this.#scene = layerScene(
      { measures, at: this.cell, amount: amountBy(this), words, sized },
      surface,
    ));
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    const { core, picture } = this.subject;
    return this.#drawn(core, picture, surface);
  }

  get numbers() {
    const { core, picture } = this.subject;
    const answer = this.#answered(core, picture);
    const { dK, dV } = answer.config;
    return {
      name: `layer-${dK}-${dV}`,
      ...{ corner: this.#words.corner, columns: this.#words.columns },
      rows: () => this.#rows(answer),
    };
  }

  /** @param {LayerAnswer} answer */
  #said({ config: { dK, dV, dModel, numHeads: heads }, measures }) {
    const ratios = Object.fromEntries(measures.map(({ name, ratio }) => [name, ratioSaid(ratio)]));
    return this.#words.said(/** @type {any} */ ({ dK, dV, dModel, heads, ...ratios }));
  }

  /** @param {LayerAnswer} answer */
  #readSaid({ config, steps, measures }) {
    if (this.cell)
      return partSaid(measures, this.cell, this.cell.bar ? this.#words.plain : this.#words.layer, this);
    const block = blocksOf(columnsOf(config, steps)).find(({ id }) => id === this.at);
    if (!block) return this.#words.hint;
    const step = steps.find(({ id }) => id === block.id);
    if (!step) return this.#words.matrix(block.name, block.shape, count(block.rows * block.cols, this));
    if (step.op === "input") return this.#words.input(block.name, block.shape);
    const { storage, flops, bytesRead, bytesWritten } = step;
    const facts = {
      view: storage === "view",
      flops: count(flops, this),
      moved: count(bytesRead + bytesWritten, this),
    };
    return this.#words.tensor(block.name, block.shape, facts);
  }

  /** @param {string | null} at @param {Cell | null} [part] */
  #read(at, part = null) {
    this.at = at;
    this.cell = part;
  }

  /** @param {CustomEvent<{ x: number, y: number }>} event */
  #point({ detail: { x, y } }) {
    this.#read(this.#scene?.hit(x, y) ?? null, this.#scene?.part(x, y) ?? null);
  }

  /** Moves between blocks in the order of computation. @param {CustomEvent<{ dx: number, dy: number }>} event */
  #walk({ detail: { dx, dy } }) {
    const { core, picture } = this.subject;
    const answer = this.#answer(core, picture);
    if ("refused" in answer) return;
    const ids = blocksOf(columnsOf(answer.config, answer.steps)).map(({ id }) => id);
    const now = ids.indexOf(this.at ?? "");
    this.#read(ids[Math.max(0, Math.min(ids.length - 1, now + dx + dy))]);
  }

  /** The costs, then the shapes of the steps. @param {LayerAnswer} answer @returns {(string | number)[][]} */
  #rows({ measures, steps, plainSteps }) {
    const shapeIn = (/** @type {LayerAnswer["steps"]} */ all, /** @type {string} */ id) =>
      all.find((step) => step.id === id)?.shape.join("×") ?? "";
    const ids = new Set([...steps, ...plainSteps].map(({ id }) => id));
    return [
      ...measures.map(({ name, layer, beside, ratio }) => {
        const { name: said, unit } = say(MEASURES, this).measures[name];
        return [[said, unit].filter(Boolean).join(", "), layer.total, beside.total, ratio];
      }),
      ...[...ids].map((id) => [this.#words.shapeOf(id), shapeIn(steps, id), shapeIn(plainSteps, id), ""]),
    ];
  }
}
