import { html } from "lit";
import { networkScene } from "./draw.js";
import { axisKind } from "../../kit/draw/palette.js";
import { networkOf, standings, workedOut } from "./state.js";
import { NETWORK } from "./words.js";
import { say } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { focus } from "../../kit/elements/follow.js";
import { indexNotation } from "../../kit/elements/index-notation.js";
import { LabPanel } from "../lab-panel.js";
import {
  formulaOf,
  indicesTable,
  nodeSaid,
  numbersOf,
  saidStyles,
  formulaInIndices,
} from "./element-captions.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Picture } from "../../kit/state/picture.js" */
/** @import { NetworkNode } from "./state.js" */

/** The layer as a tensor network that readers contract node by node. */
export default class NetworkLab extends LabPanel {
  static properties = { ...LabPanel.properties, done: { state: true }, at: { state: true } };

  static styles = [LabPanel.styles, saidStyles];

  /** @type {ReturnType<typeof networkScene> | null} */
  #scene = null;
  /** The node contracted last, until it is drawn. @type {string | null} */
  #last = null;

  constructor() {
    super();
    /** The contracted nodes, in order. @type {readonly string[]} */
    this.done = [];
    /** The current node. If the network lacks it, the first ready node is current. @type {string | null} */
    this.at = null;
    // A contraction can remove the focused button.
    this.addEventListener("focuslost", () => focus(this, ".turn button"));
  }

  /** Words in the lab's language. */
  get #words() {
    return say(NETWORK, this);
  }

  /** The data to draw. @param {Picture} picture */
  view({ steps, operations }) {
    const nodes = this.once([steps], () => networkOf(steps, operations));
    const done = workedOut(nodes, this.done);
    const standing = standings(nodes, done);
    const is = (/** @type {string} */ state) => nodes.filter(({ id }) => standing.get(id) === state);
    const shown = nodes.filter(({ id }) => standing.get(id) !== "gone");
    const at = shown.find(({ id }) => id === this.at) ?? is("ready")[0] ?? shown[shown.length - 1];
    return { nodes, done, standing, ready: is("ready"), node: at };
  }

  render() {
    const picture = this.store?.state.picture;
    if (!picture?.layer) return html``;
    const view = this.view(picture);
    const { nodes, done, ready, node } = view;
    const shared = nodes.some(({ operands }) =>
      operands.some(({ legs }) => legs.some((leg) => leg.isShared)),
    );
    return html`${this.#turns(ready, done)}
      <mha-figure
        walks
        label=${this.#words.figure(nodes.length)}
        .draw=${(/** @type {Surface} */ surface) => this.#drawn(picture, surface)}
        @point=${this.#point}
        @leave=${() => this.#light(null)}
        @walk=${this.#walk}
      ></mha-figure>
      <p role="status">${this.#said(view)}</p>
      <div class="two">
        <div>
          <p class="how">${this.#words.legend} ${shared ? this.#words.shared : ""}</p>
          ${AsTable.of(this.numbers)}
        </div>
        <div>
          <h3>${this.#words.notation}</h3>
          <p class="notation mono">${formulaInIndices(node)}</p>
          ${
            node.operands.length && node.step
              ? html`<p class="notation">
                  ${indexNotation(node.step, picture.steps, (kind) => this.#light(kind), this)}
                </p>`
              : ""
          }
          ${indicesTable(node, this)}
        </div>
      </div>`;
  }

  /** Buttons to contract nodes, and to undo. @param {readonly NetworkNode[]} ready @param {readonly string[]} done */
  #turns(ready, done) {
    return html`<div class="turn">
      ${ready.length ? this.#words.ready : ""}
      ${ready.map(
        (node) =>
          html`<button class="mono" @click=${() => this.#contract(node.id)}>${formulaOf(node)}</button>`,
      )}
      ${
        done.length
          ? html`<button @click=${this.#back}>${this.#words.back}</button>
              <button @click=${() => this.#undo([])}>${this.#words.again}</button>`
          : ""
      }
    </div>`;
  }

  /** @param {ReturnType<NetworkLab["view"]>} view */
  #said({ nodes, standing, node }) {
    const isMade = (/** @type {string} */ id) => ["gone", "standing"].includes(standing.get(id) ?? "");
    const waits = isMade(node.id) ? [] : node.operands.map(({ from }) => from).filter((id) => !isMade(id));
    const whole = nodes.every(({ id }) => isMade(id)) ? this.#words.whole : "";
    return `${nodeSaid(node, waits, this)} ${whole}`;
  }

  /** @param {Picture} picture @param {Surface} surface @param {string | null} [last] */
  #sceneOf(picture, surface, last = null) {
    const { nodes, standing, node } = this.view(picture);
    const lit = this.store?.state.axis ?? null;
    return networkScene({ nodes, standing, lit, at: node.id, last }, surface);
  }

  /** @param {Picture} picture @param {Surface} surface */
  #drawn(picture, surface) {
    const last = this.#last;
    this.#last = null; // the animation runs once
    return (this.#scene = this.#sceneOf(picture, surface, last));
  }

  /** The picture of the network. @throws {Error} if there is none */
  get #picture() {
    return /** @type {Picture} */ (this.store?.state.picture);
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    return this.#sceneOf(this.#picture, surface);
  }

  get numbers() {
    const picture = this.#picture;
    return numbersOf(this.view(picture).nodes, picture.steps, this);
  }

  /** @param {string} id id of a node that is ready */
  #contract(id) {
    this.done = [...this.view(this.#picture).done, id];
    this.at = this.#last = id;
    this.store?.goTo(id);
  }

  #back() {
    this.#undo(this.view(this.#picture).done.slice(0, -1));
  }

  /** Goes back to fewer contractions; the walk goes to the last remaining one. @param {readonly string[]} done */
  #undo(done) {
    this.at = this.done[done.length] ?? null;
    this.done = done;
    this.store?.goTo(done[done.length - 1] ?? this.#picture.steps[0].id);
  }

  /** Moves to a node, and contracts it if it is ready. @param {string} id */
  #press(id) {
    if (this.view(this.#picture).standing.get(id) === "ready") this.#contract(id);
    else this.at = id;
  }

  /** @param {string | null} kind kind of the axis */
  #light(kind) {
    if (this.store && this.store.state.axis !== kind) this.store.lightAxis(kind);
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const hit = this.#scene?.hit(x, y);
    if (!hit) return;
    this.#light(hit.leg && axisKind(hit.leg.axis));
    if (hold && hit.node) this.#press(hit.node);
  }

  /** @param {CustomEvent<{ dx: number, dy: number, hold: boolean }>} event */
  #walk({ detail: { dx, dy, hold } }) {
    const { node } = this.view(this.#picture);
    if (hold) this.#press(node.id);
    else this.at = this.#scene?.next(node.id, dx, dy) ?? node.id;
  }
}
