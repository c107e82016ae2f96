import { css, html, svg } from "lit";
import { trackLayout, upstream } from "../draw/track.js";
import { axisKind } from "../draw/palette.js";
import { wordsOf } from "../text/steps.js";
import { Part } from "./part.js";
import { product } from "./shape.js";

const NARROWEST_PITCH = 72; // px between stations; below it names would touch, and one line says where we are

/** The layer as a metro map: navigation and scrubber in one. One tab stop; arrows move along it. */
export class Track extends Part {
  static properties = { ...Part.properties, width: { state: true } };

  static styles = [
    Part.styles,
    css`
      :host {
        display: block;
        min-height: 76px;
      }
      svg {
        display: block;
        width: 100%;
        overflow: visible;
      }
      path {
        fill: none;
        stroke: var(--_hairline);
        stroke-width: 2.5;
      }
      path.travelled {
        stroke: var(--_ink);
      }
      text {
        font-size: 12.5px;
        fill: var(--_muted);
        text-anchor: middle;
      }
      text.shape {
        font-family: var(--_mono);
      }
      tspan.B {
        fill: var(--_B);
      }
      tspan.T {
        fill: var(--_T);
      }
      tspan.H {
        fill: var(--_H);
      }
      tspan.d {
        fill: var(--_d);
      }
      tspan.model {
        fill: var(--_model);
      }
      .station {
        cursor: pointer;
      }
      .station:focus {
        outline: none;
      }
      .station:focus-visible .focus {
        stroke: var(--_ink);
      }
      .focus {
        fill: none;
        stroke: none;
        stroke-width: 2;
      }
      .target {
        fill: transparent;
      }
      .ring {
        fill: var(--_paper);
        stroke: var(--_edge);
        stroke-width: 2;
      }
      .dot {
        fill: var(--_edge);
      }
      .travelled .ring {
        stroke: var(--_ink);
      }
      .travelled .dot {
        fill: var(--_ink);
      }
      .named .ring {
        stroke: var(--_ink);
        stroke-width: 4;
      }
      .named text:not(.shape) {
        fill: var(--_ink);
        font-weight: 600;
      }
      .current .ring {
        fill: var(--_ink);
        stroke: var(--_ink);
      }
      .current .dot {
        fill: var(--_paper);
      }
      .current text:not(.shape),
      text.here {
        fill: var(--_ink);
        font-weight: 600;
      }
      .compact {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 12px;
        padding: 10px 0;
        text-align: center;
      }
      .compact strong {
        font-size: 15px;
        font-weight: 600;
      }
      .compact button {
        width: 32px;
        height: 32px;
        flex: none;
        border: 1px solid var(--_hairline);
        border-radius: 50%;
        background: var(--_card);
        font-size: 12.5px;
        line-height: 1;
      }
      .compact button:disabled {
        opacity: 0.4;
        cursor: default;
      }
    `,
  ];

  #resize = new ResizeObserver(([entry]) => (this.width = Math.floor(entry.contentRect.width)));

  constructor() {
    super();
    this.width = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#resize.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#resize.disconnect();
  }

  render() {
    const state = this.store?.state;
    if (!state?.picture || !this.width) return html``;
    const { stages, steps } = state.picture;
    const track = trackLayout(stages, this.width);
    return track.pitch < NARROWEST_PITCH ? this.#compact(stages, state.step) : this.#map(track, steps, state);
  }

  /** @param {readonly import("../core/types.js").Step[][]} stages @param {string} current */
  #compact(stages, current) {
    const at = stages.findIndex((stage) => stage.some((step) => step.id === current));
    const step = stages[at].find(({ id }) => id === current);
    return html`<nav class="compact" aria-label="Steps">
      <button aria-label="Previous step" ?disabled=${at === 0} @click=${() => this.store?.move(-1)}>◀</button>
      <span>
        <strong>Step ${at + 1} of ${stages.length} · ${wordsOf(current).name}</strong><br />
        <span class="mono">${step ? product(step.axes, step.shape) : ""}</span>
      </span>
      <button
        aria-label="Next step"
        ?disabled=${at === stages.length - 1}
        @click=${() => this.store?.move(1)}
      >
        ▶
      </button>
    </nav>`;
  }

  /** @param {import("../draw/track.js").Track} track @param {readonly import("../core/types.js").Step[]} steps @param {import("../state/store.js").State} state */
  #map(track, steps, { step: current, tensor }) {
    const travelled = upstream(current, steps);
    const lines = [...track.lines].sort((a, b) => Number(travelled.has(a.to)) - Number(travelled.has(b.to)));
    return html`<nav aria-label="Steps" @keydown=${this.#key}>
      <svg height=${track.height} viewBox="0 0 ${this.width} ${track.height}">
        ${lines.map((line) => svg`<path d=${line.d} class=${travelled.has(line.to) ? "travelled" : ""}></path>`)}
        ${track.stations.map((station) => this.#station(station, track, travelled, current, tensor))}
      </svg>
    </nav>`;
  }

  /** @param {import("../draw/track.js").Station} station @param {import("../draw/track.js").Track} track @param {Set<string>} travelled @param {string} current @param {string | null} named */
  #station({ step, x, y, label }, track, travelled, current, named) {
    const here = step.id === current;
    const radius = here || step.id === named ? 8 : 5.5;
    const fits = step.shape.join("×").length * 7.6 < track.pitch - 4;
    const [name, shape] = label === "above" ? [y - 27, y - 12] : [y + 22, y + 37];
    const main = step.lane === null || label === "below" || here;
    return svg`<g
      class="station ${here ? "current" : ""} ${step.id === named ? "named" : ""} ${travelled.has(step.id) ? "travelled" : ""}"
      role="button"
      data-id=${step.id}
      tabindex=${here ? 0 : -1}
      aria-current=${here ? "step" : "false"}
      aria-label=${`${laneName(step)}${wordsOf(step.id).name} ${step.shape.join("×")}, ${step.storage}`}
      @click=${() => this.store?.goTo(step.id)}
    >
      <circle class="target" cx=${x} cy=${y} r="16"></circle>
      <circle class="focus" cx=${x} cy=${y} r="13"></circle>
      <circle class="ring" cx=${x} cy=${y} r=${radius}></circle>
      ${step.storage === "copy" ? svg`<circle class="dot" cx=${x} cy=${y} r="2.2"></circle>` : ""}
      ${startsLane(step) ? svg`<text x=${x} y=${y - 14}>${step.lane?.toUpperCase()}</text>` : ""}
      ${label === "none" ? "" : svg`<text x=${x} y=${name}>${wordsOf(step.id).name}</text>`}
      ${label !== "none" && (fits || (here && main)) ? svg`<text class="shape" x=${x} y=${shape}>${spans(step)}</text>` : ""}
    </g>`;
  }

  /** Left and right along the stages, up and down between lanes. @param {KeyboardEvent} event */
  #key(event) {
    const { picture, step } = /** @type {import("../state/store.js").Store} */ (this.store).state;
    const target = /** @type {Element | null} */ (event.target)?.closest("[data-id]");
    if (!picture || !target) return;
    const stage = picture.stages.find((steps) => steps.some(({ id }) => id === step)) ?? [];
    const at = stage.findIndex(({ id }) => id === step);
    const go = (/** @type {string | undefined} */ id) => id && this.store?.goTo(id);
    if (event.key === "ArrowRight") this.store?.move(1);
    else if (event.key === "ArrowLeft") this.store?.move(-1);
    else if (event.key === "ArrowUp") go(stage[at - 1]?.id);
    else if (event.key === "ArrowDown") go(stage[at + 1]?.id);
    else if (event.key === "Home") go(picture.steps[0].id);
    else if (event.key === "End") go(picture.steps[picture.steps.length - 1].id);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.updateComplete.then(() =>
      this.renderRoot.querySelector(/** @type {"g"} */ ('[tabindex="0"]'))?.focus({ preventScroll: true }),
    );
  }
}

/** @param {import("../core/types.js").Step} step */
const laneName = (step) => (step.lane ? `${step.lane.toUpperCase()} ` : "");

/** @param {import("../core/types.js").Step} step */
const startsLane = (step) => step.lane !== null && step.op === "linear";

/** @param {import("../core/types.js").Step} step */
function spans(step) {
  return step.shape.map(
    (size, i) => svg`${i ? svg`<tspan>×</tspan>` : ""}<tspan class=${axisKind(step.axes[i])}>${size}</tspan>`,
  );
}
