import { css, html } from "lit";
import { retryButton } from "../../kit/elements/load-failed.js";
import { capital, headName } from "../../kit/text/head-names.js";
import { shortShare } from "../../kit/text/share.js";
import { messageText, say, stop } from "../../kit/text/words.js";
import { labelOf } from "../state/page-run.js";
import { MODEL_CIRCUIT } from "../words-writes.js";
import { ModelPanel } from "./model-panel.js";

/** @typedef {import("../state/loaded-model.js").Circuit} Circuit */
/** @typedef {Awaited<ReturnType<Circuit["pieces"]>>} Lists */
/** @typedef {{ key: string, circuit: Circuit, lists: Lists }} Read */

const SHOWN = 3; // earlier heads a row

/** What the weights of the selected head say of it, in a fold: what it copies, which heads it reads, which pieces it looks for and raises. */
export class ModelCircuit extends ModelPanel {
  static properties = {
    ...ModelPanel.properties,
    open: { state: true },
    read: { state: true },
    problem: { state: true },
  };

  static styles = [
    ModelPanel.styles,
    css`
      :host {
        margin-top: 18px;
        font-size: 13px;
      }
      summary {
        width: fit-content;
        font-size: 15px;
        font-weight: 600;
        cursor: pointer;
      }
      p,
      table {
        margin: 8px 0;
      }
      th {
        padding: 2px 14px 2px 0;
        font-weight: 400;
        color: var(--_muted);
        text-align: start;
        vertical-align: top;
      }
      td {
        padding: 2px 0;
      }
      .strong {
        font-weight: 600;
      }
      @media print {
        details:not([open]) {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.open = false;
    /** @type {Read | null} */
    this.read = null;
    /** Why the last circuit could not be read. @type {{ key: string, error: Error } | null} */
    this.problem = null;
  }

  updated() {
    if (this.open) void this.#follow();
  }

  /** The head and the piece on show. */
  get #key() {
    const { selected, run, query } = this.page.state;
    return run ? `${run.of.name} ${selected.layer} ${selected.head} ${run.tokens[query].id}` : "";
  }

  #asked = "";

  async #follow() {
    const key = this.#key;
    const { selected, run, query } = this.page.state;
    if (!run || key === this.#asked) return;
    this.#asked = key;
    this.problem = null;
    try {
      const circuit = await run.of.model.circuit(selected.layer, selected.head);
      const lists = await circuit.pieces(run.tokens[query].id);
      if (key !== this.#asked) return;
      this.read = { key, circuit, lists };
    } catch (error) {
      if (key === this.#asked) this.problem = { key, error: /** @type {Error} */ (error) };
    }
  }

  #again() {
    this.#asked = "";
    this.problem = null;
  }

  render() {
    const { run, selected, query } = this.page?.state ?? {};
    if (!run || !selected || query === undefined) return html``;
    const words = say(MODEL_CIRCUIT, this);
    const key = this.#key;
    const shown = this.read?.key === key ? this.read : null;
    const problem = this.problem?.key === key ? this.problem.error : null;
    return html`<details ?open=${this.open} @toggle=${this.#toggle}>
      <summary>${words.title(capital(headName(selected.layer, selected.head, this)))}</summary>
      ${
        shown
          ? this.#shown(shown, labelOf(run.tokens[query].text))
          : problem
            ? html`<p role="alert">
                ${messageText(problem, this)}${stop(this)} ${retryButton(this, () => this.#again())}
              </p>`
            : html`<p class="quiet" role="status">${this.open ? `${words.reading}…` : ""}</p>`
      }
    </details>`;
  }

  /** @param {Event} event */
  #toggle({ target }) {
    this.open = /** @type {HTMLDetailsElement} */ (target).open;
  }

  /** @param {Read} read @param {string} piece */
  #shown({ circuit, lists }, piece) {
    const words = say(MODEL_CIRCUIT, this);
    const ways = /** @type {const} */ (["k", "q", "v"]);
    const pieces = (/** @type {Lists["raises"]} */ list) =>
      list.map(({ text }, i) => html`${i ? ", " : ""}<bdi>${labelOf(text)}</bdi>`);
    return html`<p>${words.copying(shortShare(circuit.copying))}</p>
      ${
        circuit.composition.length
          ? html`<p>${words.reads}</p>
              <table aria-label=${words.reads}>
                <tbody>
                  ${ways.map(
                    (way) =>
                      html`<tr>
                        <th scope="row">${words.ways[way]}</th>
                        <td>${this.#most(circuit, way)}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>`
          : html`<p class="quiet">${words.first}</p>`
      }
      <table aria-label=${words.lists(piece)}>
        <tbody>
          <tr>
            <th scope="row">${words.looksFor(piece)}</th>
            <td>${pieces(lists.looksFor)}</td>
          </tr>
          <tr>
            <th scope="row">${words.raises(piece)}</th>
            <td>${pieces(lists.raises)}</td>
          </tr>
        </tbody>
      </table>
      <p class="quiet">${words.how}</p>`;
  }

  /** The heads that are read most in a way. @param {Circuit} circuit @param {"q" | "k" | "v"} way */
  #most({ composition }, way) {
    const most = composition.toSorted((a, b) => b[way] - a[way]).slice(0, SHOWN);
    return most.map(
      (each, i) =>
        html`${i ? " · " : ""}<span class=${i ? "" : "strong"}
            >${headName(each.layer, each.head, this)} ${shortShare(each[way])}</span
          >`,
    );
  }
}
