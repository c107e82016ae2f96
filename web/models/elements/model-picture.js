import { css, html } from "lit";
import { live } from "lit/directives/live.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { focus } from "../../kit/elements/follow.js";
import { shareSaid } from "../../kit/text/share.js";
import { messageText, say, stop } from "../../kit/text/words.js";
import { isPicture, pictureIn } from "../state/page-picture.js";
import { MODEL_PICTURE } from "../words-picture.js";
import { ModelPanel, listStyles } from "./model-panel.js";

/** @typedef {import("../state/page-run.js").Shown} Shown */
/** @typedef {import("../state/page-state.js").Given} Given */

const CLASSES = 4;

/** The picture that a model reads, in place of a text: how to give one, what heads look at in it, and its classes. */
export class ModelPicture extends ModelPanel {
  static styles = [
    ModelPanel.styles,
    listStyles,
    barStyles,
    css`
      :host {
        padding: 10px var(--_gutter) 14px;
        border-bottom: 1px solid var(--_hairline);
      }
      select {
        max-width: min(240px, 60vw);
      }
      .two {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
        gap: 12px 44px;
        margin-top: 10px;
      }
      @container (max-width: 879px) {
        .two {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      .classes {
        display: grid;
        gap: 2px;
        margin: 10px 0 0;
        padding: 0;
        list-style: none;
        font-size: 13px;
      }
      .class {
        display: grid;
        grid-template-columns: minmax(70px, 1fr) 3fr 48px;
        align-items: center;
        gap: 8px;
        width: 100%;
        min-height: 28px;
        padding: 0 6px;
        border: 1px solid transparent;
        border-radius: 8px;
        background: none;
        text-align: start;
      }
      .class:hover,
      .class[aria-pressed="true"] {
        border-color: var(--_edge);
      }
      .class bdi {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .figure {
        text-align: end;
      }
      .why {
        margin-top: 8px;
        color: var(--_T);
      }
    `,
  ];

  /** The surrounding element, which receives dropped files. @type {Element | null} */
  #around = null;

  connectedCallback() {
    super.connectedCallback();
    this.#around = /** @type {ShadowRoot} */ (this.getRootNode()).host ?? this;
    this.#around.addEventListener("dragover", this.#hold, true);
    this.#around.addEventListener("drop", this.#drop, true);
    document.addEventListener("paste", this.#paste);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#around?.removeEventListener("dragover", this.#hold, true);
    this.#around?.removeEventListener("drop", this.#drop, true);
    document.removeEventListener("paste", this.#paste);
  }

  render() {
    const { opened } = this.page ?? {};
    if (!opened) return html``;
    const words = say(MODEL_PICTURE, this);
    const { run, problem } = this.page.state;
    const take = html`<button class="link" id="take" @click=${this.#take}>${words.take}</button>`;
    return html`<div class="line">
        ${this.#examples()}
        <button class="button" @click=${this.#choose}>${words.choose}</button>
        <span class="quiet act">${words.hint(take)}</span>
        <input id="file" type="file" accept="image/*" hidden @change=${this.#chosen} />
      </div>
      <mha-camera-still
        .store=${this.store}
        @focuslost=${() => focus(this, "#take")}
        @still=${(/** @type {CustomEvent<Given>} */ { detail }) => this.#see(detail)}
      ></mha-camera-still>
      ${problem ? html`<p role="alert" class="why">${messageText(problem, this)}${stop(this)}</p>` : ""}
      ${run ? this.#read(run) : html`<p class="quiet">${problem ? "" : words.nothingYet}</p>`}`;
  }

  /** The pictures that come with the model, and the reader's own. */
  #examples() {
    const { image } = this.page.state;
    const { picture, drawn } = say(MODEL_PICTURE, this);
    const examples = this.page.opened?.examples ?? [];
    const own = image && !examples.includes(image) ? [image] : [];
    const all = [...own, ...examples];
    const nameOf = (/** @type {Given} */ { name, from }) => (from ? drawn(name) : name);
    if (all.length < 2) return own.map((each) => html`<b><bdi>${nameOf(each)}</bdi></b>`);
    return html`<label
      >${picture}
      <select @change=${(/** @type {any} */ { target }) => this.#see(all[Number(target.value)])}>
        ${all.map((each, i) => html`<option value=${i} .selected=${live(each === image)}>${nameOf(each)}</option>`)}
      </select></label
    >`;
  }

  /** @param {Shown} run */
  #read(run) {
    return html`<div class="two">
      <section>
        <mha-picture-head .store=${this.store}>${this.#classes(run)}</mha-picture-head>
      </section>
      <section><mha-picture-heads .store=${this.store}></mha-picture-heads></section>
    </div>`;
  }

  /** @param {Shown} shown */
  #classes({ run, of }) {
    const words = say(MODEL_PICTURE, this);
    const { vision } = of.model.info;
    if (!run.predicts)
      return html`<p class="quiet">${words.noClasses} ${vision?.hasTextTower ? words.textTower : ""}</p>`;
    const wanted = this.page.ranking.wanted?.id;
    const labels = vision?.labels ?? [];
    const found = run.predictions(0, Math.min(CLASSES, run.listed));
    return html`<ul class="classes" aria-label=${words.classes}>
        ${found.map(
          ({ id, text, probability }) =>
            html`<li>
              <button class="class" aria-pressed=${id === wanted} @click=${() => this.page.askFor(id)}>
                <bdi>${text}</bdi><span>${bar(probability, { most: 1, fill: "var(--_H)" })}</span
                ><span class="figure">${shareSaid(probability)}</span>
              </button>
            </li>`,
        )}
      </ul>
      ${AsTable.of({
        ...{ name: "classes", corner: words.corner, columns: words.columns },
        rows: () =>
          run
            .predictions(0, Math.min(labels.length, run.listed))
            .map(({ text, probability }) => [text, probability]),
      })}`;
  }

  get #camera() {
    return /** @type {import("./camera-still.js").CameraStill} */ (
      this.renderRoot.querySelector("mha-camera-still")
    );
  }

  #take() {
    void this.#camera.open();
  }

  #choose() {
    /** @type {HTMLInputElement} */ (this.renderRoot.querySelector("#file")).click();
  }

  /** @param {Event} event */
  #chosen({ target }) {
    const field = /** @type {HTMLInputElement} */ (target);
    const [file] = field.files ?? [];
    if (file) this.#seeFile(file);
    field.value = ""; // the same file can be chosen again
  }

  /** Shows a picture, which ends the camera. @param {Given} picture */
  #see(picture) {
    this.#camera.close();
    void this.page.see(picture);
  }

  /** @param {File} file */
  #seeFile(file) {
    this.#see({ name: file.name, content: file });
  }

  /** Takes drops of pictures; folders of models are left to the bar. @param {Event} event */
  #hold = (event) => {
    const { dataTransfer } = /** @type {DragEvent} */ (event);
    const files = Array.from(dataTransfer?.items ?? []).filter(({ kind }) => kind === "file");
    if (files.length === 1 && files[0].type.startsWith("image/")) event.preventDefault();
  };

  /** @param {Event} event */
  #drop = (event) => {
    const { dataTransfer } = /** @type {DragEvent} */ (event);
    const [file, ...others] = Array.from(dataTransfer?.files ?? []);
    if (!file || others.length || !isPicture(file)) return;
    event.preventDefault();
    this.#seeFile(file);
  };

  /** @param {ClipboardEvent} event */
  #paste = (event) => {
    const [into] = event.composedPath();
    const isField = into instanceof HTMLInputElement || into instanceof HTMLTextAreaElement;
    const file = isField ? undefined : pictureIn(event.clipboardData);
    if (!file) return;
    event.preventDefault();
    this.#seeFile(file);
  };
}
