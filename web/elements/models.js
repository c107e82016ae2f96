import { css, html } from "lit";
import { define } from "../kit/elements/define.js";
import { Figure } from "../kit/elements/figure.js";
import { FirstView } from "../kit/elements/first-view.js";
import { loneStyles, LoneElement } from "../kit/elements/lone-element.js";
import { MODEL_VIEWS } from "../kit/state/views.js";
import { quoteValue } from "../kit/text/quoted.js";
import { say } from "../kit/text/words.js";
import { renderQueueEmpty } from "../kit/elements/render-queue.js";
import { SaveFiles } from "../kit/elements/save-files.js";
import { HubModels } from "../models/elements/hub-models.js";
import { KeptFolder } from "../models/elements/kept-folder.js";
import { ModelAblation } from "../models/elements/ablation.js";
import { AllHeads } from "../models/elements/all-heads.js";
import { ModelRow } from "../models/elements/head-row.js";
import { LayerSums, PieceSums } from "../models/elements/layer-sums.js";
import { ModelBar } from "../models/elements/model-bar.js";
import { ModelText } from "../models/elements/model-text.js";
import { MODELS_ROOMS } from "../models/elements/models-room.js";
import { IntoHead } from "../models/elements/into-head.js";
import { ModelShows } from "../models/elements/shows.js";
import { ModelHead } from "../models/elements/one-head.js";
import { ModelsPage } from "../models/state/page.js";
import { readerChanges, snapshotOf } from "../models/state/page-state.js";
import { WHICH_MODEL } from "../models/words.js";
import { ModelLayer } from "./model-layer.js";
import { PANELS } from "./models-panels.js";
import { ModelStudy } from "./model-study.js";

/**
 * Every head of every layer of a language model, on the reader's sentence: a model on the author's host, from the reader's disk, or of
 * the hub.
 *
 * @tag mha-models
 *
 * @fires load - the core is ready
 * @fires error - the core could not be loaded; detail { message, code }
 * @fires statechange - the reader changed the state; detail { changed, state }: model, text, second, layer, head, token, off, axes, writes
 * @fires enter - the reader opened a layer; detail { view, layer, head }
 * @fires leave - the reader goes back to all heads; a host that cancels the event calls back() itself
 */
export class Models extends LoneElement {
  static properties = {
    ...LoneElement.properties,
    src: {},
    hub: {},
    offers: {},
    text: {},
    second: {},
    view: {},
    entered: { state: true },
  };

  static styles = [
    loneStyles(MODELS_ROOMS),
    css`
      .two {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
        gap: 18px 40px;
        padding: 14px var(--_gutter) 32px;
      }
      .alone > mha-model-shows {
        margin-bottom: 14px;
      }
      .alone {
        padding: 14px var(--_gutter) 24px;
      }
      .below {
        border-top: 1px solid var(--_hairline);
      }
      @media print {
        .below {
          border: 0;
        }
      }
      @container (max-width: 879px) {
        .two {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  store = new ModelsPage(() => import("../models/open-checkpoint.js"));
  /** Shows the pictures of a model together, once all are rendered. @type {FirstView | null} */
  #parts = null;
  /** Models for which parts were loaded last, by the part's tag. @type {Map<string, unknown>} */
  #loadedFor = new Map();
  /** Whether attributes of the author are being applied. Meanwhile, statechange does not fire. */
  #isAuthored = false;

  constructor() {
    super();
    this.store.addEventListener("change", (event) => this.#tell(/** @type {CustomEvent} */ (event).detail));
    /** The address of a model's folder. @type {string | undefined} */
    this.src = undefined;
    /** Address of the hub that readers may open models from. @type {string | undefined} */
    this.hub = undefined;
    /** Addresses of folders that the list of models offers beside that of `src`, apart by spaces. @type {string | undefined} */
    this.offers = undefined;
    /** The layer on show instead of all heads. @type {import("../models/elements/into-head.js").Entry | null} */
    this.entered = null;
    /** The sentence. @type {string | undefined} */
    this.text = undefined;
    /** A second sentence, beside the first. @type {string | undefined} */
    this.second = undefined;
    /** The part on show; all of them by default. @type {import("../kit/state/views.js").ModelView | undefined} */
    this.view = undefined;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    this.#isAuthored = true; // a sentence changes the state now, and later by the results of its run only
    if (changed.has("text") && this.text) void this.store.write(String(this.text));
    if (changed.has("second") && this.second) void this.store.pair.compare(String(this.second));
    else if (changed.get("second")) this.store.pair.end();
    if (changed.has("hub")) this.store.set({ hub: this.#allowedHub });
    if (changed.has("offers") || changed.has("src")) this.store.set({ offers: this.#offered });
    if (changed.has("src")) {
      this.store.address = this.src && String(this.src);
      if (this.store.address && this.store.state.status === "ready")
        void this.store.openings.openAt(this.store.address);
    }
    this.#isAuthored = false;
  }

  /** The address of the hub; null for none. */
  get #allowedHub() {
    const { hub } = this;
    if (!hub || URL.canParse(hub)) return hub || null;
    this.warn(`hub ${quoteValue(hub)} is no address; expected one such as https://huggingface.co`);
    return null;
  }

  /** Addresses of the folders that can be opened from the list; none if the list offers only that of `src`. */
  get #offered() {
    const others = String(this.offers ?? "")
      .split(/\s+/)
      .filter(Boolean);
    return others.length ? [...(this.src ? [String(this.src)] : []), ...others] : [];
  }

  /** @param {{ before: import("../models/state/page-state.js").State, by?: "reader" | "author" }} change */
  #tell({ before, by }) {
    const { state } = this.store;
    const changed = this.#isAuthored || by === "author" ? [] : readerChanges(before, state);
    if (!changed.length) return;
    if (!changed.includes("model")) this.store.link.leave();
    const detail = { changed, state: snapshotOf(state) };
    this.dispatchEvent(new CustomEvent("statechange", { detail, bubbles: true, composed: true }));
  }

  /** The reader's state as URL parameters, without defaults. The model is not among them. */
  toParams() {
    return this.store.link.toParams();
  }

  /**
   * Restores the state of toParams(), at once or when a model is open. Values that are not named return to their defaults; values that do not
   * fit the model are ignored.
   * @param {URLSearchParams | string} params
   */
  fromParams(params) {
    this.#isAuthored = true;
    this.store.link.fromParams(new URLSearchParams(params));
    this.#isAuthored = false;
  }

  /** The page Models with this state, for models that it can open: the small model, and those of the hub. */
  get hosted() {
    const { opened } = this.store;
    const isThere = opened?.named || /(^|\/)headscope-small$/.test(opened?.address ?? "");
    return isThere ? { page: "models.html", params: () => this.toParams() } : null;
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

  /** The part on show; null for all. */
  get #part() {
    const { view } = this;
    if (!view || MODEL_VIEWS.includes(view)) return view || null;
    this.warn(`view ${quoteValue(view)} is none of ${MODEL_VIEWS.join(", ")}`);
    return null;
  }

  renderReady() {
    const { store } = this;
    const { run } = store.state;
    if (this.entered && run) {
      this.#parts = null; // the pictures are rendered anew afterwards
      return html`<mha-model-layer
        .store=${store}
        .of=${this.entered}
        @leave=${() => this.#leave()}
      ></mha-model-layer>`;
    }
    if (run) (this.#parts ??= new FirstView(this, renderQueueEmpty)).begin();
    else this.#parts = null;
    const part = this.#part;
    const isOpen = Boolean(store.opened);
    // The bar stays the same element when the first model is open.
    const again = (/** @type {CustomEvent<string>} */ { detail }) => void this.store.openings.openAt(detail);
    const bar = html`<mha-model-bar part="controls" .store=${store} @again=${again}></mha-model-bar>`;
    return html`${part && isOpen ? "" : bar}${isOpen && (!part || part === "text" || part === "writes") ? this.#text() : ""}${
      run ? html`<div class=${this.#parts?.isThere ? "" : "coming"}>${this.#pictures(part)}</div>` : ""
    }`;
  }

  #text() {
    const { vision, encoder } = this.store.opened?.model.info ?? {};
    if (vision)
      return this.#late(
        "mha-model-picture",
        html`<mha-model-picture part="sentence" .store=${this.store}></mha-model-picture>`,
      );
    if (encoder)
      return this.#late(
        "mha-model-rows",
        html`<mha-model-rows part="sentence" .store=${this.store}></mha-model-rows>`,
      );
    const cache = this.pages?.cache;
    return html`<mha-model-text part="sentence" .store=${this.store} .cache=${cache}></mha-model-text>`;
  }

  /** The switch between the two views. */
  #shows() {
    return html`<mha-model-shows slot="shows" .store=${this.store} @shows=${this.#follow}></mha-model-shows>`;
  }

  /** Moves the focus to the switch of the view on show. */
  async #follow() {
    await this.updateComplete;
    const shows = /** @type {ModelShows | null} */ (this.renderRoot.querySelector("mha-model-shows"));
    await shows?.updateComplete;
    shows?.focus();
  }

  /** What the heads write, in place of where they look. @param {boolean} isPart whether it stands alone */
  #writes(isPart) {
    return html`<section class="alone" part="writes">
      ${isPart ? "" : this.#shows()}
      ${this.#late("mha-model-writes", html`<mha-model-writes .store=${this.store} .isPart=${isPart} @shows=${this.#follow}></mha-model-writes>`)}
    </section>`;
  }

  /** The parts of the selected score. */
  #why() {
    return html`<div slot="why">
      ${this.#late("mha-model-score", html`<mha-model-score .store=${this.store}></mha-model-score>`)}
    </div>`;
  }

  /** The second sentence, which stands below all else. */
  #pair() {
    return this.#late("mha-model-pair", html`<mha-model-pair .store=${this.store}></mha-model-pair>`);
  }

  /**
   * A part that loads on first use, or why it did not load, with a button that loads it again. The next model loads it again, too.
   * @param {string} tag @param {unknown} part
   */
  #late(tag, part) {
    const { opened } = this.store;
    if (this.#loadedFor.get(tag) !== opened) {
      this.#loadedFor.set(tag, opened);
      PANELS.open(tag).catch(() => this.requestUpdate());
    }
    return PANELS.orTrouble(tag, part, this);
  }

  /** @param {import("../kit/state/views.js").ModelView | null} part */
  #pictures(part) {
    const { store } = this;
    const { vision, encoder } = store.opened?.model.info ?? {};
    const isPart = part === "writes";
    if (isPart || (!part && store.state.writes && !vision && !encoder)) return this.#writes(isPart);
    // Parts that need the whole run stand below those that show layers as they arrive, so that they move nothing.
    const isWhole = store.state.run?.isWhole;
    const run = /** @type {import("../models/state/page-run.js").Shown} */ (store.state.run);
    const parts = {
      text: "",
      heads: html`<mha-every-head .store=${store}
          >${!part && !run.run.grid && !run.kind ? this.#shows() : ""}</mha-every-head
        >
        <mha-layer-sums .store=${store}></mha-layer-sums>`,
      head: html`<mha-model-head .store=${store}
        ><mha-model-into slot="into" .store=${store} @enter=${this.#enter}></mha-model-into
        >${store.state.why ? this.#why() : ""}</mha-model-head
      >`,
      row: isWhole ? html`<mha-model-row .store=${store}></mha-model-row>` : "",
      ablation: isWhole ? html`<mha-model-ablation .store=${store}></mha-model-ablation>` : "",
      pair: isWhole && !run.run.grid ? this.#pair() : "",
    };
    if (part)
      return part === "text"
        ? ""
        : html`<section class="alone" part=${part}>
            ${parts[part]} ${part === "head" ? parts.row : ""}
          </section>`;
    return html`<div class="two">
        <section part="heads">${parts.heads}</section>
        <section part="head">${parts.head} ${parts.ablation} ${parts.row}</section>
      </div>
      ${
        run.run.grid || run.kind
          ? ""
          : html`<section class="alone below" part="pair">${parts.pair}</section>
              <section class="alone">
                <mha-model-study .store=${store} @opensentence=${this.#toText}></mha-model-study>
              </section>`
      }`;
  }

  /** Goes to the text, which a sentence of many has replaced. */
  #toText = () => this.renderRoot.querySelector("[part=sentence]")?.scrollIntoView({ block: "nearest" });

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
  "mha-kept-folder": KeptFolder,
  "mha-hub-models": HubModels,
  "mha-model-text": ModelText,
  "mha-every-head": AllHeads,
  "mha-model-shows": ModelShows,
  "mha-model-head": ModelHead,
  "mha-model-into": IntoHead,
  "mha-model-layer": ModelLayer,
  "mha-model-row": ModelRow,
  "mha-model-ablation": ModelAblation,
  "mha-model-study": ModelStudy,
  "mha-models": Models,
};

for (const [name, element] of Object.entries(ELEMENTS)) define(name, element);
