import { css, html } from "lit";
import { figureOf } from "../embed/state/figure.js";
import {
  FRAME,
  OPENING_FRAME,
  styleOfValue,
  frameIn,
  frameParams,
  parseValue,
  rowsOf,
  elementOfFrame,
} from "../embed/state/rows.js";
import { EMBED } from "../embed/words.js";
import { say } from "../kit/text/words.js";
import { define } from "../kit/elements/define.js";
import { loadFailed } from "../kit/elements/load-failed.js";
import { Panel } from "../kit/elements/panel.js";
import { EmbedCode } from "../embed/elements/code.js";
import { EmbedFields } from "../embed/elements/fields.js";
import { segmentStyles, segments } from "../kit/elements/segments.js";
import { renderQueueEmpty } from "../kit/elements/render-queue.js";
import "./views.js";

/** @import { Explainer } from "./explainer.js" */
/** @import { Frame, Row, Shown } from "../embed/state/rows.js" */

/** Elements that show no layer. ending: the choice that readers make in it, if it has one. */
const OTHERS = {
  opening: {
    ...{ tag: "mha-opening", load: () => import("./opening.js") },
    ending: (/** @type {any} */ opening) => opening.ending,
  },
  models: { tag: "mha-models", load: () => import("./models.js"), ending: null },
};

const NARROW = "(max-width: 879px)";

/**
 * Builds the tag of a figure. The figure is a live element inside this one, in a box of the chosen width, and its state is what gets
 * written. Authors set it by the fields, or use it like readers.
 *
 * @fires statechange - the author changed the figure or its surroundings; detail { changed }
 */
export class Embed extends Panel {
  static properties = {
    ...Panel.properties,
    frame: { state: true },
    invalidValues: { state: true },
    height: { state: true },
    folds: { state: true },
    came: { state: true },
    troubles: { state: true },
  };

  static styles = [
    Panel.styles,
    segmentStyles,
    css`
      .page {
        display: grid;
        grid-template-columns: 348px minmax(0, 1fr);
        gap: 0 44px;
        padding: 16px var(--_gutter) 40px;
      }
      .coming {
        visibility: hidden;
      }
      h1 {
        visibility: visible;
        margin: 0;
        font-size: 21px;
        line-height: 1.4;
      }
      .stands {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 4px 12px;
        min-height: 30px;
        margin-bottom: 8px;
        font-size: 13px;
        color: var(--_muted);
      }
      .sheet {
        padding: 14px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_paper);
        max-height: max(440px, 100vh - 430px); /* leaves room for the code below */
        overflow: auto;
      }
      .sheet:focus-visible {
        outline-offset: -2px;
      }
      .at340 {
        width: 340px;
      }
      .at640 {
        width: 640px;
      }
      mha-embed-code {
        margin-top: 16px;
      }
      @media (max-width: 879px) {
        .page {
          grid-template-columns: minmax(0, 1fr);
          gap: 18px;
        }
        .sheet {
          max-height: 72vh;
          padding: 10px;
        }
      }
    `,
  ];

  /** @type {Explainer | null} */
  #figure = null;
  /** Elements that show no layer, created when first selected. @type {Partial<Record<Shown, HTMLElement>>} */
  #others = {};
  #room = globalThis.ResizeObserver && new ResizeObserver(() => this.#measured());
  #narrow = globalThis.matchMedia?.(NARROW);

  constructor() {
    super();
    /** @type {Frame} */
    this.frame = OPENING_FRAME;
    /** Messages about invalid values, by row. @type {Readonly<Record<string, import("../kit/text/refusals.js").Message>>} */
    this.invalidValues = {};
    /** Height of the figure in px. */
    this.height = 0;
    this.folds = false;
    /** Whether the first view is complete, or has failed. */
    this.came = false;
    /** Errors of loading the code of elements. @type {Partial<Record<Shown, Error>>} */
    this.troubles = {};
  }

  connectedCallback() {
    this.#figure = /** @type {Explainer | null} */ (this.querySelector("mha-explainer"));
    this.store = this.#figure?.store ?? null;
    super.connectedCallback();
    for (const each of this.#all) this.#room?.observe(each);
    this.folds = this.#narrow?.matches ?? false;
    this.#come();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#room?.disconnect();
  }

  #measured() {
    this.height = this.#shown?.getBoundingClientRect().height ?? 0;
  }

  /** The figure, and the elements that show no layer. */
  get #all() {
    return [this.#figure, ...Object.values(this.#others)].filter((each) => each !== null);
  }

  /** The element on show. @returns {HTMLElement | null | undefined} */
  get #shown() {
    const shown = elementOfFrame(this.frame);
    return shown === "layer" ? this.#figure : this.#others[shown];
  }

  /** Shows all parts at once, so that nothing moves later. */
  async #come() {
    await this.#figure?.loaded().catch(() => {}); // the figure shows the error
    await this.updateComplete;
    await renderQueueEmpty();
    this.came = true;
  }

  /** Resolves when the figure is ready. @returns {Promise<void>} */
  async loaded() {
    await this.#figure?.loaded();
  }

  /** The whole state, for a link. */
  toParams() {
    return new URLSearchParams([...(this.#figure?.toParams() ?? []), ...frameParams(this.frame)]);
  }

  /** @param {URLSearchParams} params */
  fromParams(params) {
    this.#figure?.fromParams(params);
    const { frame, invalidValues } = frameIn(params);
    this.frame = frame;
    this.invalidValues = invalidValues;
  }

  /** @param {CustomEvent<{ name: string, text: string }>} event */
  #set({ detail: { name, text } }) {
    const row = /** @type {Row} */ (FRAME.find((each) => each.name === name));
    const { value, refusal } = parseValue(row, text);
    const { [name]: _, ...others } = this.invalidValues;
    this.invalidValues = refusal === null ? others : { ...others, [name]: refusal };
    if (value === null || value === this.frame[name]) return;
    this.frame = { ...this.frame, [name]: value };
    this.dispatchEvent(new CustomEvent("statechange", { detail: { changed: [name] } }));
  }

  render() {
    const words = say(EMBED, this);
    const { frame, store } = this;
    const set = (/** @type {CustomEvent} */ event) => this.#set(event);
    const { choices = [] } = /** @type {Row} */ (FRAME.find(({ name }) => name === "preview"));
    return html`<div class="page ${this.came ? "" : "coming"}">
      <section aria-labelledby="title">
        <h1 id="title">${words.title}</h1>
        <mha-embed-fields
          .store=${store}
          .frame=${frame}
          .invalidValues=${this.invalidValues}
          .folds=${this.folds}
          @frame=${set}
        ></mha-embed-fields>
      </section>
      <section aria-labelledby="stands">
        <div class="stands">
          <span id="stands">${words.stands}</span>
          ${segments(words.rows.preview, choices, words.widths, frame.preview, (text) =>
            this.#set(new CustomEvent("frame", { detail: { name: "preview", text } })),
          )}
        </div>
        <div class="sheet" role="region" aria-label=${words.preview} tabindex="0">
          <div class="at${frame.preview}">${this.#trouble()}<slot></slot></div>
        </div>
        <mha-embed-code
          .store=${store}
          .frame=${frame}
          .figure=${this.#written()}
          .element=${this.#figure}
          @frame=${set}
        ></mha-embed-code>
      </section>
    </div>`;
  }

  /** Why the code of the chosen element did not load, if so. */
  #trouble() {
    const shown = elementOfFrame(this.frame);
    const trouble = this.troubles[shown];
    return shown === "layer" || !trouble ? "" : loadFailed(trouble, this, () => void this.#load(shown));
  }

  /** The data to write, once there is a figure. */
  #written() {
    if (!this.#figure || this.store?.state.status !== "ready") return null;
    return figureOf(this.#figure.toParams(), this.frame, this.height);
  }

  /** Shows the element that the reader chose: a layer, the opening or a language model. */
  #show() {
    const name = elementOfFrame(this.frame);
    if (name !== "layer") this.#others[name] ??= this.#make(name);
    const shown = this.#shown;
    for (const each of this.#all) each.slot = each === shown ? "" : ASIDE;
    if (shown) put(this.frame, shown);
  }

  /** @param {keyof typeof OTHERS} name */
  async #load(name) {
    const { [name]: _, ...others } = this.troubles;
    this.troubles = others;
    await OTHERS[name].load().catch((error) => (this.troubles = { ...this.troubles, [name]: error }));
  }

  /** The element is defined once its code has loaded. @param {keyof typeof OTHERS} name */
  #make(name) {
    const { tag, ending } = OTHERS[name];
    void this.#load(name);
    const element = document.createElement(tag);
    element.setAttribute("loading", "eager");
    if (ending)
      element.addEventListener("statechange", () =>
        this.#set(new CustomEvent("frame", { detail: { name: "ending", text: String(ending(element)) } })),
      );
    this.#room?.observe(element);
    this.append(element);
    return element;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("frame")) return;
    this.#show();
    const sheet = /** @type {HTMLElement} */ (this.renderRoot.querySelector(".sheet"));
    sheet.style.setProperty("background-color", this.frame.paper);
  }
}

/** A slot name that does not exist, for the hidden element. */
const ASIDE = "aside";

/** Applies the frame's values to an element, as the tag does. @param {Frame} frame @param {HTMLElement} figure */
function put(frame, figure) {
  for (const row of rowsOf(elementOfFrame(frame))) {
    const { name, attribute = name, kind, place, default: without } = row;
    const value = frame[name];
    if (place === "style") figure.style.setProperty(...styleOfValue(row, value));
    else if (place === "attribute" && value === without) figure.removeAttribute(attribute);
    else if (place === "attribute") figure.setAttribute(attribute, kind === "flag" ? "" : value);
  }
  figure.querySelector("[slot=caption]")?.remove();
  if (!frame.caption) return;
  const caption = document.createElement("p");
  caption.slot = "caption";
  caption.textContent = frame.caption;
  figure.append(caption);
}

/** @type {Record<string, CustomElementConstructor>} */
const ELEMENTS = {
  "mha-embed-fields": EmbedFields,
  "mha-embed-code": EmbedCode,
  "mha-embed": Embed,
};

for (const [name, element] of Object.entries(ELEMENTS)) define(name, element);
