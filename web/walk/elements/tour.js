import { css, html } from "lit";
import { SPEEDS } from "../../kit/state/playback.js";
import { sizesOf } from "../../kit/state/sizes.js";
import { wordsOf } from "../../kit/text/steps.js";
import { say } from "../../kit/text/words.js";
import { TOUR, captionFor } from "../words-tour.js";
import { WALK } from "../words.js";
import { Panel } from "../../kit/elements/panel.js";
import { stepButton, stepButtonStyles } from "./step-button.js";

/** The tour through every step: a caption in plain words, and controls for pace and position. */
export class Tour extends Panel {
  static styles = [
    Panel.styles,
    stepButtonStyles,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: center;
        gap: 0 32px;
        padding: 10px var(--_gutter);
        border-top: 1px solid var(--_edge);
        background: var(--_card);
      }
      .caption {
        min-height: 2lh;
        margin: 0;
        align-content: center;
        font-size: 16px;
        line-height: 1.4;
        text-wrap: balance;
      }
      .controls {
        display: flex;
        align-items: center;
        gap: 6px 8px;
      }
      .position {
        display: flex;
        align-items: center;
        gap: 8px;
        width: 250px;
        margin-left: 8px;
      }
      .at {
        min-width: 8ch;
        font-size: 13px;
        white-space: nowrap;
        color: var(--_muted);
      }
      input {
        flex: 1;
        min-width: 60px;
        height: 24px;
        margin: 0;
        accent-color: var(--_accent);
      }
      label {
        display: flex;
        align-items: center;
        gap: 6px;
        font-size: 13px;
        color: var(--_muted);
      }
      select {
        height: 28px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
        color: var(--_ink);
      }
      .main {
        border-color: var(--_accent);
        background: var(--_accent);
        color: var(--_paper);
      }
      .close {
        margin-left: 8px;
      }
      @container (max-width: 879px) {
        :host {
          grid-template-columns: minmax(0, 1fr);
          gap: 6px;
          padding-block: 8px;
        }
        .caption {
          min-height: 3lh;
        }
        .position {
          flex: 1;
          width: auto;
        }
      }
      @container (max-width: 519px) {
        .caption {
          min-height: 4lh;
          text-wrap: pretty;
        }
        .controls {
          gap: 6px;
        }
        .position,
        .close {
          margin-left: 0;
        }
        .at,
        label span {
          display: none;
        }
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.role = "region";
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  render() {
    const { store } = this;
    const { picture, step: id, playing, speed } = store?.state ?? {};
    const step = picture?.step(id ?? "");
    if (!store || !picture || !step) return html``;
    const [words, walk] = [say(TOUR, this), say(WALK, this)];
    this.ariaLabel = words.title;
    const steps = picture.stages.flat();
    const at = steps.indexOf(step);
    const { name } = wordsOf(step, this);
    const lane = step.lane ? `${step.lane.toUpperCase()} · ` : "";
    const where = words.at({ at: at + 1, of: steps.length, name: lane + name });
    return html`<p class="caption" role="status">${captionFor(step, sizesOf(picture, step.lane), this)}</p>
      <div class="controls" role="group" aria-label=${walk.stepping}>
        ${stepButton(walk.previous, "←", () => store.move(-1), at === 0)}
        ${stepButton(playing ? walk.pause : walk.play, playing ? "❚❚" : "▶", () => store.play(!playing), false, "main")}
        ${stepButton(walk.next, "→", () => store.move(1), at === steps.length - 1)}
        <span class="position">
          <input
            type="range"
            min="1"
            max=${steps.length}
            .value=${String(at + 1)}
            aria-label=${words.position}
            aria-valuetext=${where}
            @input=${(/** @type {Event} */ { target }) =>
              store.goTo(steps[Number(/** @type {HTMLInputElement} */ (target).value) - 1].id)}
          />
          <span class="at" aria-hidden="true">${at + 1} / ${steps.length}</span>
        </span>
        <label
          ><span>${words.speed}</span>
          <select
            aria-label=${words.speed}
            @change=${(/** @type {Event} */ { target }) =>
              store.pace(Number(/** @type {HTMLSelectElement} */ (target).value))}
          >
            ${SPEEDS.map((each) => html`<option value=${each} ?selected=${each === speed}>${words.times(each)}</option>`)}
          </select></label
        >
        ${stepButton(words.close, "✕", () => store.tour(false), false, "close")}
      </div>`;
  }

  /** Escape closes the tour. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    this.store?.tour(false);
  }
}
