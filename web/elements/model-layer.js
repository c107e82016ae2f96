import { css, html } from "lit";
import { headingStyles } from "../kit/elements/heading.js";
import { messageText, say } from "../kit/text/words.js";
import { ModelPanel } from "../models/elements/model-panel.js";
import { layerAsOwn } from "../models/state/layer-as-own.js";
import { INTO_LAYER } from "../models/words-into.js";

/** @import { Entry } from "../models/elements/into-head.js" */
/** @import { Explainer } from "./explainer.js" */

/** Events of the inner element that would reach the host of the outer one. */
const INNER = ["stepchange", "headchange", "cellselect", "statechange"];

/**
 * A layer of the model on show: its walk, or its heads.
 *
 * @fires leave - the reader goes back
 */
export class ModelLayer extends ModelPanel {
  static properties = {
    ...ModelPanel.properties,
    of: { attribute: false },
    shown: { state: true },
    labs: { state: true },
    problem: { state: true },
  };

  static styles = [
    ModelPanel.styles,
    headingStyles,
    css`
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px 14px;
        padding: 10px var(--_gutter);
        border-bottom: 1px solid var(--_hairline);
      }
      h2 {
        min-width: 0;
        margin: 0;
        overflow-wrap: anywhere;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Entry | undefined} */
    this.of = undefined;
    /** The element that shows the layer, once the layer is there. @type {Explainer | null} */
    this.shown = null;
    /** The fold with the lab Block, below a walk. @type {import("../labs/labs-below.js").Labs | null} */
    this.labs = null;
    /** Why the layer cannot be shown. @type {Error | null} */
    this.problem = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("of") && this.of)
      this.#open(this.of).then(
        (shown) => Object.assign(this, shown),
        (error) => (this.problem = error),
      );
  }

  firstUpdated() {
    this.renderRoot.querySelector("button")?.focus();
  }

  render() {
    const { run, text, image } = this.page?.state ?? {};
    if (!run || !this.of) return html``;
    const words = say(INTO_LAYER, this);
    const read = (run.run.grid ? image?.name : text) ?? "";
    const title = words.title({ layer: this.of.layer, model: run.of.name, text: read });
    return html`<div class="top">
        <button class="button" @click=${() => this.dispatchEvent(new CustomEvent("leave"))}>
          ${words.back}
        </button>
        <h2>${title}</h2>
      </div>
      ${this.problem ? html`<p role="alert">${messageText(/** @type {any} */ (this.problem), this)}</p>` : this.shown}
      ${this.labs}`;
  }

  /** An element with the layer's tensors on the text, and the lab of its block below a walk. @param {Entry} of */
  async #open({ view, layer, head }) {
    const { run, query } = this.page.state;
    const shown = /** @type {NonNullable<typeof run>} */ (run);
    const { run: computed, words: tokens, keyWords, layers, kind } = shown;
    const [parts, labs] = await Promise.all([
      computed.parts(layer, kind),
      view === "walk" && kind !== "decoder" ? import("../labs/labs-below.js") : null,
      import("./index.js"),
    ]);
    const keyTokens = kind === "cross" ? keyWords : [];
    const { own, settings } = layerAsOwn(computed, parts, { tokens, keyTokens, layer, layers, kind });
    const explainer = /** @type {Explainer} */ (document.createElement("mha-explainer"));
    Object.assign(explainer, { view, controls: "none", loading: "eager" });
    for (const type of INNER) explainer.addEventListener(type, (event) => event.stopPropagation());
    explainer.store.take({ ...settings, head, token: query });
    explainer.store.give({ ...own, weights: "checkpoint" });
    return { shown: explainer, labs: labs?.labsOf(explainer.store, ["block"]) ?? null };
  }
}
