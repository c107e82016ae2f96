import { css, html } from "lit";
import { textField } from "../../kit/elements/fields.js";
import { FileDrop } from "../../kit/elements/file-card.js";
import { focus } from "../../kit/elements/follow.js";
import { messageText, say, stop } from "../../kit/text/words.js";
import { isEmpty } from "../state/sentence-source.js";
import { STUDY_SOURCE } from "../words.js";
import { StudyPanel } from "./study-panel.js";

/** @import { Source } from "../state/sentence-source.js" */
/** @import { Cut, Study } from "../state/study-types.js" */

const CUTS = /** @type {const} */ (["sentences", "lines"]);

/** The text that is measured, how it is cut, and the run with its progress. */
export class StudySource extends StudyPanel {
  static styles = [
    StudyPanel.styles,
    css`
      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px 16px;
        font-size: 13px;
      }
      label {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        max-width: 100%;
      }
      label select {
        min-width: 0;
        font-weight: 600;
      }
      .own {
        display: block;
        margin: 8px 0;
      }
      textarea {
        display: block;
        width: 100%;
        ${textField}
        min-height: 110px;
        resize: vertical;
        font: inherit;
        color: inherit;
      }
      .box {
        margin: 0 -10px;
        padding: 8px 10px;
        border: 1px dashed transparent;
        border-radius: 9px;
      }
      .over {
        border-color: var(--_ink);
        background: var(--_card);
      }
      .start {
        border-color: var(--_accent);
        background: var(--_accent);
        color: var(--_card);
        font-weight: 600;
      }
      .start:disabled {
        border-color: var(--_hairline);
        background: var(--_card);
        color: var(--_muted);
      }
      .losses {
        min-height: 24px;
      }
      .progress {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
        min-height: 34px;
        font-size: 13px;
      }
      progress {
        width: 140px;
        height: 8px;
        accent-color: var(--_ink);
      }
      input[type="file"] {
        position: absolute;
        width: 1px;
        height: 1px;
        overflow: hidden;
        clip-path: inset(50%);
        white-space: nowrap;
      }
      .file:focus-within {
        outline: 2px solid var(--_ink);
        outline-offset: 2px;
      }
      .file {
        min-height: 24px;
        text-decoration: underline dotted 1px;
        text-underline-offset: 3px;
        cursor: pointer;
      }
    `,
  ];

  #drop = new FileDrop(this, ([file]) => this.page.take(file, file.name));

  constructor() {
    super();
    this.addEventListener("focuslost", () => focus(this, ".progress button"));
  }

  render() {
    const { subject, source, cut, problem, running } = this.page?.state ?? {};
    if (!subject || !source || !cut) return html``;
    const words = say(STUDY_SOURCE, this);
    const { kind } = source;
    return html`<div
        class="box act ${this.#drop.isOver ? "over" : ""}"
        @dragover=${this.#drop.over}
        @dragleave=${this.#drop.left}
        @drop=${this.#drop.drop}
      >
        <div class="row">
          <label>
            ${words.text}
            <select @change=${this.#choose}>
              <option value="default" .selected=${kind === "default"}>${words.kinds.default}</option>
              <option value="text" .selected=${kind === "text"}>${words.kinds.text}</option>
              ${source.kind === "file" ? html`<option value="file" .selected=${kind === "file"}>${source.file.name}</option>` : ""}
            </select>
          </label>
          ${source.kind === "file" && source.columns.length ? this.#column(source) : ""}
          ${kind === "default" ? "" : this.#cut(cut)}
          <span>
            <label class="file"
              >${words.choose}<input type="file" accept=".txt,.csv,.jsonl,.npz" @change=${this.#drop.chosen}
            /></label>
            <span class="quiet">${words.drop}</span>
          </span>
        </div>
        ${
          source.kind === "text"
            ? html`<label class="own"
                ><span class="quiet">${words.own}</span
                ><textarea spellcheck="false" .value=${source.text} @input=${this.#write}></textarea>
              </label>`
            : ""
        }
        ${kind === "default" ? "" : html`<p class="quiet">${words.how[cut]} ${words.private}</p>`}
      </div>
      <div class="progress">
        ${running ? html`<button class="button" @click=${() => this.page.stop()}>${words.stop}</button>` : this.#begin()}
        ${this.#progress()}
      </div>
      ${problem ? html`<p role="alert" class="act">${messageText(problem, this)}${stop(this)}</p>` : ""}`;
  }

  #begin() {
    const words = say(STUDY_SOURCE, this);
    return html`<button
        class="button start"
        ?disabled=${isEmpty(this.page.state.source)}
        @click=${this.#start}
      >
        ${words.start}
      </button>
      ${this.page.canGoOn ? html`<button class="button" @click=${() => void this.page.goOn()}>${words.on}</button>` : ""}
      ${this.#losses()}`;
  }

  /** Whether the loss without each head is measured too, and how long that takes. */
  #losses() {
    const estimate = this.page.lossesEstimate;
    if (!estimate) return "";
    const words = say(STUDY_SOURCE, this);
    const { times, seconds, count } = estimate;
    return html`<label class="losses">
      <input
        type="checkbox"
        .checked=${this.page.state.losses}
        @change=${(/** @type {Event} */ event) => this.page.set({ losses: /** @type {HTMLInputElement} */ (event.target).checked })}
      />
      <span
        >${words.losses}
        <span class="quiet"
          >${seconds === null ? words.times(Math.round(times)) : words.takes(this.#time(seconds), count)}</span
        ></span
      >
    </label>`;
  }

  #progress() {
    const { result, running } = this.page.state;
    if (!result) return "";
    const words = say(STUDY_SOURCE, this);
    const { count, total, perSecond, left } = result.study;
    return html`${running && total ? html`<progress max=${total} value=${count} aria-label=${words.progress}></progress>` : ""}
      <span>${words.done({ done: count, total })}</span>
      ${running && perSecond ? html`<span class="quiet">${words.speed(perSecond < 10 ? perSecond.toFixed(1) : String(Math.round(perSecond)))}</span>` : ""}
      ${running && left !== null ? html`<span class="quiet">${words.left(this.#time(left))}</span>` : ""}`;
  }

  /** A time in seconds, minutes or hours. @param {number} left seconds */
  #time(left) {
    const words = say(STUDY_SOURCE, this);
    if (left < 90) return words.seconds(Math.max(1, Math.round(left)));
    return left < 5400 ? words.minutes(Math.round(left / 60)) : words.hours(Math.round(left / 3600));
  }

  /** @param {Extract<Source, { kind: "file" }>} source */
  #column(source) {
    const { column, columns } = source;
    return html`<label>
      ${say(STUDY_SOURCE, this).column}
      <select
        @change=${(/** @type {Event} */ event) => this.page.set({ source: { ...source, column: valueOf(event) } })}
      >
        ${columns.map((each) => html`<option value=${each} .selected=${each === column}>${each}</option>`)}
      </select>
    </label>`;
  }

  /** @param {Cut} cut */
  #cut(cut) {
    const words = say(STUDY_SOURCE, this);
    return html`<label>
      ${words.cut}
      <select
        @change=${(/** @type {Event} */ event) => this.page.set({ cut: /** @type {Cut} */ (valueOf(event)) })}
      >
        ${CUTS.map((each) => html`<option value=${each} .selected=${each === cut}>${words.cuts[each]}</option>`)}
      </select>
    </label>`;
  }

  /** @param {Event} event */
  #choose = (event) => {
    const kind = valueOf(event);
    if (kind === "default") this.page.set({ source: { kind } });
    if (kind === "text") this.page.set({ source: { kind, text: "" } });
  };

  /** @param {Event} event */
  #write = (event) => this.page.set({ source: { kind: "text", text: valueOf(event) } });

  #start = () => {
    const { subject, source } = this.page.state;
    const words = say(STUDY_SOURCE, this);
    const text = source.kind === "file" ? source.file.name : words.kinds[source.kind];
    void this.page.start(words.of(subject?.name ?? "", text));
  };
}

/** @param {Event} event of a field */
const valueOf = ({ target }) => /** @type {HTMLInputElement} */ (target).value;
