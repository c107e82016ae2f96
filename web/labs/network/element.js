import { html, css } from "lit";
import { count } from "../../kit/elements/shape.js";
import { table } from "../../kit/elements/table.js";
import { einsumOf } from "../../kit/text/einsum.js";
import { networkScene } from "./draw.js";
import { axisKind } from "../../kit/draw/palette.js";
import { networkOf, standings, workedOut, indicesIn, summedIn } from "./state.js";
import { NETWORK } from "./words.js";
import { say } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { focus } from "../../kit/elements/follow.js";
import { indexNotation } from "../../kit/elements/index-notation.js";
import { LabPanel } from "../lab-panel.js";

/** @import { Step } from "../../core/types.js" */
/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Picture } from "../../kit/state/picture.js" */
/** @import { Localized } from "../../kit/text/words.js" */
/** @import { Leg, NetworkNode } from "./state.js" */

const saidStyles = css`
  .notation {
    margin: 2px 0 8px;
    overflow-wrap: anywhere;
  }
  sub {
    line-height: 1;
  }
  .index {
    padding: 2px 1px;
    cursor: default;
  }
`;

/** The id of a weight as the page writes it: wQ is W_Q. @param {string} id */
const weightLabel = (id) => id.replace(/\bw(?=[A-Z])/g, "W_");

/** @param {readonly string[]} ids */
const listWeights = (ids) => ids.map(weightLabel).join(", ");

/** The axes and the sizes of legs: (B, T_q) = (1, 12). @param {readonly Leg[]} legs */
const shapeSaid = (legs) =>
  `(${legs.map(({ axis }) => axis).join(", ")}) = (${legs.map(({ size }) => size).join(", ")})`;

/** The summed indices, each with its axis: d (d_k). @param {readonly Leg[]} legs */
const overSaid = (legs) => legs.map(({ letter, axis }) => `${letter} (${axis})`).join(", ");

/**
 * Says a node's operation, its result, and the inputs that are not ready yet.
 * @param {NetworkNode} node @param {readonly string[]} waits @param {Localized} speaker
 */
function nodeSaid(node, waits, speaker) {
  const words = say(NETWORK, speaker);
  const { id, step, operands, legs, biases, kind } = node;
  const result = { name: weightLabel(id), shape: shapeSaid(legs) };
  if (kind === "tensor" || !step) return words.given(result);
  const from = listWeights(operands.map((operand) => operand.from));
  const flops = count(step.flops, speaker);
  const summed = summedIn(node);
  const size = count(
    summed.reduce((all, leg) => all * leg.size, 1),
    speaker,
  );
  return [
    kind === "contraction"
      ? words.joined({ ...result, from, over: overSaid(summed), size, flops })
      : words.taken({ ...result, from, op: step.op, flops }),
    ...(biases.length ? [words.bias(biases.map((name) => name.replace("b", "b_")).join(", "))] : []),
    ...(waits.length ? [words.waits(listWeights(waits))] : []),
  ].join(" ");
}

/** The formula of a node: q = x · W_Q. @param {NetworkNode} node */
function formulaOf({ id, step, kind, operands }) {
  const read = operands.map(({ from }) => weightLabel(from)).join(" · ");
  return `${weightLabel(id)} = ${kind === "function" ? `${step?.op}(${read})` : read}`;
}

/** The formula of a node in index notation, each index in its axis's colour: q_bin = Σ_m x_bim W_Q_mn. @param {NetworkNode} node */
function formulaInIndices({ id, step, kind, operands, legs, biases }) {
  const indexed = (/** @type {string} */ name, /** @type {readonly Leg[]} */ of) =>
    html`${name}<sub>${of.map(letter)}</sub>`;
  const result = indexed(weightLabel(id), legs);
  if (kind === "tensor" || !step) return result;
  const read = operands.map((operand) => indexed(weightLabel(operand.from), operand.legs));
  const bias = biases.map((name) => html` + ${indexed(name.replace("b", "b_"), legs.slice(-1))}`);
  if (kind === "function") return html`${result} = ${step.op}(${read})`;
  const summed = summedIn({ operands });
  return html`${result} = ${indexed("Σ", summed)}
  ${read.map((each, i) => html`${i ? " · " : ""}${each}`)}${bias}`;
}

/** @param {{ letter: string, axis: string }} index */
const letter = ({ letter, axis }) => html`<span class=${axisKind(axis)}>${letter}</span>`;

/** The indices of a node: size, and whether they are summed. @param {NetworkNode} node @param {Localized} speaker */
function indicesTable(node, speaker) {
  const { columns, here } = say(NETWORK, speaker);
  return table(
    columns,
    indicesIn(node).map((leg) => [
      html`<b class="mono">${letter(leg)}</b>`,
      html`<span class="mono ${axisKind(leg.axis)}">${leg.axis}</span>`,
      count(leg.size, speaker),
      leg.isSummed ? html`<b>${here.summed}</b>` : here.stays,
    ]),
  );
}

/**
 * The table of nodes: a row for each node that computes.
 * @param {readonly NetworkNode[]} nodes
 * @param {readonly Step[]} steps
 * @param {Localized} speaker
 * @returns {import("../../kit/elements/as-table.js").Numbers}
 */
function numbersOf(nodes, steps, speaker) {
  const words = say(NETWORK, speaker);
  const row = (/** @type {NetworkNode} */ node, /** @type {Step} */ step) => [
    node.id,
    (einsumOf(step, steps) ?? []).map(({ letter }) => letter).join(""),
    listWeights(node.operands.map(({ from }) => from)),
    overSaid(summedIn(node)) || "–",
    step.shape.join("×"),
    step.flops,
  ];
  return {
    ...{ name: "tensor-network", corner: words.corner, columns: words.all },
    rows: () => nodes.flatMap((node) => (node.step && node.operands.length ? [row(node, node.step)] : [])),
  };
}

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
