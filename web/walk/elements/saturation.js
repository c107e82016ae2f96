import { css, html } from "lit";
import { chartScene } from "../../kit/draw/chart.js";
import { COMPARED } from "../../kit/text/compared.js";
import { say } from "../../kit/text/words.js";
import { measureSaturation } from "../../kit/state/saturation.js";
import { Panel } from "../../kit/elements/panel.js";

/** @import { Saturation } from "../../kit/state/saturation.js" */
/** @import { Surface } from "../../kit/draw/marks.js" */

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

  /** The last curve, and the key of the settings that it belongs to. @type {{ key: string, curve: Saturation } | null} */
  #last = null;

  render() {
    const curve = this.store?.ask((core, { tokens, seed }) => {
      const key = JSON.stringify([tokens, seed]);
      if (this.#last?.key !== key) this.#last = { key, curve: measureSaturation(core, tokens, seed) };
      return this.#last.curve;
    });
    const tokens = this.store?.state.picture?.settings.tokens.length ?? 0;
    return curve ? chart(curve, tokens, say(COMPARED, this)) : html``;
  }
}

/** @param {Saturation} curve @param {number} tokens tokens of the sentence @param {typeof COMPARED} words */
function chart(curve, tokens, words) {
  const points = curve.widths.map((width, i) => ({
    width,
    scaled: curve.scaled[i].toFixed(2),
    unscaled: curve.unscaled[i].toFixed(2),
  }));
  return html`<mha-figure
    label=${words.curve(points)}
    .draw=${(/** @type {Surface} */ surface) =>
      chartScene(
        {
          xs: curve.widths,
          xName: "d_k",
          yName: words.meanEntropy,
          max: Math.log(tokens) || 1,
          series: [
            { name: "÷ √d_k", values: curve.scaled, stroke: surface.palette.axis.H },
            { name: words.without, values: curve.unscaled, stroke: surface.palette.axis.T },
          ],
        },
        surface,
      )}
  ></mha-figure>`;
}
