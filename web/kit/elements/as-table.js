import { LitElement, css, html } from "lit";
import { formatNumber } from "../draw/legend.js";
import { csvLine } from "../state/csv.js";
import { TABLE } from "../text/files.js";
import { say } from "../text/words.js";
import { define } from "./define.js";
import "./more.js";
import { localeAt } from "./language.js";
import { saveFile } from "./save.js";
import { theme } from "./theme.js";
import { table, tableStyles } from "./table.js";

/**
 * The numbers of a picture as a table, for readers who cannot see the picture, and as a file.
 * @typedef {object} Numbers
 * @property {string} name      name of the file, without its extension
 * @property {string} corner    heading of the column of row names
 * @property {readonly (string | number)[]} columns
 * @property {() => readonly (readonly (string | number)[])[]} rows  each starts with the row's name; computed when the table is opened
 */

const MOST_ROWS = 64;
const MOST_COLUMNS = 32;

/** The menu of a figure whose numbers can be shown as a table, below the menu, or saved. Its slots take further items. */
export class AsTable extends LitElement {
  static properties = { numbers: { attribute: false }, open: { state: true } };

  static styles = [
    theme,
    tableStyles,
    css`
      :host {
        display: block;
        margin-top: 8px;
        font-size: 13px;
      }
      .link {
        color: var(--_ink);
      }
      .scroll {
        max-height: 320px;
        overflow: auto;
      }
      table {
        width: auto;
      }
      p {
        margin: 4px 0;
        color: var(--_muted);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Numbers | null} */
    this.numbers = null;
    this.open = false;
  }

  /** Words in the element's language. */
  get locale() {
    return localeAt(this);
  }

  /** @param {Numbers} numbers @param {unknown} [items] further items of the menu */
  static of(numbers, items = "") {
    return html`<mha-as-table part="beside" .numbers=${numbers}>${items}</mha-as-table>`;
  }

  render() {
    const words = say(TABLE, this);
    return html`<mha-more>
        <button class="link" @click=${this.#toggle}>${this.open ? words.hide : words.show}</button>
        <slot name="files"><button class="link" @click=${this.#save}>${words.save}</button></slot>
        <slot></slot>
      </mha-more>
      ${this.open && this.numbers ? this.#opened(this.numbers) : ""}`;
  }

  /** Moves the focus to the table, or back to the menu. */
  async #toggle() {
    this.open = !this.open;
    /** @type {import("./more.js").More | null} */ (this.renderRoot.querySelector("mha-more"))?.close();
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(".scroll"))?.focus();
  }

  /** @param {Numbers} numbers */
  #opened({ corner, columns, rows }) {
    const all = rows();
    const words = say(TABLE, this);
    const cut = all.length > MOST_ROWS || columns.length > MOST_COLUMNS;
    const seen = all
      .slice(0, MOST_ROWS)
      .map(([name, ...cells]) => [
        html`<bdi>${name}</bdi>`,
        ...cells.slice(0, MOST_COLUMNS).map((cell) => (typeof cell === "number" ? formatNumber(cell) : cell)),
      ]);
    const sizes = {
      ...{ rows: Math.min(all.length, MOST_ROWS), ofRows: all.length },
      ...{ columns: Math.min(columns.length, MOST_COLUMNS), ofColumns: columns.length },
    };
    return html`${cut ? html`<p>${words.part(sizes)}</p>` : ""}
      <div class="scroll" tabindex="0" role="group" aria-label=${words.numbers}>
        ${table([corner, ...columns.slice(0, MOST_COLUMNS).map((name) => html`<bdi>${name}</bdi>`)], seen)}
      </div>`;
  }

  #save() {
    if (this.numbers) saveFile([csvOf(this.numbers)], `${this.numbers.name}.csv`);
  }
}

define("mha-as-table", AsTable);

/** @param {Numbers} numbers */
export const csvOf = ({ corner, columns, rows }) => [[corner, ...columns], ...rows()].map(csvLine).join("");
