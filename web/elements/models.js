import { css, html } from "lit";
import { define } from "../kit/elements/define.js";
import { Figure } from "../kit/elements/figure.js";
import { loneStyles, LoneElement } from "../kit/elements/lone-element.js";
import { say } from "../kit/text/words.js";
import { ModelAblation } from "../models/elements/ablation.js";
import { AllHeads } from "../models/elements/all-heads.js";
import { ModelBar } from "../models/elements/model-bar.js";
import { ModelText } from "../models/elements/model-text.js";
import { ModelPair } from "../models/elements/pair.js";
import { PairHeads } from "../models/elements/pair-heads.js";
import { MODELS_ROOMS } from "../models/elements/models-room.js";
import { ModelHead } from "../models/elements/one-head.js";
import { PairedModels } from "../models/state/page-pair.js";
import { WHICH_MODEL } from "../models/words.js";

/**
 * A model of the hub, from the reader's disk or from an author's host: every head of every layer on the reader's sentence.
 *
 * @fires load - the core is ready
 * @fires error - the core could not be loaded; detail { message, code }
 */
export class Models extends LoneElement {
  static properties = { ...LoneElement.properties, src: {} };

  static styles = [
    loneStyles(MODELS_ROOMS),
    css`
      .two {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
        gap: 18px 40px;
        padding: 14px var(--_gutter) 32px;
      }
      .below {
        padding: 14px var(--_gutter) 32px;
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

  renderReady() {
    const { store } = this;
    const bar = html`<mha-model-bar part="controls" .store=${store}></mha-model-bar>`;
    if (!store.opened) return bar;
    return html`${bar}
      <mha-model-text part="sentence" .store=${store}></mha-model-text>
      <div class="two">
        <mha-every-head part="heads" .store=${store}></mha-every-head>
        <section part="head">
          <mha-model-head .store=${store}></mha-model-head>
          <mha-model-ablation .store=${store}></mha-model-ablation>
        </section>
      </div>
      <section class="below" part="pair"><mha-model-pair .store=${store}></mha-model-pair></section>`;
  }
}

/** @type {Record<string, CustomElementConstructor>} */
const ELEMENTS = {
  "mha-figure": Figure,
  "mha-model-bar": ModelBar,
  "mha-model-text": ModelText,
  "mha-every-head": AllHeads,
  "mha-model-head": ModelHead,
  "mha-model-ablation": ModelAblation,
  "mha-model-pair": ModelPair,
  "mha-model-pair-heads": PairHeads,
  "mha-models": Models,
};

for (const [name, element] of Object.entries(ELEMENTS)) define(name, element);
