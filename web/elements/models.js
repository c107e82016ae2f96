import { css, html } from "lit";
import { define } from "../kit/elements/define.js";
import { Figure } from "../kit/elements/figure.js";
import { loneStyles, LoneElement } from "../kit/elements/lone-element.js";
import { say } from "../kit/text/words.js";
import { KeptFolder } from "../models/elements/kept-folder.js";
import { ModelAblation } from "../models/elements/ablation.js";
import { AllHeads } from "../models/elements/all-heads.js";
import { ModelBar } from "../models/elements/model-bar.js";
import { ModelText } from "../models/elements/model-text.js";
import { ModelPair } from "../models/elements/pair.js";
import { PairHeads } from "../models/elements/pair-heads.js";
import { MODELS_ROOMS } from "../models/elements/models-room.js";
import { ModelHead } from "../models/elements/one-head.js";
import { PairedModels } from "../models/state/page-pair.js";
import { MODEL_VIEWS } from "../models/state/views.js";
import { WHICH_MODEL } from "../models/words.js";

/**
 * Every head of every layer of a language model, on the reader's sentence: a model on the author's host, or from the reader's disk.
 *
 * @tag mha-models
 *
 * @fires load - the core is ready
 * @fires error - the core could not be loaded; detail { message, code }
 */
export class Models extends LoneElement {
  static properties = { ...LoneElement.properties, src: {}, text: {}, second: {}, view: {} };

  static styles = [
    loneStyles(MODELS_ROOMS),
    css`
      .two {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
        gap: 18px 40px;
        padding: 14px var(--_gutter) 32px;
      }
      .alone {
        padding: 14px var(--_gutter) 24px;
      }
      .below {
        border-top: 1px solid var(--_hairline);
      }
      @container (max-width: 879px) {
        .two {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  store = new PairedModels(() => import("../models/index.js"));

  constructor() {
    super();
    /** The address of a model's folder. @type {string | undefined} */
    this.src = undefined;
    /** The sentence. @type {string | undefined} */
    this.text = undefined;
    /** A second sentence, beside the first. @type {string | undefined} */
    this.second = undefined;
    /** The part on show; all of them by default. @type {import("../models/state/views.js").ModelView | undefined} */
    this.view = undefined;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("text") && this.text) void this.store.write(this.text);
    if (changed.has("second") && this.second) void this.store.compare(this.second);
    else if (changed.get("second")) this.store.endPair();
    if (!changed.has("src")) return;
    this.store.address = this.src;
    if (this.src && this.store.state.status === "ready") void this.store.openAt(this.src);
  }

  get about() {
    return say(WHICH_MODEL, this).about;
  }

  get roomName() {
    return "models";
  }

  /** The part on show; null for all. */
  get #part() {
    const { view } = this;
    if (!view || MODEL_VIEWS.includes(view)) return view || null;
    this.warn(`view ${JSON.stringify(view)} is none of ${MODEL_VIEWS.join(", ")}`);
    return null;
  }

  renderReady() {
    const { store } = this;
    const part = this.#part;
    const isOpen = Boolean(store.opened);
    // The bar stays the same element when the first model is open.
    const bar = html`<mha-model-bar part="controls" .store=${store}></mha-model-bar>`;
    return html`${part && isOpen ? "" : bar}${isOpen ? this.#shown(part) : ""}`;
  }

  /** @param {import("../models/state/views.js").ModelView | null} part */
  #shown(part) {
    const { store } = this;
    const parts = {
      text: html`<mha-model-text
        part="sentence"
        .store=${store}
        .cache=${this.pages?.cache}
      ></mha-model-text>`,
      heads: html`<mha-every-head part="heads" .store=${store}></mha-every-head>`,
      head: html`<mha-model-head .store=${store}></mha-model-head>`,
      ablation: html`<mha-model-ablation .store=${store}></mha-model-ablation>`,
      pair: html`<mha-model-pair .store=${store}></mha-model-pair>`,
    };
    if (part === "text") return parts.text;
    if (part) return html`<section class="alone" part=${part}>${parts[part]}</section>`;
    return html`${parts.text}
      <div class="two">
        ${parts.heads}
        <section part="head">${parts.head} ${parts.ablation}</section>
      </div>
      <section class="alone below" part="pair">${parts.pair}</section>`;
  }
}

/** @type {Record<string, CustomElementConstructor>} */
const ELEMENTS = {
  "mha-figure": Figure,
  "mha-model-bar": ModelBar,
  "mha-kept-folder": KeptFolder,
  "mha-model-text": ModelText,
  "mha-every-head": AllHeads,
  "mha-model-head": ModelHead,
  "mha-model-ablation": ModelAblation,
  "mha-model-pair": ModelPair,
  "mha-model-pair-heads": PairHeads,
  "mha-models": Models,
};

for (const [name, element] of Object.entries(ELEMENTS)) define(name, element);
