import { css, html } from "lit";
import { decimals } from "../../kit/draw/legend.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { choice, choiceStyles } from "../../kit/elements/choice.js";
import { headName } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { restOf } from "../draw/cents.js";
import { MODEL_SCORE, MODEL_WRITES } from "../words-writes.js";
import { FollowingPanel } from "./following-panel.js";

/** @typedef {import("../state/score-parts.js").PartName} PartName */
/** @typedef {import("../state/score-parts.js").PartsOfScore} PartsOfScore */
/** @typedef {"query" | "key" | "pairs"} Side */
/** @typedef {import("../state/page-state.js").Head & { run: import("../state/page-run.js").Shown, query: number, key: number }} Cell */

const SHOWN = 8; // rows
const PAIRS = 1000; // most pairs in the file

/**
 * Why a cell of the selected head's map has its score: what parts of the stream add to it by the query, by the key, and in pairs.
 * @extends {FollowingPanel<{ cell: Cell, parts: PartsOfScore }>}
 */
export class ModelScore extends FollowingPanel {
  static properties = { ...FollowingPanel.properties, side: { state: true } };

  static styles = [
    FollowingPanel.styles,
    barStyles,
    choiceStyles,
    css`
      :host {
        font-size: 13px;
      }
      p {
        margin: 8px 0;
      }
      .choice {
        flex-wrap: wrap;
      }
      .stale {
        opacity: 0.5;
      }
      table {
        width: 100%;
        border-collapse: collapse;
        table-layout: fixed;
      }
      caption {
        text-align: start;
      }
      th {
        width: 46%;
        padding: 3px 0;
        font-weight: 400;
        text-align: start;
      }
      td {
        padding: 3px 0;
      }
      .value {
        width: 5em;
        text-align: end;
        font-variant-numeric: tabular-nums;
      }
      .rest th,
      .rest td {
        color: var(--_muted);
      }
      .sum th,
      .sum td {
        padding-top: 8px;
        font-weight: 600;
      }
    `,
  ];

  constructor() {
    super();
    /** What the rows are parts of. @type {Side} */
    this.side = "key";
  }

  updated() {
    void this.follow();
  }

  /** The selected head, query and key; null without a run. @returns {Cell | null} */
  get #cell() {
    const { run, selected, query, key } = this.page?.state ?? {};
    if (!run?.isWhole || !selected || query === undefined) return null;
    return { run, ...selected, query, key: key ?? this.page.ranking.keysOf(selected)[0].key };
  }

  get subject() {
    const cell = this.#cell;
    return cell && [cell.run, cell.layer, cell.head, cell.query, cell.key];
  }

  async compute() {
    const cell = /** @type {Cell} */ (this.#cell);
    const { run, layer, head, query, key } = cell;
    return { cell, parts: await run.run.scoreParts(layer, head, query, key, { pairs: PAIRS }) };
  }

  render() {
    if (!this.#cell) return html``;
    const words = say(MODEL_SCORE, this);
    const { found, isCurrent, problem } = this;
    if (!found || (problem && !isCurrent)) return this.renderMissing(`${say(MODEL_WRITES, this).computing}…`);
    const { cell, parts } = found.result; // of the cell before, until the parts of the new one are there
    const { score, remainder, position, softcap } = parts;
    const pieces = { query: cell.run.words[cell.query], key: cell.run.keyWords[cell.key] };
    const ways = /** @type {const} */ (["key", "query", "pairs"]);
    return html`<p>
        ${words.score({ ...pieces, score: decimals(score, 2) })}
        <span class="quiet"
          >${words.how(exponential(remainder))} ${position ? words.position(decimals(position, 2)) : ""}
          ${softcap ? words.softcap(softcap) : ""}</span
        >
      </p>
      <p>
        ${choice(
          words.by,
          words.by,
          ways.map((side) => [side, words.sides[side](pieces)]),
          this.side,
          (side) => (this.side = side),
        )}
      </p>
      <div class=${isCurrent ? "" : "stale"} aria-busy=${!isCurrent}>${this.#rows(parts)}</div>
      ${AsTable.of(this.#table(parts))}`;
  }

  /** @param {PartsOfScore} result */
  #rows(result) {
    const words = say(MODEL_SCORE, this);
    const all = this.#named(result);
    const largest = all.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, SHOWN);
    const shown = largest.toSorted((a, b) => b.value - a.value);
    const product = result.score - result.position;
    const rest = restOf(product, shown);
    const most = Math.max(...shown.map(({ value }) => value), 1e-9);
    const least = Math.min(...shown.map(({ value }) => value), 0);
    const line = (/** @type {string} */ kind, /** @type {string} */ name, /** @type {number} */ value) =>
      html`<tr class=${kind}>
        <th scope="row">${name}</th>
        <td></td>
        <td class="value">${decimals(value, 2)}</td>
      </tr>`;
    return html`<table aria-label=${words.sums[this.side]}>
      <caption class="quiet">
        ${words.sums[this.side]}
      </caption>
      <tbody>
        ${shown.map(
          ({ name, value, isHead }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${bar(value, { most, least, fill: isHead ? "var(--_H)" : "var(--_edge)" })}</td>
              <td class="value">${value > 0 ? "+" : ""}${decimals(value, 2)}</td>
            </tr>`,
        )}
        ${all.length > shown.length ? line("rest", words.others, rest) : ""}
        ${line("sum", say(MODEL_WRITES, this).together, product)}
      </tbody>
    </table>`;
  }

  /** The rows of the side on show. @param {PartsOfScore} result @returns {{ name: string, value: number, isHead: boolean }[]} */
  #named(result) {
    if (this.side !== "pairs")
      return result[this.side].map((part) => ({
        ...{ name: this.#name(part), value: part.value, isHead: part.kind === "head" },
      }));
    return result.pairs.map(({ query, key, value }) => ({
      ...{ name: `${this.#name(query)} × ${this.#name(key)}`, value },
      isHead: query.kind === "head" || key.kind === "head",
    }));
  }

  /** @param {PartName} part */
  #name({ kind, layer, head }) {
    const words = say(MODEL_WRITES, this);
    if (kind === "head") return headName(Number(layer), Number(head), this);
    return kind === "network" ? words.network(Number(layer)) : words[kind];
  }

  /** @param {PartsOfScore} result @returns {import("../../kit/elements/as-table.js").Numbers} */
  #table(result) {
    const words = say(MODEL_SCORE, this);
    return {
      ...{ name: `score-by-${this.side}`, corner: say(MODEL_WRITES, this).part, columns: [words.adds] },
      rows: () => this.#named(result).map(({ name, value }) => [name, value]),
    };
  }
}

/** @param {number} value */
const exponential = (value) => Math.abs(value).toExponential(0).replace("-", "−");
