import { css, html, unsafeCSS } from "lit";
import { TRAIN } from "../train/words.js";
import { MESSAGES } from "../kit/text/messages.js";
import { messageText, say } from "../kit/text/words.js";
import { define } from "../kit/elements/define.js";
import { Figure } from "../kit/elements/figure.js";
import { FirstView } from "../kit/elements/first-view.js";
import { Follow, focus } from "../kit/elements/follow.js";
import { failed, invalidValuesNote, placeholderStyles, waiting } from "../kit/elements/placeholder.js";
import { Presence } from "../kit/elements/presence.js";
import { schemeProbe } from "../kit/elements/scheme.js";
import { isMute, localeAt, spoken } from "../kit/elements/language.js";
import { theme } from "../kit/elements/theme.js";
import { TrainBar } from "../train/elements/bar.js";
import { renderQueueEmpty } from "../kit/elements/render-queue.js";
import { roomRules } from "../kit/elements/room.js";
import { Frames } from "../train/elements/frames.js";
import { LayerMaps } from "../train/elements/layer-maps.js";
import { LearningPanel } from "../train/elements/learning-curve.js";
import { LookInside } from "../train/elements/look-inside.js";
import { TrainSentence } from "../train/elements/sentence.js";
import { TakingAway } from "../train/elements/removal.js";
import { TRAIN_ROOMS } from "../train/elements/train-room.js";
import { TrainingElement } from "../train/elements/training-element.js";
import { Caveats } from "../train/elements/caveats.js";

/**
 * A small model that learns to fill in words while the reader watches: its loss, what each head attends to, and the effects of removing
 * heads.
 *
 * @tag mha-train
 *
 * @fires load - the model is ready
 * @fires error - the core could not be loaded; detail { message, code }
 * @fires statechange - the reader changed the state; detail { changed, state }
 */
export class Train extends TrainingElement {
  static properties = {
    ...TrainingElement.properties,
    theme: { reflect: true },
    loading: {},
    alt: {},
    inside: {},
    pages: { attribute: false },
  };

  static styles = [
    theme,
    schemeProbe,
    placeholderStyles,
    css`
      :host {
        display: block;
        flex-grow: 1;
        background: var(--_paper);
      }
      .box {
        container-type: inline-size;
      }
      .room {
        display: flow-root;
        min-height: var(--mha-reserve, var(--_room));
      }
      ${unsafeCSS(roomRules(TRAIN_ROOMS))}
      @media print {
        .room {
          min-height: 0;
        }
      }
      .two {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 2.3fr);
        gap: 18px 44px;
        padding: 14px var(--_gutter) 16px;
      }
      .two + .two {
        grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr);
      }
      .two + .two,
      .last {
        border-top: 1px solid var(--_hairline);
      }
      .last {
        padding: 14px var(--_gutter) 24px;
      }
      @container (max-width: 879px) {
        .two,
        .two + .two {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  #internals = this.attachInternals();
  #frames = new Frames(this, this.store);
  #presence = new Presence(/** @type {any} */ (this), {
    load: () => void this.loaded().catch(() => {}), // an event reports the error
    rest: () => this.#rest(),
  });
  /** @type {Promise<void> | null} */
  #loaded = null;
  /** Whether the language was loaded once. Later changes keep the old language until the new one is loaded. */
  #hasSpoken = false;
  #first = new FirstView(/** @type {any} */ (this), renderQueueEmpty);
  /** The named element. @type {{ target: HTMLElement, act: (params: URLSearchParams) => void } | null} */
  #inside = null;

  constructor() {
    super();
    /** @type {"light" | "dark" | undefined} */
    this.theme = undefined;
    /** @type {"lazy" | "eager"} */
    this.loading = "lazy";
    /** A text alternative for the picture. */
    this.alt = "";
    /** The id of an element of the page that can open a head. @type {string | undefined} */
    this.inside = undefined;
    /** Addresses of pages that can open a head. @type {{ walk: string, heads: string } | undefined} */
    this.pages = undefined;
    new Follow(/** @type {any} */ (this));
    // If the focused element is removed, the focus stays in its part.
    this.addEventListener("focuslost", (event) => {
      event.stopPropagation(); // internal event
      const part = /** @type {import("lit").LitElement} */ (event.composedPath()[0]);
      requestAnimationFrame(() => document.activeElement === document.body && focus(part, "button"));
    });
  }

  connectedCallback() {
    super.connectedCallback();
    this.#internals.role = "group";
    this.#presence.come(this.loading === "eager" || Boolean(this.#loaded));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#presence.leave();
    this.store.pause();
  }

  #rest() {
    this.store.rest();
    this.#loaded = null;
  }

  /** Resolves when there is a model. @returns {Promise<void>} */
  loaded() {
    return (this.#loaded ??= Promise.all([this.store.load(), spoken(/** @type {any} */ (this))]).then(
      () => void this.dispatchEvent(new CustomEvent("load")),
      (error) => {
        this.#loaded = null;
        const { message, code } = error;
        this.dispatchEvent(new CustomEvent("error", { detail: { message, code } }));
        throw error;
      },
    ));
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("alt") || changed.has("locale"))
      this.#internals.ariaLabel = this.alt || say(TRAIN, this).what;
  }

  render() {
    const lang = this.locale?.lang ?? "en";
    const { status, settings } = this.store.state;
    const isReady = status === "ready";
    if (isReady) this.#first.begin();
    const coming = isReady && !this.#first.isThere ? "coming" : "";
    return html`<div class="box" spoken lang=${lang}>
      <div class="room ${settings.task} ${coming}">${this.#content()}</div>
    </div>`;
  }

  /** Waits for its parts too. */
  async getUpdateComplete() {
    await super.getUpdateComplete();
    await this.#first.rendered;
    return super.getUpdateComplete();
  }

  /** Words in the element's language. @returns {import("../kit/text/words.js").Locale | undefined} */
  get locale() {
    return localeAt(/** @type {any} */ (this));
  }

  /** The element or page that can open a head, if any. @returns {import("../train/elements/look-inside.js").Inside | null} */
  #whereInside() {
    if (!this.inside) return this.pages ?? null;
    const root = /** @type {Document | ShadowRoot} */ (this.getRootNode());
    const target = /** @type {any} */ (root.getElementById(this.inside));
    if (!target) this.warn(`inside ${JSON.stringify(this.inside)} is not the id of an element of the page`);
    if (target !== this.#inside?.target)
      // Looked up on press, since the target may be defined later than this element.
      this.#inside = target && { target, act: (params) => target.act?.(params) };
    return this.#inside;
  }

  #content() {
    const { status, failure, invalidValues } = this.store.state;
    if (status === "failed") return failed(failure, this, () => void this.loaded().catch(() => {}));
    const mute = !this.#hasSpoken && isMute(/** @type {any} */ (this));
    if (status === "waiting" || mute) return waiting(mute ? "" : say(MESSAGES, this).loading);
    this.#hasSpoken = true;
    const said = Object.values(invalidValues).map((each) => messageText(each, this));
    const { store } = this;
    return html`${invalidValuesNote(said, this)}
      <mha-train-bar part="controls" .store=${store}></mha-train-bar>
      <div class="two">
        <section part="learning">
          <mha-train-learning .store=${store} .frames=${this.#frames}></mha-train-learning>
        </section>
        <section part="heads">
          <mha-train-maps .store=${store} .frames=${this.#frames}></mha-train-maps>
        </section>
      </div>
      <div class="two">
        <section part="sentence">
          <mha-train-sentence .store=${store} .frames=${this.#frames}></mha-train-sentence>
          <mha-look-inside .store=${store} .inside=${this.#whereInside()}></mha-look-inside>
        </section>
        <section part="removal">
          <mha-taking-away .store=${store} .frames=${this.#frames}></mha-taking-away>
        </section>
      </div>
      <div class="last" part="caveats"><mha-train-words .store=${store}></mha-train-words></div>`;
  }
}

/** @type {Record<string, CustomElementConstructor>} */
const ELEMENTS = {
  "mha-figure": Figure,
  "mha-train-bar": TrainBar,
  "mha-train-learning": LearningPanel,
  "mha-train-maps": LayerMaps,
  "mha-train-sentence": TrainSentence,
  "mha-taking-away": TakingAway,
  "mha-look-inside": LookInside,
  "mha-train-words": Caveats,
  "mha-train": Train,
};

for (const [name, element] of Object.entries(ELEMENTS)) define(name, element);
