import { css, html } from "lit";
import { choice, choiceStyles } from "../../kit/elements/choice.js";
import { capitalize, headName } from "../../kit/text/head-names.js";
import { shortShare } from "../../kit/text/share.js";
import { say } from "../../kit/text/words.js";
import { labelOf } from "../state/page-run.js";
import { MODEL_CIRCUIT } from "../words-writes.js";
import { FollowingPanel } from "./following-panel.js";

/** @typedef {import("../state/head-circuit.js").Circuit} Circuit */
/** @typedef {Awaited<ReturnType<Circuit["pieces"]>>} Lists */
/** @typedef {{ circuit: Circuit, lists: Lists, placed: Lists["looksFor"] | null }} Read placed: what is looked for with positions, where these change it */

const SHOWN = 3; // earlier heads a row
const LISTED = 5; // pieces a row

/** The circuits of the selected head, in a fold: its copying score, the earlier heads that it reads, and the pieces that it looks for and raises. @extends {FollowingPanel<Read>} */
export class ModelCircuit extends FollowingPanel {
  static properties = { ...FollowingPanel.properties, open: { state: true }, isPlaced: { state: true } };

  static styles = [
    FollowingPanel.styles,
    choiceStyles,
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
    /** Whether positions count in what the head looks for. @type {boolean} */
    this.isPlaced = false;
  }

  updated() {
    if (this.open) void this.follow();
  }

  get subject() {
    const { selected, run, query } = this.page.state;
    if (!run) return null;
    return [run.of.model, selected.layer, selected.head, run.tokens[query].id, query, this.#at.key];
  }

  /** The selected query and key. */
  get #at() {
    const { selected, query, key } = this.page.state;
    return { query, key: key ?? this.page.ranking.keysOf(selected)[0].key };
  }

  async compute() {
    const { selected, run, query } = this.page.state;
    const { of, tokens } = /** @type {import("../state/page-run.js").Shown} */ (run);
    const at = this.#at;
    const circuit = await of.model.circuit(selected.layer, selected.head);
    const { id } = tokens[query];
    const lists = await circuit.pieces(id, LISTED);
    const placed = circuit.positions
      ? (await circuit.pieces(id, LISTED, { ...at, tokens: tokens.length })).looksFor
      : null;
    return { circuit, lists, placed };
  }

  render() {
    const { run, selected, query } = this.page?.state ?? {};
    if (!run || !selected || query === undefined) return html``;
    const words = say(MODEL_CIRCUIT, this);
    const { result } = this;
    return html`<details ?open=${this.open} @toggle=${this.#toggle}>
      <summary>${words.title(capitalize(headName(selected.layer, selected.head, this)))}</summary>
      ${
        result
          ? this.#shown(result, labelOf(run.tokens[query].text))
          : this.renderMissing(this.open ? `${words.reading}…` : "")
      }
    </details>`;
  }

  /** @param {Event} event */
  #toggle({ target }) {
    this.open = /** @type {HTMLDetailsElement} */ (target).open;
  }

  /** @param {Read} read @param {string} piece */
  #shown({ circuit, lists, placed }, piece) {
    const words = say(MODEL_CIRCUIT, this);
    const ways = /** @type {const} */ (["k", "q", "v"]);
    const isPlaced = this.isPlaced && placed;
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
            <td>${pieces(isPlaced ? placed : lists.looksFor)}</td>
          </tr>
          <tr>
            <th scope="row">${words.raises(piece)}</th>
            <td>${pieces(lists.raises)}</td>
          </tr>
        </tbody>
      </table>
      ${circuit.positions ? this.#positions(circuit.positions) : ""}
      <p class="quiet">${isPlaced ? words.howPlaced : words.how}</p>`;
  }

  /** The switch that includes positions in the lists. @param {NonNullable<Circuit["positions"]>} positions */
  #positions(positions) {
    const words = say(MODEL_CIRCUIT, this);
    const { query, key } = this.#at;
    const placed = positions === "added" ? words.places(query, key) : words.distance(query - key);
    /** @type {readonly [boolean, string][]} */
    const ways = [
      [false, words.unplaced],
      [true, placed],
    ];
    return html`<p>
      ${choice(words.positions, words.positions, ways, this.isPlaced, (way) => (this.isPlaced = way))}
    </p>`;
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
