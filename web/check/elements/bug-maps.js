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

/** Two maps of a bug's effect, wrong and right, computed when the element comes near the window. */
export class BugMaps extends LitElement {
  static properties = {
    bug: {},
    maps: { state: true },
    hasFailed: { state: true },
    computed: { type: Boolean, reflect: true },
  };

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
      @media print {
        :host(:not([computed])) {
          display: none;
        }
      }
    `,
  ];

  #scheme = new Scheme(this);
  #near =
    globalThis.IntersectionObserver &&
    new IntersectionObserver((all) => this.#compute(all), { rootMargin: NEAR });

  constructor() {
    super();
    /** Name of the mistake in the checker. */
    this.bug = "";
    /** @type {import("../state/bug-maps.js").MapPair | null} */
    this.maps = null;
    /** Whether the code or the core could not be loaded. */
    this.hasFailed = false;
    /** Whether the maps are there. */
    this.computed = false;
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

  get #bug() {
    return BUGS.find(({ id }) => id === this.bug);
  }

  /** @param {readonly IntersectionObserverEntry[]} entries */
  async #compute(entries) {
    const bug = this.#bug;
    if (!bug || !entries.some(({ isIntersecting }) => isIntersecting)) return;
    this.#near.disconnect();
    try {
      const { computeMaps } = await import("./compute-maps.js");
      this.maps = await computeMaps(bug);
      this.computed = true;
      this.hasFailed = false;
    } catch (error) {
      console.warn(error);
      this.hasFailed = true;
      this.#near.observe(this); // the next time that it comes near is another attempt
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
    const { T } = this.#bug ? layerOf(this.#bug).sizes : { T: 0 };
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
      const pixelRatio = devicePixelRatio;
      Object.assign(canvas, { width: width * pixelRatio, height: height * pixelRatio });
      Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      context.scale(pixelRatio, pixelRatio);
      paint(context, marks);
    }
  }
}
