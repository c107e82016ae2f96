import { css, html } from "lit";
import { wordsOf } from "../../text/steps.js";
import { Panel } from "../base/panel.js";
import { count, sizes, strides } from "../base/shape.js";

/** Names, and whether a phone has no room for it. @type {readonly [string, boolean?][]} */
const COLUMNS = [
  ["step"],
  ["shape"],
  ["strides"],
  ["storage"],
  ["offset", true],
  ["contiguous", true],
  ["elements", true],
  ["FLOPs", true],
  ["bytes", true],
];

const ROW = 31; // px
const BELOW = 20; // px

/** Q, K and V side by side, where they run in parallel: one row a lane. */
export class Lanes extends Panel {
  static styles = [
    Panel.styles,
    css`
      :host {
        overflow-x: auto;
        container-type: inline-size;
      }
      table {
        width: 100%;
        margin-bottom: 20px;
        border-collapse: collapse;
        font-size: 12.5px;
        white-space: nowrap;
      }
      caption {
        position: absolute;
        clip-path: inset(50%);
      }
      th,
      td {
        padding: 3px 12px 3px 0;
        border-bottom: 1px solid var(--_hairline);
        text-align: left;
        font-weight: 400;
      }
      thead th {
        color: var(--_muted);
      }
      tr > :last-child {
        padding-right: 0;
        text-align: right;
      }
      [aria-current="step"] {
        font-weight: 600;
        text-decoration: none;
      }
      .mono {
        font-size: 12.5px;
      }
      @container (max-width: 599px) {
        .more {
          display: none;
        }
        .strides {
          white-space: normal;
        }
      }
    `,
  ];

  /** As high as for the stage with the most steps, so that no step moves what stands below. */
  updated() {
    const stages = this.store?.state.picture?.stages ?? [];
    const rows = 1 + Math.max(0, ...stages.map(({ length }) => length));
    this.style.setProperty("min-height", `${rows * ROW + BELOW}px`);
  }

  render() {
    const { picture, step: id } = this.store?.state ?? {};
    const stage = picture?.stages.find((steps) => steps.some((step) => step.id === id)) ?? [];
    if (!picture) return html``;
    return html`<table>
      <caption>
        The steps of this stage, side by side
      </caption>
      <thead>
        <tr>
          ${COLUMNS.map(([name, more]) => html`<th scope="col" class=${more ? "more" : ""}>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${stage.map((step) => this.#row(step, step.id === id))}
      </tbody>
    </table>`;
  }

  /** @param {import("../../core/types.js").Step} step @param {boolean} current */
  #row(step, current) {
    return html`<tr>
      <th scope="row">
        <button
          class="link"
          aria-current=${current ? "step" : "false"}
          title=${wordsOf(step).title}
          @click=${() => this.store?.goTo(step.id)}
        >
          ${step.id}
        </button>
      </th>
      <td class="mono">${sizes(step)}</td>
      <td class="mono strides">${strides(step)}</td>
      <td>${step.storage}</td>
      <td class="more">${count(step.offset)}</td>
      <td class="more">${step.contiguous ? "yes" : "no"}</td>
      <td class="more">${count(step.shape.reduce((a, b) => a * b, 1))}</td>
      <td class="more">${count(step.flops)}</td>
      <td class="more">${count(step.bytesRead + step.bytesWritten)}</td>
    </tr>`;
  }
}
