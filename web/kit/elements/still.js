import { html, nothing } from "lit";
import { stageHeight } from "../draw/stage-height.js";
import { MESSAGES } from "../text/messages.js";
import { say } from "../text/words.js";
import { goesOn } from "./scroll-end.js";

/**
 * A figure without controls, which shows an element's picture.
 *
 * @typedef {import("../draw/marks.js").Surface} Surface
 * @typedef {import("../draw/marks.js").Scene} Scene
 */
export class Still {
  #host;
  /** @type {{ scene: Scene, title: string } | null} */
  #picture = null;
  /** The state and size of the last picture. @type {readonly unknown[]} */
  #of = [];
  #sizes = new ResizeObserver(() => {
    const frame = this.#host.renderRoot.querySelector(".frame");
    if (frame) fade({ currentTarget: frame });
  });

  /** @param {import("./embeddable.js").Embeddable} host */
  constructor(host) {
    this.#host = host;
  }

  /** @returns {unknown} */
  render() {
    const { alt, pictured } = this.#host;
    const { drawing, titled } = say(MESSAGES, this.#host);
    const figure = html`<mha-figure
      part="still"
      label=${alt || titled(this.#picture?.title ?? drawing)}
      .draw=${(/** @type {Surface} */ surface) => this.#draw(surface)}
    ></mha-figure>`;
    if (pictured !== "walk") return figure;
    return html`<div class="frame" tabindex=${this.#isHigh ? 0 : nothing} @scroll=${fade}>${figure}</div>`;
  }

  /** Whether the picture is so high that it scrolls. */
  get #isHigh() {
    const { scene } = this.#picture ?? {};
    return scene && scene.height > stageHeight(scene.width);
  }

  /** The scene of the last picture, which stays until the next one is ready. @param {Surface} surface */
  #draw(surface) {
    const frame = this.#host.renderRoot.querySelector(".frame");
    for (const each of frame ? [frame, ...frame.children] : []) this.#sizes.observe(each);
    const of = [this.#host.store.state, surface.width, surface.palette, surface.locale];
    if (!of.every((each, i) => each === this.#of[i])) {
      this.#of = of;
      this.#host
        .pictureOn(surface)
        .then((picture) => {
          if (this.#of !== of) return; // a newer picture has been requested
          this.#picture = picture;
          this.#host.requestUpdate();
        })
        .catch((error) => {
          // A picture of an earlier state can read freed memory. Its error is ignored, because the newest state is drawn next.
          if (this.#host.store.state === of[0]) console.warn(`<${this.#host.localName}> ${error.message}`);
        });
    }
    // Before the first picture only the reserved height applies.
    return this.#picture?.scene ?? { width: surface.width, height: 0, marks: [] };
  }
}

/** Fades the end of a frame that goes on below. @param {{ currentTarget: any }} of */
function fade({ currentTarget: frame }) {
  frame.classList.toggle("fades", goesOn(frame));
}
