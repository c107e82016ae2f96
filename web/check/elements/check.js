import { html } from "lit";
import { shownItemPicture } from "../../kit/state/batch-item.js";
import { isToWrite } from "../state/starter-file.js";
import { CHECK_PAGE } from "../words-page.js";
import { whyUnloaded } from "../../kit/text/refusals.js";
import { say, stop, messageText } from "../../kit/text/words.js";
import { fileCardStyles, FileDrop } from "../../kit/elements/file-card.js";
import { LinkedElement } from "../../kit/elements/linked-element.js";
import { checkStyles } from "./check-styles.js";

/**
 * @typedef {import("../state/check.js").Checked} Checked
 * @typedef {{ file: string, checked: Checked, words: typeof import("../words.js"), shows: string | null }} Shown  shows: the wrong path
 * that a figure can show
 */

/**
 * Compares the reader's own multi-head attention with the core: saved arrays, step by step, and the wrong path that explains them. The file
 * stays in the browser; the code that reads it loads on first use.
 *
 * @tag mha-check
 */
export class Check extends LinkedElement {
  static properties = {
    ...LinkedElement.properties,
    shown: { state: true },
    problem: { state: true },
    reading: { state: true },
    pages: { attribute: false },
  };

  static styles = [LinkedElement.styles, fileCardStyles, checkStyles];

  /** Identifies the last chosen file, whose result counts even if an earlier file is read later. */
  #turn = 0;
  #drop = new FileDrop(this, ([file]) => this.#take(file));

  constructor() {
    super();
    /** Result of the last file; null if it could not be read. @type {Shown | null} */
    this.shown = null;
    /** Error message of the last file that could not be read. */
    this.problem = "";
    /** Name of the file being read. */
    this.reading = "";
    /** Addresses of pages; `bugs` has a row about each mistake. @type {{ bugs?: string } | undefined} */
    this.pages = undefined;
  }

  /** Result of the last file; null before one was read. @returns {Checked | null} */
  get checked() {
    return this.shown?.checked ?? null;
  }

  render() {
    const words = say(CHECK_PAGE, this);
    const picture = shownItemPicture(this.store);
    return html`<div
        class="card ${this.#drop.isOver ? "over" : ""}"
        part="file"
        @dragover=${this.#drop.over}
        @dragleave=${this.#drop.left}
        @drop=${this.#drop.drop}
      >
        <label for="file">${words.label}</label>
        <input id="file" type="file" accept=".npz" aria-describedby="stays" @change=${this.#drop.chosen} />
        <p class="note" id="stays">${words.stays}</p>
        ${
          picture && isToWrite(picture)
            ? html`<div class="after">
                <button type="button" class="start" @click=${this.#save}>${words.start}</button>
              </div>`
            : ""
        }
      </div>
      <p role="alert">${this.problem}</p>
      <div role="status" class="verdict" part="verdict">${this.#verdict()}</div>
      ${this.shown ? this.#table(this.shown) : ""}`;
  }

  #verdict() {
    if (this.reading) return html`<p>${say(CHECK_PAGE, this).reading(this.reading)}</p>`;
    if (!this.shown) return "";
    const [first, ...others] = this.shown.words.verdictWords(this.shown.checked, this);
    return html`<p><b>${first}</b></p>
      ${others.map((each) => html`<p>${each}</p>`)}`;
  }

  /** @param {Shown} shown */
  #table({ file, checked, words, shows }) {
    const page = say(CHECK_PAGE, this);
    const { columns } = say(words.CHECK, this);
    const see = shows && this.figure;
    const row = checked.path && this.pages?.bugs && `${this.pages.bugs}#${checked.path.id}`;
    return html`${
        see || row
          ? html`<div class="after">
              ${see ? html`<button type="button" class="see" @click=${this.#see}>${page.see}</button>` : ""}
              ${row ? html`<a class="row" href=${row} target="_blank">${page.row}</a>` : ""}
            </div>`
          : ""
      }
      <div class="table" part="table" role="region" tabindex="0" aria-label=${page.table(file)}>
        <table>
          <caption>
            ${[file, ...words.readWords(checked, this)].join(`${stop(this)} `)}
          </caption>
          <thead>
            <tr>
              ${columns.map((each) => html`<th scope="col">${each}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${checked.steps.map((step) => {
              const row = words.stepWords(step, checked, this);
              return html`<tr class=${step.name === checked.parts ? "first" : ""}>
                <th scope="row">${row.name}</th>
                <td class="number">${row.shape}</td>
                <td class="number">${row.difference}</td>
                <td>${row.state}</td>
              </tr>`;
            })}
          </tbody>
        </table>
      </div>`;
  }

  /** If the file cannot be read, its error replaces the old result. @param {File} file */
  async #take(file) {
    const turn = ++this.#turn;
    this.reading = file.name;
    this.problem = "";
    try {
      const { checkFile } = await import("./check-file.js");
      const shown = await checkFile(file);
      if (turn === this.#turn) this.shown = shown;
    } catch (error) {
      if (turn !== this.#turn) return;
      this.shown = null;
      this.problem = `${file.name}: ${messageText(/** @type {Error} */ (error), this)}${stop(this)}`;
    } finally {
      if (turn === this.#turn) this.reading = "";
    }
  }

  async #save() {
    const picture = shownItemPicture(this.store);
    if (!picture) return;
    this.problem = "";
    try {
      const { saveStart } = await import("./save-starter-file.js");
      saveStart(picture);
    } catch (error) {
      this.problem = `${messageText(whyUnloaded(/** @type {Error} */ (error)), this)}${stop(this)}`;
    }
  }

  #see() {
    const { checked, shows } = this.shown ?? {};
    if (!shows) return;
    const asked = new URLSearchParams({ wrong: shows });
    if (checked?.reading.causal) asked.set("causal", "true");
    this.figure?.act(asked);
    this.figure?.scrollIntoView({ block: "nearest" });
  }
}
