import { css, html } from "lit";
import { axisKind } from "../../kit/draw/palette.js";
import { indicesIn, summedIn } from "./state.js";
import { einsumOf } from "../../kit/text/einsum.js";
import { NETWORK } from "./words.js";
import { say } from "../../kit/text/words.js";
import { count } from "../../kit/elements/shape.js";
import { table } from "../../kit/elements/table.js";

/** @import { Leg, NetworkNode } from "./state.js" */
/** @import { Step } from "../../core/types.js" */
/** @import { Localized } from "../../kit/text/words.js" */

export const saidStyles = css`
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
export const weightLabel = (id) => id.replace(/\bw(?=[A-Z])/g, "W_");

/** @param {readonly string[]} ids */
const listed = (ids) => ids.map(weightLabel).join(", ");

/** The axes and the sizes of legs: (B, T_q) = (1, 12). @param {readonly Leg[]} legs */
const shapeSaid = (legs) =>
  `(${legs.map(({ axis }) => axis).join(", ")}) = (${legs.map(({ size }) => size).join(", ")})`;

/** The summed indices, each with its axis: d (d_k). @param {readonly Leg[]} legs */
const overSaid = (legs) => legs.map(({ letter, axis }) => `${letter} (${axis})`).join(", ");

/**
 * Says a node's operation, its result, and the inputs that are not ready yet.
 * @param {NetworkNode} node @param {readonly string[]} waits @param {Localized} speaker
 */
export function nodeSaid(node, waits, speaker) {
  const words = say(NETWORK, speaker);
  const { id, step, operands, legs, biases, kind } = node;
  const result = { name: weightLabel(id), shape: shapeSaid(legs) };
  if (kind === "tensor" || !step) return words.given(result);
  const from = listed(operands.map((operand) => operand.from));
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
    ...(waits.length ? [words.waits(listed(waits))] : []),
  ].join(" ");
}

/** The formula of a node: q = x · W_Q. @param {NetworkNode} node */
export function formulaOf({ id, step, kind, operands }) {
  const read = operands.map(({ from }) => weightLabel(from)).join(" · ");
  return `${weightLabel(id)} = ${kind === "function" ? `${step?.op}(${read})` : read}`;
}

/** The formula of a node in index notation, each index in its axis's colour: q_bin = Σ_m x_bim W_Q_mn. @param {NetworkNode} node */
export function formulaInIndices({ id, step, kind, operands, legs, biases }) {
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
export function indicesTable(node, speaker) {
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
export function numbersOf(nodes, steps, speaker) {
  const words = say(NETWORK, speaker);
  const row = (/** @type {NetworkNode} */ node, /** @type {Step} */ step) => [
    node.id,
    (einsumOf(step, steps) ?? []).map(({ letter }) => letter).join(""),
    listed(node.operands.map(({ from }) => from)),
    overSaid(summedIn(node)) || "–",
    step.shape.join("×"),
    step.flops,
  ];
  return {
    ...{ name: "tensor-network", corner: words.corner, columns: words.all },
    rows: () => nodes.flatMap((node) => (node.step && node.operands.length ? [row(node, node.step)] : [])),
  };
}
