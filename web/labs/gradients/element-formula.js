import { html, mathml } from "lit";
import { number } from "../../kit/draw/legend.js";

/** @typedef {NonNullable<ReturnType<import("./state.js").GradientStudy["products"]>>} Products */

const SHOWN = 2; // of the sum's products; the largest ones

/**
 * The gradient of a weight as a matrix product, in index notation and with its numbers.
 * @param {import("./state.js").Place} place @param {Products | null} made
 */
export function gradientFormula({ name, row, column }, made) {
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
      = ${largest.map(([x, d]) => `${number(x)} · ${number(d)}`).join(" + ")}${rest} = ${number(sum)}
    </p>`;
}

/** ∂L/∂what @param {string} what */
const byLoss = (what) =>
  mathml`<mfrac><mrow><mo>∂</mo><mi>L</mi></mrow><mrow><mo>∂</mo><mtext>${what}</mtext></mrow></mfrac>`;
