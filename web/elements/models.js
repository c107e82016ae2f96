import { css, html } from "lit";
import { define } from "../kit/elements/define.js";
import { Figure } from "../kit/elements/figure.js";
import { loneStyles, LoneElement } from "../kit/elements/lone-element.js";
import { say } from "../kit/text/words.js";
import { ModelAblation } from "../models/elements/ablation.js";
import { AllHeads } from "../models/elements/all-heads.js";
import { ModelBar } from "../models/elements/model-bar.js";
import { ModelText } from "../models/elements/model-text.js";
import { MODELS_ROOMS } from "../models/elements/models-room.js";
import { IntoHead } from "../models/elements/into-head.js";
import { ModelHead } from "../models/elements/one-head.js";
import { RankedModels } from "../models/state/page-ranking.js";
import { WHICH_MODEL } from "../models/words.js";
import { ModelLayer } from "./model-layer.js";

/**
 * A model of the hub, from the reader's disk or from an author's host: every head of every layer on the reader's sentence.
 *
 * @fires load - the core is ready
 * @fires error - the core could not be loaded; detail { message, code }
 * @fires enter - the reader opened a layer; detail { view, layer, head }
 * @fires leave - the reader goes back to all heads; a host that cancels the event calls back() itself
 */
export class Models extends LoneElement {
  static properties = { ...LoneElement.properties, src: {}, entered: { state: true } };

  static styles = [
    loneStyles(MODELS_ROOMS),
    css`
      .two {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
        gap: 18px 40px;
        padding: 14px var(--_gutter) 32px;
      }
      @container (max-width: 879px) {
        .two {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  store = new RankedModels(() => import("../models/index.js"));

  constructor() {
    super();
    /** The address of a model's folder. @type {string | undefined} */
    this.src = undefined;
    /** The layer on show instead of all heads. @type {import("../models/elements/into-head.js").Entry | null} */
    this.entered = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
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

  /** Shows a layer of the model. @param {CustomEvent<import("../models/elements/into-head.js").Entry>} event */
  #enter({ detail }) {
    this.entered = detail;
    this.dispatchEvent(new CustomEvent("enter", { detail }));
  }

  #leave() {
    if (this.dispatchEvent(new CustomEvent("leave", { cancelable: true }))) void this.back();
  }

  /** Goes from a layer back to all heads, and to the button that opened the layer. */
  async back() {
    if (!this.entered) return;
    const { view } = this.entered;
    this.entered = null;
    await this.updateComplete;
    /** @type {IntoHead | null} */ (this.renderRoot.querySelector("mha-model-into"))?.focusOn(view);
  }

  renderReady() {
    const { store } = this;
    if (this.entered && store.state.run)
      return html`<mha-model-layer
        .store=${store}
        .of=${this.entered}
        @leave=${() => this.#leave()}
      ></mha-model-layer>`;
    const bar = html`<mha-model-bar part="controls" .store=${store}></mha-model-bar>`;
    if (!store.opened) return bar;
    return html`${bar}
      <mha-model-text part="sentence" .store=${store}></mha-model-text>
      <div class="two">
        <mha-every-head part="heads" .store=${store}></mha-every-head>
        <section part="head">
          <mha-model-head .store=${store}></mha-model-head>
          <mha-model-into .store=${store} @enter=${this.#enter}></mha-model-into>
          <mha-model-ablation .store=${store}></mha-model-ablation>
        </section>
      </div>`;
  }
}

/** @type {Record<string, CustomElementConstructor>} */
const ELEMENTS = {
  "mha-figure": Figure,
  "mha-model-bar": ModelBar,
  "mha-model-text": ModelText,
  "mha-every-head": AllHeads,
  "mha-model-head": ModelHead,
  "mha-model-into": IntoHead,
  "mha-model-layer": ModelLayer,
  "mha-model-ablation": ModelAblation,
  "mha-models": Models,
};

for (const [name, element] of Object.entries(ELEMENTS)) define(name, element);
