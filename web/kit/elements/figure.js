import { css, html, nothing } from "lit";
import { HeadscopeError } from "../../core/errors.js";
import { paint } from "../draw/canvas.js";
import { MARGIN } from "../draw/marks.js";
import { DURATION, cloudAt } from "../draw/motion.js";
import { Gestures } from "./gestures.js";
import { Scheme, schemeProbe } from "./scheme.js";
import { measureWith } from "./text-measure.js";
import { exportParts } from "./parts.js";
import { localeAt } from "./language.js";
import { theme } from "./theme.js";
import { inTurn } from "./render-queue.js";
import { Width } from "./width.js";
import { TrackedElement } from "./tracked-element.js";

/**
 * A canvas that paints a scene in the element's width. It reports pointer positions and arrow keys; the owner of the scene finds the cell
 * at a position.
 *
 * @typedef {import("../draw/marks.js").Surface} Surface
 * @typedef {import("../draw/marks.js").Scene} Scene
 * @typedef {import("../draw/pan.js").By} Pan
 *
 * @fires point - detail { x, y, hold, touch, shift }: hovered or, with hold, clicked or tapped
 * @fires leave - the pointer or the focus left
 * @fires pan - detail Pan: dragged, scrolled by a wheel, or moved with Shift and arrow keys; the owner cancels the event if a window moved
 * @fires walk - detail { dx, dy, page, hold }: moved by arrow keys after Enter; hold is true for another Enter
 */
export class Figure extends TrackedElement {
  static properties = {
    draw: { attribute: false },
    label: {},
    walks: { type: Boolean },
    walking: { state: true },
  };

  static styles = [
    theme,
    schemeProbe,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      canvas {
        display: block;
        object-fit: cover;
        object-position: 0 0;
        border-radius: 2px;
        touch-action: pan-y pinch-zoom;
      }
      canvas:focus-visible {
        outline-offset: 6px;
      }
      canvas.walking {
        outline: 2px dashed var(--_ink);
        outline-offset: 6px;
      }
      /* Browsers lay out a sheet before the canvas can be redrawn. A wider canvas is scaled; otherwise the browser would scale the whole page. */
      @media print {
        canvas {
          max-width: 100%;
          height: auto !important;
        }
      }
    `,
  ];

  /** @type {Scene | null} */
  scene = null;
  #scheme = new Scheme(this);
  #width = new Width(this);
  #gestures = new Gestures(this, (event) => this.#placeOf(event));
  #still = matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {number} */
  #frame = 0;
  #isSeen = true;
  /** Identity of the last call of paint(). Earlier calls in the same task show nothing. */
  #painting = {};
  /**
   * Timer of a figure outside the viewport, which is painted when it comes into view or the page is idle. Until then, the figure only has its height.
   * @type {ReturnType<typeof setTimeout> | undefined}
   */
  #later;
  #seen = new IntersectionObserver((entries) => {
    this.#isSeen = entries.pop()?.isIntersecting ?? true;
    if (this.#isSeen && this.#later) this.paint();
  });

  constructor() {
    super();
    /** @type {((surface: Surface) => Scene & { flight?: () => import("../draw/motion.js").Flight | null }) | null} */
    this.draw = null;
    this.label = "";
    /** Whether the scene has cells that the keyboard can walk. */
    this.walks = false;
    this.walking = false;
  }

  /**
   * The first update waits for its turn in the render queue. Later ones wait for the owner, which may react to the same change with another
   * `draw`; otherwise the figure would be painted twice.
   */
  async scheduleUpdate() {
    if (!this.hasUpdated) return inTurn(() => super.scheduleUpdate());
    await null;
    return super.scheduleUpdate();
  }

  connectedCallback() {
    super.connectedCallback();
    exportParts(this);
    this.#seen.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#seen.disconnect();
    this.#stop();
  }

  /** Stops motion and paintings to come. */
  #stop() {
    this.#painting = {};
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#later);
    this.#later = undefined;
  }

  render() {
    const gestures = this.#gestures;
    return html`<canvas
      part="canvas"
      role=${this.walks ? "application" : "img"}
      tabindex=${this.walks ? 0 : nothing}
      aria-label=${this.label}
      class=${this.walking ? "walking" : ""}
      @pointerdown=${gestures.press}
      @pointermove=${gestures.move}
      @pointerup=${gestures.release}
      @pointercancel=${gestures.release}
      @pointerleave=${gestures.leave}
      @wheel=${gestures.wheel}
      @click=${gestures.click}
      @keydown=${gestures.key}
      @blur=${gestures.blur}
    ></canvas>`;
  }

  updated() {
    this.paint();
  }

  /** Paints the scene, and starts its motion, if any. */
  paint() {
    const canvas = /** @type {HTMLCanvasElement} */ (this.renderRoot.querySelector("canvas"));
    const width = Math.floor(this.#width.value);
    if (!width) this.#scheme.forget(); // a hidden element has no width and is painted when it is shown
    if (!this.draw || !width) return;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const { palette } = this.#scheme;
    const scene = this.#sceneOn({
      ...{ width, palette, measure: measureWith(context, palette.fonts) },
      locale: localeAt(this),
    });
    if (!scene) return;
    this.scene = scene;
    canvas.style.setProperty("width", `${this.#across / this.#ratio}px`);
    canvas.style.setProperty("margin-left", `${-this.#margin / this.#ratio}px`);
    canvas.style.setProperty("height", `${scene.height}px`);
    canvas.style.setProperty("aspect-ratio", `${this.#across / this.#ratio} / ${scene.height}`);
    this.#stop();
    const painting = this.#painting;
    // Waits until all figures have their size, because setting a font on a canvas forces a layout.
    queueMicrotask(() => {
      if (painting !== this.#painting) return;
      const show = () => {
        this.#later = undefined;
        this.#show(canvas, context, scene, scene.marks);
      };
      const flight = this.#still.matches ? null : scene.flight?.();
      if (!this.#isSeen) this.#later = setTimeout(show, CALM);
      else if (flight) this.#fly(canvas, context, scene, flight);
      else show();
    });
  }

  /**
   * The scene on a surface. Null if the picture's memory was freed; the old painting then stays until the next picture comes.
   * @param {Surface} surface
   */
  #sceneOn(surface) {
    try {
      return /** @type {NonNullable<typeof this.draw>} */ (this.draw)(surface);
    } catch (error) {
      if (error instanceof HeadscopeError && error.code === "disposed") return null;
      throw error;
    }
  }

  get #ratio() {
    return this.#width.ratio;
  }

  /** Width in whole device pixels, so that edges stay sharp. */
  get #across() {
    return Math.floor(this.#width.value * this.#ratio) + this.#margin;
  }

  /**
   * Margin in px at the left of the scene. At the right there is none, because a wider canvas would make the page scroll; scenes keep their right
   * edge free.
   */
  get #margin() {
    return Math.round(MARGIN * this.#ratio);
  }

  /** @param {HTMLCanvasElement} canvas @param {CanvasRenderingContext2D} context @param {Scene} scene @param {readonly import("../draw/marks.js").Mark[]} marks */
  #show(canvas, context, scene, marks) {
    const ratio = this.#ratio;
    const down = Math.round(Math.ceil(scene.height / 20) * 20 * ratio); // in whole device pixels
    // The canvas only grows: allocating a new one takes longer than drawing.
    if (canvas.width !== this.#across || canvas.height < down) {
      canvas.width = this.#across;
      canvas.height = down;
    }
    context.setTransform(ratio, 0, 0, ratio, this.#margin, 0);
    context.clearRect(-2 * MARGIN, 0, canvas.width + 2 * MARGIN, canvas.height);
    paint(context, marks, this.#scheme.palette.fonts);
  }

  /** @param {HTMLCanvasElement} canvas @param {CanvasRenderingContext2D} context @param {Scene} scene @param {import("../draw/motion.js").Flight} flight */
  #fly(canvas, context, scene, flight) {
    const still = scene.marks.filter((mark) => !(mark.kind === "cells" && mark.flies));
    const start = performance.now();
    const frame = (/** @type {number} */ now) => {
      const t = Math.min(1, Math.max(0, (now - start) / DURATION));
      this.#show(canvas, context, scene, t < 1 ? [...still, cloudAt(flight, t)] : scene.marks);
      if (t < 1) this.#frame = requestAnimationFrame(frame);
    };
    frame(start);
  }

  /** Position in px of the scene, independent of zoom and transforms of the host. @param {MouseEvent} event */
  #placeOf({ clientX, clientY }) {
    const canvas = /** @type {HTMLCanvasElement} */ (this.renderRoot.querySelector("canvas"));
    const box = canvas.getBoundingClientRect();
    const x = ((clientX - box.left) * canvas.offsetWidth) / box.width;
    const y = ((clientY - box.top) * canvas.offsetHeight) / box.height;
    return { x: x - this.#margin / this.#ratio, y };
  }
}

const CALM = 250; // ms without a new picture
