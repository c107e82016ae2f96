import { css, html } from "lit";
import { chartScene } from "../../draw/chart.js";
import { saturation } from "../../state/saturation.js";
import { Panel } from "../base/panel.js";

/** @import { Saturation } from "../../state/saturation.js" */
/** @import { Surface } from "../../draw/marks.js" */

/** How the softmax saturates with the width of a head. */
export class SaturationChart extends Panel {
  static styles = [
    Panel.styles,
    css`
      mha-figure {
        margin-bottom: 14px;
      }
    `,
  ];

  /** Worked out once, and drawn whenever something changes. @type {{ key: string, curve: Saturation } | null} */
  #last = null;

  render() {
    const curve = this.store?.ask((core, { tokens, seed }) => {
      const key = JSON.stringify([tokens, seed]);
      if (this.#last?.key !== key) this.#last = { key, curve: saturation(core, tokens, seed) };
      return this.#last.curve;
    });
    const tokens = this.store?.state.picture?.settings.tokens.length ?? 0;
    return curve ? chart(curve, tokens) : html``;
  }
}

/** @param {Saturation} curve @param {number} tokens that it is of */
function chart(curve, tokens) {
  const said = curve.widths.map(
    (width, i) => `at ${width}: ${curve.scaled[i].toFixed(2)} and ${curve.unscaled[i].toFixed(2)}`,
  );
  return html`<mha-figure
    label=${`Mean entropy in nats, scaled and unscaled, by d_k. ${said.join("; ")}`}
    .draw=${(/** @type {Surface} */ surface) =>
      chartScene(
        {
          xs: curve.widths,
          xName: "d_k",
          yName: "mean entropy of a row, nats",
          max: Math.log(tokens) || 1,
          series: [
            { name: "÷ √d_k", values: curve.scaled, stroke: surface.palette.axis.H },
            { name: "without", values: curve.unscaled, stroke: surface.palette.axis.T },
          ],
        },
        surface,
      )}
  ></mha-figure>`;
}
