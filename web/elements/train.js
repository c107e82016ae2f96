import { css, html } from "lit";
import { TRAIN } from "../train/words.js";
import { say } from "../kit/text/words.js";
import { define } from "../kit/elements/define.js";
import { Figure } from "../kit/elements/figure.js";
import { focus } from "../kit/elements/follow.js";
import { SaveFiles } from "../kit/elements/save-files.js";
import { loneStyles } from "../kit/elements/lone-element.js";
import { TrainBar } from "../train/elements/bar.js";
import { Frames } from "../train/elements/frames.js";
import { PANELS } from "../train/elements/late-panels.js";
import { LayerMaps } from "../train/elements/layer-maps.js";
import { LearningPanel } from "../train/elements/learning-curve.js";
import { LookInside } from "../train/elements/look-inside.js";
import { TrainSentence } from "../train/elements/sentence.js";
import { TakingAway } from "../train/elements/removal.js";
import { TRAIN_ROOMS } from "../train/elements/train-room.js";
import { TrainingElement } from "../train/elements/training-element.js";
import { Caveats } from "../train/elements/caveats.js";

/**
 * A small model that learns to fill in words, or to translate: its loss, the attention of its heads, and the effects of
 * removing heads.
 *
 * @tag mha-train
 *
 * @fires load - the model is ready
 * @fires error - the core could not be loaded; detail { message, code }
 * @fires statechange - the reader changed the state; detail { changed, state }
 */
export class Train extends TrainingElement {
  static styles = [
    loneStyles(TRAIN_ROOMS),
    css`
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
      .wide + .two,
      .last {
        border-top: 1px solid var(--_hairline);
      }
      .last {
        padding: 14px var(--_gutter) 24px;
      }
      .wide {
        padding: 14px var(--_gutter) 16px;
      }
      .wide + .two {
        grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
      }
      @container (max-width: 879px) {
        .two,
        .wide + .two,
        .two + .two {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  #frames = new Frames(this, this.store);

  constructor() {
    super();
    // After a failure, the press that loads the model again opens its panels again, too.
    PANELS.openFor(
      this,
      "mha-two-sentences",
      () => this.#isTranslation && this.store.state.status !== "failed",
    );
    // If the focused element is removed, the focus stays in its part.
    this.addEventListener("focuslost", (event) => {
      event.stopPropagation(); // internal event
      const part = /** @type {import("lit").LitElement} */ (event.composedPath()[0]);
      if (part === this) return void this.#focusTask();
      requestAnimationFrame(() => document.activeElement === document.body && focus(part, "button"));
    });
  }

  connectedCallback() {
    super.connectedCallback();
    this.store.resume();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.store.halt();
  }

  /** Gives the focus back to the choice of the task, which goes while the code of another task loads. A failed core waits for the reader's press. */
  async #focusTask() {
    if (this.store.state.status === "failed") return;
    await this.store.load().catch(() => {}); // the element shows the error
    await this.updateComplete;
    const bar = /** @type {TrainBar | null} */ (this.renderRoot.querySelector("mha-train-bar"));
    await bar?.updateComplete;
    if (bar && document.activeElement === document.body) focus(bar, "select");
  }

  /** The page Train with this state. */
  get hosted() {
    return { page: "train.html", params: () => this.toParams() };
  }

  get about() {
    return say(TRAIN, this).what;
  }

  get roomName() {
    return this.store.state.settings.task;
  }

  /** Whether the chosen task is the translation. */
  get #isTranslation() {
    return this.store.state.settings.task === "translation";
  }

  renderReady() {
    const { store } = this;
    return html`<mha-train-bar part="controls" .store=${store}></mha-train-bar>
      ${this.#isTranslation ? this.#renderTranslation() : this.#renderBlanks()}
      <div class="last" part="caveats"><mha-train-words .store=${store}></mha-train-words></div>`;
  }

  #renderTranslation() {
    const { store } = this;
    const sentences = html`<mha-two-sentences .store=${store} .frames=${this.#frames}></mha-two-sentences>`;
    return html`<div class="wide">
        <section part="sentence">${PANELS.orTrouble("mha-two-sentences", sentences, this)}</section>
      </div>
      <div class="two" part="below">
        <section part="heads">
          <mha-translation-maps
            .store=${store}
            .frames=${this.#frames}
            .inside=${this.whereInside() ?? this.pages ?? null}
          ></mha-translation-maps>
          <mha-translation-removal
            part="removal"
            .store=${store}
            .frames=${this.#frames}
          ></mha-translation-removal>
        </section>
        <section part="learning">
          <mha-train-learning .store=${store} .frames=${this.#frames}></mha-train-learning>
        </section>
      </div>`;
  }

  #renderBlanks() {
    const { store } = this;
    return html`<div class="two">
        <section part="learning">
          <mha-train-learning .store=${store} .frames=${this.#frames}></mha-train-learning>
        </section>
        <section part="heads">
          <mha-train-maps .store=${store} .frames=${this.#frames}></mha-train-maps>
        </section>
      </div>
      <div class="two" part="below">
        <section part="sentence">
          <mha-train-sentence .store=${store} .frames=${this.#frames}></mha-train-sentence>
          <mha-look-inside
            .store=${store}
            .inside=${this.whereInside() ?? this.pages ?? null}
          ></mha-look-inside>
        </section>
        <section part="removal">
          <mha-taking-away .store=${store} .frames=${this.#frames}></mha-taking-away>
        </section>
      </div>`;
  }
}

/** @type {Record<string, CustomElementConstructor>} */
const ELEMENTS = {
  "mha-figure": Figure,
  "mha-save-files": SaveFiles,
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
