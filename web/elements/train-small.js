import { css, html } from "lit";
import { define } from "../kit/elements/define.js";
import { Figure } from "../kit/elements/figure.js";
import { LoneElement, loneStyles } from "../kit/elements/lone-element.js";
import { STORY_STEP } from "../kit/state/default-model.js";
import { capitalize, headName } from "../kit/text/head-names.js";
import { shortShare } from "../kit/text/share.js";
import { say } from "../kit/text/words.js";
import { smallScene } from "../train/draw/small.js";
import { Frames } from "../train/elements/frames.js";
import { blankIn, weightIn } from "../train/state/arcs.js";
import { Training } from "../train/state/training.js";
import { SMALL, TRAIN } from "../train/words.js";

/** @import { Surface } from "../kit/draw/marks.js" */

const SEEN = 0.6; // share of the element in view, from which on it plays

/**
 * The small form of Train, on the first page: the model of the story learns, from step 0 to the step that the page shows. It plays once when it
 * comes into view; with reduced motion it shows its end.
 */
export class SmallTrain extends LoneElement {
  static properties = {
    ...LoneElement.properties,
    layer: { type: Number },
    head: { type: Number },
    sentence: {},
  };

  static styles = [
    loneStyles({}),
    css`
      .sheet {
        display: grid;
        grid-template-columns: minmax(190px, 236px) minmax(0, 1fr);
        gap: 12px 32px;
        padding: 18px var(--_gutter);
      }
      h2 {
        margin: 0;
        font-size: 16px;
        font-weight: 650;
      }
      p {
        margin: 4px 0 12px;
        font-size: 13px;
        line-height: 1.45;
        text-wrap: pretty;
      }
      button {
        min-height: 36px;
        padding: 0 14px;
        border: 1px solid var(--_hairline);
        border-radius: 9px;
        background: var(--_card);
        font-size: 15px;
      }
      a {
        color: inherit;
        text-underline-offset: 3px;
      }
      @container (max-width: 699px) {
        .sheet {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @media print {
        button {
          display: none;
        }
      }
    `,
  ];

  store = new Training();
  #seen = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && this.#play(),
    {
      threshold: SEEN,
    },
  );

  constructor() {
    super();
    /** The head whose map is shown. */
    this.layer = 0;
    this.head = 0;
    /** The sentence of the map; without one, the task's own. */
    this.sentence = "";
    new Frames(this, this.store);
    this.addEventListener("load", () => this.#begin());
  }

  connectedCallback() {
    super.connectedCallback();
    this.store.resume();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#seen.disconnect();
    this.store.halt();
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    if (changed.has("sentence")) this.store.say(this.sentence);
  }

  get about() {
    return say(SMALL, this).title;
  }

  #begin() {
    if (this.store.state.step) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.store.show(STORY_STEP);
    else this.#seen.observe(this);
  }

  #play() {
    this.#seen.disconnect();
    if (!this.store.state.step) this.store.show(STORY_STEP, "watch");
  }

  /** Pauses; goes on; or plays again from the beginning. */
  #press() {
    const { pace, step } = this.store.state;
    if (pace) return this.store.pause();
    if (step >= STORY_STEP) this.store.startAgain();
    this.store.show(STORY_STEP, "watch");
  }

  renderReady() {
    const { pace, step, prediction } = this.store.state;
    const asks = blankIn(this.store.state);
    if (!prediction || !asks) return html``;
    const { tokens } = prediction;
    const words = say(SMALL, this);
    const { pause, start, on, once } = say(TRAIN, this);
    const weights = tokens.map((_, key) =>
      weightIn(this.store.state, this.layer, this.head, asks.position, key),
    );
    const key = weights.indexOf(Math.max(...weights));
    const said = { from: tokens[asks.position], to: tokens[key], share: shortShare(weights[key], 2) };
    const { train } = this.pages ?? {};
    return html`<div class="sheet">
      <div>
        <h2>${words.title}</h2>
        <p>
          ${words.learns(STORY_STEP)}
          ${train ? html`<a href=${train}>${words.all(this.store.task.steps)}</a>` : ""}
        </p>
        <button @click=${this.#press}>${pace ? pause : step >= STORY_STEP ? once : step ? on : start}</button>
      </div>
      <mha-figure
        label=${`${words.step(step, STORY_STEP)}: ${words.looks(said)}`}
        .draw=${(/** @type {Surface} */ surface) => this.#draw(surface, said)}
      ></mha-figure>
    </div>`;
  }

  /** @param {Surface} surface @param {{ from: string, to: string, share: string }} said */
  #draw(surface, said) {
    const { losses, prediction, words: known, step } = this.store.state;
    const { tokens, attention } = /** @type {NonNullable<typeof prediction>} */ (prediction);
    const words = say(SMALL, this);
    const count = tokens.length ** 2;
    const name = capitalize(headName(this.layer, this.head, this));
    return smallScene(
      {
        ...{ steps: STORY_STEP, losses, most: Math.log(known.length), tokens },
        weights: attention[this.layer].data.subarray(this.head * count, (this.head + 1) * count),
        asks: blankIn(this.store.state)?.position ?? 0,
        loss: words.loss(step),
        head: `${name}: ${words.looks(said)}`,
      },
      surface,
    );
  }
}

define("mha-figure", Figure);
define("mha-train-small", SmallTrain);
