import { LitElement, css, html } from "lit";
import { wordsOf } from "../text/steps.js";
import { Follow } from "./follow.js";
import { count, product, strides } from "./shape.js";
import { theme } from "./theme.js";

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

/** Q, K and V side by side, where they run in parallel: one row a lane. */
export class Lanes extends LitElement {
  static properties = { store: { attribute: false } };

  static styles = [
    theme,
    css`
      :host {
        display: block;
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
      button {
        min-width: 24px;
        min-height: 24px;
        padding: 0;
        border: 0;
        background: none;
        text-align: left;
        text-decoration: underline dotted 1px;
        text-underline-offset: 3px;
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
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../state/store.js").Store | null} */
    this.store = null;
    new Follow(this);
  }

  render() {
    const { picture, step: id } = this.store?.state ?? {};
    const stage = picture?.stages.find((steps) => steps.some((step) => step.id === id)) ?? [];
    if (stage.length < 2) return html``;
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

  /** @param {import("../core/types.js").Step} step @param {boolean} current */
  #row(step, current) {
    return html`<tr>
      <th scope="row">
        <button
          aria-current=${current ? "step" : "false"}
          title=${wordsOf(step.id).title}
          @click=${() => this.store?.goTo(step.id)}
        >
          ${step.id}
        </button>
      </th>
      <td class="mono">${product(step.axes, step.shape)}</td>
      <td class="mono">${strides(step)}</td>
      <td>${step.storage}</td>
      <td class="more">${count(step.offset)}</td>
      <td class="more">${step.contiguous ? "yes" : "no"}</td>
      <td class="more">${count(step.shape.reduce((a, b) => a * b, 1))}</td>
      <td class="more">${count(step.flops)}</td>
      <td class="more">${count(step.bytesRead + step.bytesWritten)}</td>
    </tr>`;
  }
}
