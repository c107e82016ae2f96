import { css, html, svg } from "lit";
import { axisKind } from "../../kit/draw/palette.js";
import { Panel } from "../../kit/elements/panel.js";
import { Width } from "../../kit/elements/width.js";
import { wordsOf } from "../../kit/text/steps.js";
import { say } from "../../kit/text/words.js";
import { FOCUS, labelsOf, trackLayout, upstream } from "../draw/track.js";
import { WALK } from "../words.js";
import { oneLine, oneLineStyles } from "./one-line.js";
import { stepButtonStyles } from "./step-button.js";

const NARROWEST_PITCH = 72; // px between stations; closer names overlap, so that a single line replaces the map

/** The layer as a metro map, for navigation and scrubbing. One tab stop; arrows move along it. */
export class Track extends Panel {
  static styles = [
    Panel.styles,
    stepButtonStyles,
    oneLineStyles,
    css`
      :host {
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
      .shape {
        font-family: var(--_mono);
      }
      .shape [class] {
        fill: currentColor;
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
        fill: var(--_accent);
        stroke: var(--_accent);
      }
      .current .dot {
        fill: var(--_paper);
      }
      .current text:not(.shape),
      text.here {
        fill: var(--_ink);
        font-weight: 600;
      }
    `,
  ];

  #width = new Width(this);
  /** Current and previous positions of the stations. @type {Map<string, number>} */
  #places = new Map();
  #before = this.#places;

  updated() {
    const all = (/** @type {string} */ selector) =>
      /** @type {SVGElement[]} */ ([...this.renderRoot.querySelectorAll(selector)]);
    const stations = all(".station");
    for (const station of stations) stop(station, station.dataset.id === this.store?.state.step);
    const [before, after] = [this.#before, this.#places];
    this.#before = after;
    if (before.size && [...before.keys()].join() !== [...after.keys()].join())
      slide(stations, all("path"), before, after);
  }

  render() {
    const state = this.store?.state;
    const width = Math.floor(this.#width.value);
    if (!state?.picture || !width) return html``;
    const { stages, steps } = state.picture;
    const track = trackLayout(stages, width);
    return track.pitch < NARROWEST_PITCH && this.store
      ? oneLine(stages, state.step, this.store, this)
      : this.#map(track, steps, state);
  }

  /** @param {import("../draw/track.js").Track} track @param {readonly import("../../core/types.js").Step[]} steps @param {import("../../kit/state/store.js").State} state */
  #map(track, steps, { step: current, tensor }) {
    const travelled = upstream(current, steps);
    this.#places = new Map(track.stations.map(({ step, x }) => [step.id, x]));
    const at = track.stations.find(({ step }) => step.id === current);
    const saysCurrent = (/** @type {import("../draw/track.js").Station} */ { x, step }) =>
      x === at?.x && wordsOf(step, this).name === wordsOf(at.step, this).name;
    const labels = labelsOf(track, current, this);
    const words = say(WALK, this);
    const lines = (/** @type {boolean} */ on) =>
      track.lines.flatMap(({ to, d }) => (travelled.has(to) === on ? d : [])).join("");
    return html`<nav aria-label=${words.steps} @keydown=${this.#key}>
      <svg height=${track.height} viewBox="0 0 ${track.width} ${track.height}">
        <path d=${lines(false)}></path>
        <path class="travelled" d=${lines(true)}></path>
        ${Array.from(labels, ([station, label]) => this.#station(station, label, travelled, current, tensor, saysCurrent(station)))}
      </svg>
    </nav>`;
  }

  /**
   * @param {import("../draw/track.js").Station} station
   * @param {import("../draw/track.js").Label} written
   * @param {Set<string>} travelled
   * @param {string} current
   * @param {string | null} named
   * @param {boolean} saysCurrent  whether it is in the current step's column, whose name is that step's
   */
  #station({ step, x, y, label }, written, travelled, current, named, saysCurrent) {
    const here = step.id === current;
    const radius = here || step.id === named ? 8 : 5.5;
    const words = wordsOf(step, this);
    const sizes = step.shape.join("×");
    const { lane, over, sized } = written;
    const above = sized ? [...lane, svg`<tspan class="shape">${spans(step)}</tspan>`] : lane;
    // In the order of the visible text, because voice control matches the label against it.
    const said = sized && !lane.includes(words.name) ? `${sizes} ${words.name}` : `${words.name} ${sizes}`;
    return svg`<g
      class="station ${here ? "current" : ""} ${step.id === named ? "named" : ""} ${travelled.has(step.id) ? "travelled" : ""}"
      role="button"
      data-id=${step.id}
      tabindex="-1"
      aria-current=${here ? "step" : "false"}
      aria-label=${`${laneName(step)}${said}, ${say(WALK, this)[step.storage]}`}
      @click=${() => this.store?.goTo(step.id)}
    >
      <circle class="target" cx=${x} cy=${y} r="16"></circle>
      <circle class="focus" cx=${x} cy=${y} r=${FOCUS - 1}></circle>
      <circle class="ring" cx=${x} cy=${y} r=${radius}></circle>
      ${step.storage === "copy" ? svg`<circle class="dot" cx=${x} cy=${y} r="2.2"></circle>` : ""}
      ${above.length ? svg`<text x=${x} y=${over}>${above.map((each, i) => [i ? " " : "", each])}</text>` : ""}
      ${label === "none" ? "" : svg`<text class=${saysCurrent ? "here" : ""} x=${x} y=${written.name}>${words.name}</text>`}
      ${written.shaped ? svg`<text class="shape" x=${x} y=${written.shape}>${spans(step)}</text>` : ""}
    </g>`;
  }

  /** Left and right move along stages, up and down between lanes. @param {KeyboardEvent} event */
  #key(event) {
    const { picture, step } = /** @type {import("../../kit/state/store.js").Store} */ (this.store).state;
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
    const id = this.store?.state.step;
    const station = this.renderRoot.querySelector(/** @type {"g"} */ (`[data-id=${id}]`));
    if (!station) return;
    stop(station, true);
    station.focus({ preventScroll: true });
  }
}

/**
 * Moves the single tab stop. Writes only changes, and before the focus moves, because a write on the focused element forces a layout.
 * @param {SVGElement} station @param {boolean} here
 */
function stop(station, here) {
  if (station.tabIndex !== (here ? 0 : -1)) station.tabIndex = here ? 0 : -1;
}

/** @param {import("../../core/types.js").Step} step */
const laneName = (step) => (step.lane ? `${step.lane.toUpperCase()} ` : "");

/** @param {import("../../core/types.js").Step} step */
function spans(step) {
  return step.shape.map(
    (size, i) =>
      svg`${i ? svg`<tspan>&times;</tspan>` : ""}<tspan class=${axisKind(step.axes[i])}>${size}</tspan>`,
  );
}

const MOTION = { duration: 420, easing: "ease-in-out" };

/**
 * Animates the map when steps appear or disappear: stations slide to their new positions, new stations slide in, and lines fade in.
 * @param {readonly SVGElement[]} stations  with the ids of their steps
 * @param {readonly SVGElement[]} lines
 * @param {ReadonlyMap<string, number>} before  previous x of each step
 * @param {ReadonlyMap<string, number>} after
 */
function slide(stations, lines, before, after) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const station of stations) {
    const id = station.dataset.id ?? "";
    const from = before.get(id);
    const start =
      from === undefined
        ? { opacity: 0, transform: "translateY(-16px)" }
        : { transform: `translateX(${from - (after.get(id) ?? 0)}px)` };
    station.animate([start, {}], MOTION);
  }
  for (const line of lines) line.animate([{ opacity: 0 }, {}], MOTION);
}
