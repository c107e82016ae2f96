import { css, html } from "lit";
import { messageText, say, stop } from "../kit/text/words.js";
import { ModelPanel } from "../models/elements/model-panel.js";
import { STUDY_FOLD } from "../models/words.js";

/** @typedef {import("../study/state/study-store.js").StudyStore} StudyStore */

/**
 * The fold “On many sentences” below the models. Its views load when it is first opened; the link holds their axes and the head.
 */
export class ModelStudy extends ModelPanel {
  static properties = { ...ModelPanel.properties, study: { state: true }, problem: { state: true } };

  static styles = [
    ModelPanel.styles,
    css`
      details {
        border-top: 1px solid var(--_hairline);
      }
      summary {
        display: grid;
        grid-template-columns: 14px max-content minmax(0, 1fr);
        gap: 0 8px;
        align-items: baseline;
        padding: 12px 0;
        cursor: pointer;
        list-style: none;
      }
      summary::-webkit-details-marker {
        display: none;
      }
      summary::before {
        content: "\\25b8";
        color: var(--_muted);
      }
      [open] > summary::before {
        content: "\\25be";
      }
      h2 {
        margin: 0;
        font-size: 16px;
        font-weight: 600;
      }
      .inside {
        min-height: 120px;
        padding-bottom: 20px;
      }
      @container (max-width: 599px) {
        summary {
          grid-template-columns: 14px minmax(0, 1fr);
        }
        summary span {
          grid-column: 2;
        }
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
    /** The state of the views, once they are loaded. @type {StudyStore | null} */
    this.study = null;
    /** Why the views were not loaded. @type {Error | null} */
    this.problem = null;
  }

  #isLoading = false;

  disconnectedCallback() {
    super.disconnectedCallback();
    this.study?.stop();
  }

  render() {
    const { axes, models, at } = this.page?.state ?? {};
    if (!models || at === undefined || !models[at] || models[at].model.info.vision) return html``;
    const words = say(STUDY_FOLD, this);
    if (axes && !this.problem) void this.#load();
    return html`<details ?open=${Boolean(axes)} @toggle=${this.#toggled}>
      <summary>
        <h2>${words.title}</h2>
        <span class="quiet">${words.question}</span>
      </summary>
      <div class="inside">
        ${
          this.problem
            ? html`<p role="alert">${messageText(/** @type {any} */ (this.problem), this)}${stop(this)}</p>`
            : this.study &&
              html`<mha-study-view .store=${this.study} @opensentence=${this.#open}></mha-study-view>`
        }
      </div>
    </details>`;
  }

  /** @param {Event} event */
  #toggled({ target }) {
    const { open } = /** @type {HTMLDetailsElement} */ (target);
    const { axes } = this.page.state;
    if (open === Boolean(axes)) return;
    const { x, y } = this.study?.state ?? { x: "previous", y: "induction" };
    if (open) this.problem = null;
    this.page.set({ axes: open ? `${x},${y}` : null });
  }

  /** Reads a sentence in the views above. @param {CustomEvent<{ text: string }>} event */
  #open({ detail }) {
    void this.page.write(detail.text);
  }

  /** Loads the views once; after a failure, when the fold is opened again. */
  async #load() {
    if (this.#isLoading || this.study) return;
    this.#isLoading = true;
    try {
      const { STUDY_TOOLS, studyOf } = await import("./study-views.js");
      this.problem = null;
      this.study = studyOf(this.page, STUDY_TOOLS);
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    } finally {
      this.#isLoading = false;
    }
  }
}
