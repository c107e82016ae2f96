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
  const matrix = mathml`<msub><mi>W</mi><mi>${name.slice(1)}</mi></msub>`;
  const largest = [...products].sort(([a, b], [c, d]) => Math.abs(c * d) - Math.abs(a * b)).slice(0, SHOWN);
  const rest = products.length > SHOWN;
  return html`<math display="block">
      <mrow>
        ${byLoss(matrix)}<mo>=</mo><msup><mi>${input}</mi><mi mathvariant="normal">T</mi></msup>
        ${byLoss(mathml`<mi>${output}</mi>`)}
      </mrow>
    </math>
    <math display="block">
      <mrow>
        ${byLoss(
          html`<msub
            >${matrix}<mrow><mn>${row}</mn><mo>,</mo><mn>${column}</mn></mrow></msub
          >`,
        )}
        <mo>=</mo><munder><mo>∑</mo><mi>t</mi></munder>
        <msub
          ><mi>${input}</mi><mrow><mi>t</mi><mo>,</mo><mn>${row}</mn></mrow></msub
        >
        ${byLoss(
          html`<msub
            ><mi>${output}</mi><mrow><mi>t</mi><mo>,</mo><mn>${column}</mn></mrow></msub
          >`,
        )}
      </mrow>
    </math>
    <p class="products mono">
      = ${largest.map(([x, d]) => `${number(x)} · ${number(d)}`).join(" + ")}${rest ? " + …" : ""} =
      ${number(sum)}
    </p>`;
}

/** ∂L/∂what @param {unknown} what */
const byLoss = (what) =>
  mathml`<mfrac
    ><mrow><mo>∂</mo><mi>L</mi></mrow
    ><mrow><mo>∂</mo>${what}</mrow></mfrac
  >`;
