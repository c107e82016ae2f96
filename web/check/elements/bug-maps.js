import { LitElement, css, html } from "lit";
import { paint } from "../../kit/draw/canvas.js";
import { isSilent, localeAt, speaks } from "../../kit/elements/language.js";
import { Scheme, schemeProbe } from "../../kit/elements/scheme.js";
import { theme } from "../../kit/elements/theme.js";
import { say } from "../../kit/text/words.js";
import { mapScenes, sizeOf } from "../draw/bug-map.js";
import { layerOf } from "../state/bug-layer.js";
import { BUGS } from "../state/bugs.js";
import { BUGS_PAGE } from "../words-bugs.js";

const NEAR = "300px"; // distance from the window at which a picture is computed

/** What a bug does to the picture: two maps, wrong and right, computed when the element comes near the window. */
export class BugMaps extends LitElement {
  static properties = { bug: {}, maps: { state: true }, hasFailed: { state: true } };

  static styles = [
    theme,
    schemeProbe,
    css`
      :host {
        display: block;
      }
      .maps {
        display: flex;
        flex-wrap: wrap;
        gap: 12px 24px;
      }
      figure {
        margin: 0;
      }
      figcaption,
      p {
        margin: 0;
        color: var(--_muted);
        font-size: 13px;
      }
      canvas {
        display: block;
      }
    `,
  ];

  #scheme = new Scheme(this);
  #near =
    globalThis.IntersectionObserver &&
    new IntersectionObserver((all) => this.#come(all), { rootMargin: NEAR });

  constructor() {
    super();
    /** Name of the mistake in the checker. */
    this.bug = "";
    /** @type {import("../state/bug-maps.js").BugMaps | null} */
    this.maps = null;
    /** Whether the code or the core could not be loaded. */
    this.hasFailed = false;
  }

  /** Words in the element's language. */
  get locale() {
    return localeAt(this);
  }

  connectedCallback() {
    super.connectedCallback();
    speaks(this);
    this.#near.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    isSilent(this);
    this.#near.disconnect();
  }

  get #given() {
    return BUGS.find(({ id }) => id === this.bug);
  }

  /** @param {readonly IntersectionObserverEntry[]} entries */
  async #come(entries) {
    const bug = this.#given;
    if (!bug || !entries.some(({ isIntersecting }) => isIntersecting)) return;
    this.#near.disconnect();
    try {
      const { computeMaps } = await import("./compute-maps.js");
      this.maps = await computeMaps(bug);
    } catch (error) {
      console.warn(error);
      this.hasFailed = true;
    }
  }

  render() {
    const words = say(BUGS_PAGE, this);
    const { maps } = this;
    if (this.hasFailed) return html`<p>${words.failed}</p>`;
    const about =
      maps &&
      (maps.head === null ? words.mapOfOutput(maps.sentence) : words.mapOfWeights(maps.sentence, maps.head));
    return html`<div class="maps">
        ${this.#map(words.wrong, "wrong", about)} ${this.#map(words.right, "right", about)}
      </div>
      <p>${about ?? "\u00a0"}</p>`;
  }

  /** @param {string} name @param {"wrong" | "right"} side @param {string | null} about */
  #map(name, side, about) {
    const { T } = this.#given ? layerOf(this.#given).sizes : { T: 0 };
    const { width, height } = sizeOf(this.maps ?? { rows: T, columns: T });
    return html`<figure>
      <figcaption>${name}</figcaption>
      <canvas
        class=${side}
        role="img"
        aria-label="${name}${about ? `: ${about}` : ""}"
        width=${width}
        height=${height}
      ></canvas>
    </figure>`;
  }

  updated() {
    if (!this.maps) return;
    const scenes = mapScenes(this.maps, this.#scheme.palette);
    for (const side of /** @type {const} */ (["wrong", "right"])) {
      const canvas = /** @type {HTMLCanvasElement} */ (this.renderRoot.querySelector(`canvas.${side}`));
      const { width, height, marks } = scenes[side];
      const dense = devicePixelRatio;
      Object.assign(canvas, { width: width * dense, height: height * dense });
      Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      context.scale(dense, dense);
      paint(context, marks);
    }
  }
}
