import { css, html } from "lit";
import { define } from "../kit/elements/define.js";
import { Figure } from "../kit/elements/figure.js";
import { FirstView } from "../kit/elements/first-view.js";
import { loneStyles, LoneElement } from "../kit/elements/lone-element.js";
import { say } from "../kit/text/words.js";
import { renderQueueEmpty } from "../kit/elements/render-queue.js";
import { SaveFiles } from "../kit/elements/save-files.js";
import { ModelAblation } from "../models/elements/ablation.js";
import { AllHeads } from "../models/elements/all-heads.js";
import { ModelRow } from "../models/elements/head-row.js";
import { LayerSums } from "../models/elements/layer-sums.js";
import { ModelBar } from "../models/elements/model-bar.js";
import { ModelText } from "../models/elements/model-text.js";
import { MODELS_ROOMS } from "../models/elements/models-room.js";
import { IntoHead } from "../models/elements/into-head.js";
import { ModelHead } from "../models/elements/one-head.js";
import { PieceSums } from "../models/elements/piece-sums.js";
import { TracedModels } from "../models/state/page-trace.js";
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

  store = new TracedModels(() => import("../models/index.js"));
  /** Shows the pictures of a model together, once all are rendered. @type {FirstView | null} */
  #parts = null;

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
    const { run } = store.state;
    if (this.entered && run)
      return html`<mha-model-layer
        .store=${store}
        .of=${this.entered}
        @leave=${() => this.#leave()}
      ></mha-model-layer>`;
    if (run) (this.#parts ??= new FirstView(this, renderQueueEmpty)).begin();
    else this.#parts = null;
    return html`<mha-model-bar part="controls" .store=${store}></mha-model-bar> ${
        store.opened ? html`<mha-model-text part="sentence" .store=${store}></mha-model-text>` : ""
      }${run ? this.#pictures() : ""}`;
  }

  #pictures() {
    const { store } = this;
    return html`<div class=${this.#parts?.isThere ? "" : "coming"}>
      <div class="two">
        <section part="heads">
          <mha-every-head .store=${store}></mha-every-head>
          <mha-layer-sums .store=${store}></mha-layer-sums>
        </section>
        <section part="head">
          <mha-model-head .store=${store}></mha-model-head>
          <mha-model-into .store=${store} @enter=${this.#enter}></mha-model-into>
          <mha-model-ablation .store=${store}></mha-model-ablation>
        </section>
      </div>
    </div>`;
  }

  /** Also waits for the pictures of a model that was just opened. */
  async getUpdateComplete() {
    await super.getUpdateComplete();
    await this.#parts?.rendered;
    return super.getUpdateComplete();
  }
}

/** @type {Record<string, CustomElementConstructor>} */
const ELEMENTS = {
  "mha-figure": Figure,
  "mha-save-files": SaveFiles,
  "mha-piece-sums": PieceSums,
  "mha-layer-sums": LayerSums,
  "mha-model-bar": ModelBar,
  "mha-model-text": ModelText,
  "mha-every-head": AllHeads,
  "mha-model-head": ModelHead,
  "mha-model-into": IntoHead,
  "mha-model-layer": ModelLayer,
  "mha-model-row": ModelRow,
  "mha-model-ablation": ModelAblation,
  "mha-models": Models,
};

for (const [name, element] of Object.entries(ELEMENTS)) define(name, element);
