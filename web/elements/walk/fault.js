import { css, html } from "lit";
import { chartScene } from "../../draw/chart.js";
import { disorder, onlyMoves } from "../../state/compare.js";
import { entropyOfAll, habit } from "../../state/habits.js";
import { saturation } from "../../state/saturation.js";
import { FAULTS, saidOf } from "../../text/faults.js";
import { focus } from "../base/follow.js";
import { Panel } from "../base/panel.js";
import { count, prose, sizesOf } from "../base/shape.js";

/** The words beside a wrong path: what happened, in numbers, and how it would show up, or hide, in training. */
export class FaultWords extends Panel {
  static styles = [
    Panel.styles,
    css`
      h2 {
        margin: 0 0 8px;
        font-size: 21px;
        font-weight: 650;
        line-height: 1.25;
      }
      p {
        margin: 0 0 12px;
        text-wrap: pretty;
      }
      .term {
        border-bottom: 1px dotted currentColor;
      }
      .refused {
        padding: 8px 12px;
        border: 1px solid var(--_T);
        border-radius: 8px;
        background: var(--_card);
        overflow-wrap: anywhere;
      }
      table {
        width: 100%;
        margin-bottom: 14px;
        border-collapse: collapse;
        font-size: 13px;
      }
      th,
      td {
        padding: 5px 0;
        border-bottom: 1px solid var(--_hairline);
        font-weight: 400;
        text-align: right;
      }
      th:first-child {
        color: var(--_muted);
        text-align: left;
      }
      mha-code,
      mha-figure {
        margin-bottom: 14px;
      }
      thead th {
        color: var(--_muted);
      }
      button {
        min-height: 30px;
        padding: 3px 11px;
        border: 1px solid var(--_T);
        border-radius: 8px;
        background: none;
        color: var(--_T);
        font-size: 13px;
      }
    `,
  ];

  /** The chip that led here is gone, and the focus was on it. */
  firstUpdated() {
    focus(this, "h2");
  }

  render() {
    const comparison = this.store?.state.comparison;
    const words = comparison && FAULTS[comparison.fault];
    if (!comparison || !words) return html``;
    const sizes = sizesOf(comparison.right);
    return html`
      <h2 tabindex="-1">${words.title}</h2>
      <p>${prose(words.why, sizes)}</p>
      ${comparison.error ? html`<p class="refused mono" role="note">${comparison.error}</p>` : ""}
      ${comparison.none ? html`<p class="refused">${saidOf(comparison.fault, comparison.none)}.</p>` : ""}
      ${this.#facts(comparison, words.shows[0])}
      ${words.chart ? this.#chart(comparison.right.settings.tokens.length) : ""}
      <p>${words.training}</p>
      <mha-code .store=${this.store}></mha-code>
      <button @click=${() => this.store?.makeRight()}>✕ leave the wrong path</button>
    `;
  }

  /** @param {number} tokens that the curve is of */
  #chart(tokens) {
    const curve = this.store?.ask((core, { tokens, seed }) => saturation(core, tokens, seed));
    if (!curve) return "";
    const said = curve.widths.map(
      (width, i) => `at ${width}: ${curve.scaled[i].toFixed(2)} and ${curve.unscaled[i].toFixed(2)}`,
    );
    return html`<mha-figure
      label=${`Mean entropy in nats, scaled and unscaled, by d_k. ${said.join("; ")}`}
      .draw=${(/** @type {import("../../draw/marks.js").Surface} */ surface) =>
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

  /** @param {import("../../state/compare.js").Comparison} comparison @param {string} id */
  #facts(comparison, id) {
    const { heads } = comparison.right.settings;
    const head = Math.min(this.store?.selection.head ?? 0, heads - 1);
    const rows = [
      ...placed(comparison, id, head),
      ...attended(comparison, head),
      ["error raised", "none", comparison.error ? "yes" : "none"],
    ];
    return html`<table>
      <thead>
        <tr>
          <td></td>
          <th scope="col">right</th>
          <th scope="col">wrong</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, right, wrong]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${right}</td>
              <td>${wrong}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

/** Where the elements of the step ended up, for steps whose elements only move. @param {import("../../state/compare.js").Comparison} comparison @param {string} id @param {number} head */
function placed(comparison, id, head) {
  const step = comparison.wrong.step(id);
  if (!step || step.error || !onlyMoves(comparison, step)) return [];
  const right = disorder(
    { ...comparison, wrong: comparison.right },
    /** @type {any} */ (comparison.right.step(id)),
    head,
  );
  const wrong = disorder(comparison, step, head);
  return [
    ["in the wrong place", "0", `${count(wrong.wrong)} of ${count(wrong.total)}`],
    ...(right.tokens ? [[`tokens head ${head} sees`, count(right.tokens), count(wrong.tokens)]] : []),
  ];
}

/** What the selected head does on either path. @param {import("../../state/compare.js").Comparison} comparison @param {number} head */
function attended(comparison, head) {
  if (comparison.error) return [];
  const most = entropyOfAll(comparison.right);
  const [right, wrong] = [comparison.right, comparison.wrong].map((picture) => picture.measure().heads[head]);
  return [
    [`head ${head} attends to`, habit(right, most), habit(wrong, most)],
    ["its entropy, nats", right.entropy.toFixed(2), wrong.entropy.toFixed(2)],
  ];
}
