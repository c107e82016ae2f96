import { css, html } from "lit";
import { AsTable } from "../../kit/elements/as-table.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { capital, headName } from "../../kit/text/head-names.js";
import { shareSaid } from "../../kit/text/share.js";
import { messageText, say, stop } from "../../kit/text/words.js";
import { overPictureScene } from "../draw/over-picture.js";
import { isPicture, pictureIn } from "../state/page-picture.js";
import { mapOf } from "../state/page-run.js";
import { MODEL_PICTURE } from "../words-picture.js";
import { ModelPanel } from "./model-panel.js";

/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */
/** @typedef {import("../state/page-run.js").Shown} Shown */
/** @typedef {import("../state/page-state.js").Head} Head */

const CLASSES = 4;

/** The picture that a model reads, in place of a text: how to give one, its classes, and what the selected token looks at in it. */
export class ModelPicture extends ModelPanel {
  static styles = [
    ModelPanel.styles,
    headingStyles,
    barStyles,
    css`
      :host {
        padding: 10px var(--_gutter) 14px;
        border-bottom: 1px solid var(--_hairline);
      }
      .line {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px 14px;
        min-height: 34px;
      }
      select {
        min-height: 30px;
        max-width: min(240px, 60vw);
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
        font-weight: 600;
        font-size: 13px;
      }
      label {
        font-size: 13px;
        color: var(--_muted);
      }
      h2 {
        margin: 8px 0 0;
      }
      .said {
        min-height: 20px;
        margin: 4px 0 10px;
      }
      .token {
        min-height: 28px;
        padding: 0 8px;
        border: 1px solid var(--_hairline);
        border-radius: 6px;
        background: none;
        font-size: 13px;
      }
      .token[aria-pressed="true"] {
        border-color: var(--_T);
        color: var(--_T);
        font-weight: 600;
      }
      .classes {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(200px, 1fr));
        gap: 2px 20px;
        margin: 10px 0 0;
        padding: 0;
        list-style: none;
        font-size: 13px;
      }
      .class {
        display: grid;
        grid-template-columns: minmax(70px, 2fr) 3fr 48px;
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

  /** @type {import("../draw/over-picture.js").OverPictureScene | null} */
  #scene = null;
  /** The element around, which takes drops. @type {Element | null} */
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
    return html`<div class="line">
        ${this.#examples()}
        <button class="button" @click=${this.#choose}>${words.choose}</button>
        <span class="quiet act">${words.hint}</span>
        <input id="file" type="file" accept="image/*" hidden @change=${this.#chosen} />
      </div>
      ${problem ? html`<p role="alert" class="why">${messageText(problem, this)}${stop(this)}</p>` : ""}
      ${run ? this.#read(run) : html`<p class="quiet">${problem ? "" : words.nothingYet}</p>`}`;
  }

  /** The pictures that come with the model, and the reader's own. */
  #examples() {
    const { image } = this.page.state;
    const examples = this.page.opened?.examples ?? [];
    const own = image && !examples.includes(image) ? [image] : [];
    const all = [...own, ...examples];
    if (all.length < 2) return own.map(({ name }) => html`<b><bdi>${name}</bdi></b>`);
    return html`<label
      >${say(MODEL_PICTURE, this).picture}
      <select @change=${(/** @type {any} */ { target }) => void this.page.see(all[Number(target.value)])}>
        ${all.map((each, i) => html`<option value=${i} .selected=${each === image}>${each.name}</option>`)}
      </select></label
    >`;
  }

  /** @param {Shown} run */
  #read(run) {
    const { selected, pointed, query } = this.page.state;
    const head = pointed ?? selected;
    const words = say(MODEL_PICTURE, this);
    const notices = run.run.pictureNotices.map((each) => messageText(each, this) + stop(this));
    return html`<h2>${capital(headName(head.layer, head.head, this))}</h2>
      <p class="quiet said" aria-live="polite">
        ${words.where(run.words[query], shareSaid(1 / run.words.length))} ${notices.join(" ")}
      </p>
      ${
        run.run.image
          ? html`<mha-figure
              walks
              label=${this.#summary(run, head)}
              .draw=${(/** @type {Surface} */ surface) => this.#draw(run, head, surface)}
              @point=${this.#point}
              @leave=${() => this.page.point(null)}
              @walk=${this.#walk}
            ></mha-figure>`
          : ""
      }
      <div class="line">${this.#tokens(run)} ${this.#paint(run)}</div>
      ${this.#classes(run)}`;
  }

  /** @param {Shown} run @param {Head} head */
  #summary(run, head) {
    const { query } = this.page.state;
    const [{ key, weight }] = this.page.ranking.keysOf(head);
    const name = headName(head.layer, head.head, this);
    return say(MODEL_PICTURE, this).summary(name, run.words[query], run.words[key], shareSaid(weight));
  }

  /** Tokens that are no patches. @param {Shown} run */
  #tokens({ run, words: pieces }) {
    const { query } = this.page.state;
    const extra = pieces.slice(0, run.extra);
    if (!extra.length) return "";
    return html`<span role="group" aria-label=${say(MODEL_PICTURE, this).tokens}
      >${extra.map(
        (piece, i) =>
          html`<button class="token" aria-pressed=${i === query} @click=${() => this.page.ask(i)}>
            ${piece}
          </button>`,
      )}</span
    >`;
  }

  /** @param {Shown} run */
  #paint({ run }) {
    const { query, masks } = this.page.state;
    if (query < run.extra) return "";
    const words = say(MODEL_PICTURE, this);
    return html`<button class="button" id="paint" @click=${() => void this.page.mask(query)}>
      ${masks.includes(query) ? words.unpaint : words.paint}
    </button>`;
  }

  /** @param {Shown} shown */
  #classes({ run, of }) {
    const words = say(MODEL_PICTURE, this);
    if (!run.predicts) return html`<p class="quiet">${words.noClasses}</p>`;
    const wanted = this.page.ranking.wanted?.id;
    const labels = of.model.info.vision?.labels ?? [];
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

  /** @param {Shown} run @param {Head} shown @param {Surface} surface */
  #draw(run, shown, surface) {
    const { query, selected, look } = this.page.state;
    const vision = /** @type {import("../state/checkpoint.js").VisionInfo} */ (run.of.model.info.vision);
    const count = run.words.length;
    this.#scene = overPictureScene(
      {
        image: /** @type {NonNullable<typeof run.run.image>} */ (run.run.image),
        grid: /** @type {NonNullable<typeof run.run.grid>} */ (run.run.grid),
        ...{ isGrey: vision.channels === 1, patch: vision.patch, extra: run.run.extra, query },
        ...{ layers: run.layers, heads: run.heads, selected, shown, colormap: look.colormap },
        rowOf: (head) => mapOf(run, head).subarray(query * count, (query + 1) * count),
        layerName: say(MODEL_PICTURE, this).layer,
      },
      surface,
    );
    return this.#scene;
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const hit = this.#scene?.hit(x, y) ?? null;
    const head = hit && "head" in hit ? hit.head : null;
    this.page.point(head);
    if (!hit || !hold) return;
    if (head) this.page.select(head);
    else if ("token" in hit) this.page.ask(hit.token);
  }

  /** Walks over the patches; above the first row is the last extra token. @param {CustomEvent<{ dx: number, dy: number }>} event */
  #walk({ detail: { dx, dy } }) {
    const { run, query } = this.page.state;
    if (!run?.run.grid) return;
    const [rows, columns] = run.run.grid;
    const { extra } = run.run;
    if (query < extra) {
      const next = query + dx + (dy > 0 ? extra : 0);
      return this.page.ask(Math.max(0, Math.min(extra, next)));
    }
    const place = query - extra;
    const row = Math.floor(place / columns) + dy;
    if (row < 0 && extra) return this.page.ask(extra - 1);
    const column = Math.max(0, Math.min(columns - 1, (place % columns) + dx));
    this.page.ask(extra + Math.max(0, Math.min(rows - 1, row)) * columns + column);
  }

  #choose() {
    /** @type {HTMLInputElement} */ (this.renderRoot.querySelector("#file")).click();
  }

  /** @param {Event} event */
  #chosen({ target }) {
    const field = /** @type {HTMLInputElement} */ (target);
    const [file] = field.files ?? [];
    if (file) this.#see(file);
    field.value = ""; // the same file can be chosen again
  }

  /** @param {File} file */
  #see(file) {
    void this.page.see({ name: file.name, content: file });
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
    this.#see(file);
  };

  /** @param {ClipboardEvent} event */
  #paste = (event) => {
    const [into] = event.composedPath();
    const isField = into instanceof HTMLInputElement || into instanceof HTMLTextAreaElement;
    const file = isField ? undefined : pictureIn(event.clipboardData);
    if (!file) return;
    event.preventDefault();
    this.#see(file);
  };
}
