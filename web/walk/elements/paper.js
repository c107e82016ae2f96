import { css, html } from "lit";
import { paint, paintImage } from "../../kit/draw/canvas.js";
import { MARGIN } from "../../kit/draw/marks.js";
import { LIGHT } from "../../kit/draw/palette.js";
import { tapeScene } from "../../kit/draw/tape.js";
import { Panel } from "../../kit/elements/panel.js";
import { PRINTING } from "../../kit/elements/printing.js";
import { paletteOf } from "../../kit/elements/scheme.js";
import { measureWith } from "../../kit/elements/text-measure.js";
import { isMove } from "../../kit/state/memory.js";
import { elementIn } from "../../kit/state/selection.js";
import { stageView } from "../draw/stage-picture.js";
import { stageScene } from "../draw/stage.js";
import { copyScene } from "../draw/tape-copy.js";
import { factsList, headOf, reserveStyles } from "./reserve.js";

/** @typedef {import("../../core/types.js").Step} Step */
/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */
/** @typedef {import("../../kit/draw/marks.js").Scene} Scene */

/** @typedef {NonNullable<ReturnType<typeof stageView>>} View */

const ACROSS = 860; // px, width of a picture's layout; the page scales it
const FINE = 2; // device pixels per px
const FINE_CELLS = 4; // device pixels per px in images of cells

/** The walk on paper: all steps in order, in the page's width. Rendered only while printing. */
export class Paper extends Panel {
  static properties = { ...Panel.properties, printing: { state: true } };

  static styles = [
    Panel.styles,
    reserveStyles,
    css`
      :host {
        display: none;
        padding-inline: var(--_gutter);
      }
      @media print {
        :host {
          display: block;
        }
      }
      section {
        padding-block: 16px;
        border-top: 1px solid var(--_hairline);
        break-inside: avoid;
      }
      canvas {
        display: block;
        width: 100%;
        margin-bottom: 12px;
      }
    `,
  ];

  /** Scenes of the canvases, in order. @type {Scene[]} */
  #scenes = [];

  constructor() {
    super();
    this.printing = false;
  }

  connectedCallback() {
    super.connectedCallback();
    for (const type of PRINTING) addEventListener(type, this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const type of PRINTING) removeEventListener(type, this);
  }

  /** Renders synchronously, because window.print() waits for no promise. @param {Event} event */
  handleEvent({ type }) {
    this.printing = type === "beforeprint";
    this.performUpdate();
  }

  /** The author's palette in the light scheme, for print. */
  get #palette() {
    const palette = paletteOf(this);
    return palette.dark ? LIGHT : palette;
  }

  render() {
    const { store } = this;
    const { picture } = store?.state ?? {};
    this.#scenes = [];
    if (!this.printing || !store || !picture) return html``;
    const context = /** @type {CanvasRenderingContext2D} */ (
      document.createElement("canvas").getContext("2d")
    );
    const { locale } = this;
    const palette = this.#palette;
    const surface = { width: ACROSS, palette, measure: measureWith(context, palette.fonts), locale };
    return picture.steps.map((step) => {
      const view = /** @type {View} */ (stageView(store.state, this, step.id));
      const pictures = [stageScene(view, surface), memoryOf(view, surface)];
      this.#scenes.push(...pictures);
      return html`<section>
        ${headOf(picture, step, this)} ${factsList(picture, step, this)}
        ${pictures.map(() => html`<canvas></canvas>`)}
      </section>`;
    });
  }

  updated() {
    const { fonts } = this.#palette;
    const canvases = /** @type {HTMLCanvasElement[]} */ ([...this.renderRoot.querySelectorAll("canvas")]);
    canvases.forEach((canvas, i) => {
      const { height, marks } = this.#scenes[i];
      canvas.width = FINE * (ACROSS + MARGIN);
      canvas.height = FINE * height;
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      context.setTransform(FINE, 0, 0, FINE, FINE * MARGIN, 0);
      paint(context, marks, fonts, printImage);
    });
  }
}

/** @param {View} view @param {Surface} surface @returns {Scene} */
function memoryOf({ picture, step, selection, axis }, surface) {
  const held = elementIn(step, selection, picture.steps);
  const view = { picture, step, element: held, held, by: /** @type {const} */ ("head"), axis, selection };
  if (isMove(step, picture.operations)) return copyScene(view, surface);
  return tapeScene(view, surface);
}

/**
 * Paints cells as one image for print. The gaps between cells are cut into the image, because clearing a printed canvas also clears everything below
 * it.
 * @type {typeof paintImage}
 */
function printImage(context, { cells, ...rest }) {
  const { x, y, rows, cols, cw, ch } = cells;
  const [w, h] = [cols * cw, rows * ch];
  const apart = new OffscreenCanvas(Math.ceil(w * FINE_CELLS), Math.ceil(h * FINE_CELLS));
  const own = /** @type {any} */ (apart.getContext("2d"));
  own.scale(FINE_CELLS, FINE_CELLS);
  paintImage(own, { ...rest, cells: { ...cells, x: 0, y: 0 } });
  context.drawImage(apart, x, y, apart.width / FINE_CELLS, apart.height / FINE_CELLS);
}
