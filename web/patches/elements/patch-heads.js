import { css, html } from "lit";
import { headingStyles, savedHeadingStyles } from "../../kit/elements/heading.js";
import { keyLeads } from "../../kit/elements/keys.js";
import { overlayChoiceStyles } from "../../kit/elements/over-image.js";
import { Panel } from "../../kit/elements/panel.js";
import { overlayStyles } from "../../kit/elements/titles.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { patchHeadsPicture, patchHeadsScene } from "../draw/patch-scenes.js";
import { shownIn } from "../state/shown.js";
import { PATCHES } from "../words.js";
import { storedChoices } from "./patch-head.js";

/** @typedef {import("../draw/patch-scenes.js").Tile} Tile */

const RISE = 29; // px from an image up to its title
const HEIGHT = 24; // px, minimum height of a target

/** Every head as the same image, small, with its weights over it. */
export class PatchHeads extends Panel {
  static styles = [
    Panel.styles,
    headingStyles,
    savedHeadingStyles,
    ...overlayChoiceStyles,
    overlayStyles,
    css`
      mha-figure {
        cursor: pointer;
      }
      p {
        margin: 8px 0 0;
        font-size: 13px;
        color: var(--_muted);
      }
    `,
  ];

  /** @type {readonly Tile[]} */
  #tiles = [];

  render() {
    const { store } = this;
    if (!store?.state.picture?.patches) return html``;
    const words = say(PATCHES, this);
    const { heads } = shownIn(store.state).of;
    return html`<div class="top">
        <h2>${words.all}</h2>
        <mha-save part="save" view="map" .picture=${patchHeadsPicture} .store=${store}
          >${storedChoices(store, this)}</mha-save
        >
      </div>
      <div class="picture">
        <mha-figure
          label=${words.heads({ heads })}
          .draw=${(/** @type {import("../../kit/draw/marks.js").Surface} */ surface) => this.#draw(surface)}
          @point=${this.#point}
        ></mha-figure>
        <div class="titles" role="group" aria-label=${words.all}></div>
      </div>
      <p part="beside">${words.press}</p>`;
  }

  /** @param {import("../../kit/draw/marks.js").Surface} surface */
  #draw(surface) {
    const store = /** @type {import("../../kit/state/store.js").Store} */ (this.store);
    const scene = patchHeadsScene(store.state, surface);
    this.#tiles = scene.tiles;
    this.#placeButtons();
    return scene;
  }

  /** Buttons over the names of the heads, with one tab stop; arrow keys move between them. */
  #placeButtons() {
    const store = /** @type {import("../../kit/state/store.js").Store} */ (this.store);
    const box = /** @type {HTMLElement} */ (this.renderRoot.querySelector(".titles"));
    const { of, picture, together } = shownIn(store.state);
    const names = namesOfHeads(picture, this);
    while (box.children.length > this.#tiles.length) box.lastElementChild?.remove();
    while (box.children.length < this.#tiles.length) box.append(this.#button(box));
    this.#tiles.forEach(({ head, x, y, w }, i) => {
      const button = /** @type {HTMLElement} */ (box.children[i]);
      button.dataset.head = String(head);
      button.ariaLabel = names.first(head);
      button.ariaCurrent = String(head === of.head && !together);
      button.tabIndex = head === of.head ? 0 : -1;
      for (const [name, length] of Object.entries({ left: x, top: y - RISE, width: w, height: HEIGHT }))
        button.style.setProperty(name, `${length}px`);
    });
  }

  /** @param {HTMLElement} box */
  #button(box) {
    const button = document.createElement("button");
    button.addEventListener("click", () => this.#choose(Number(button.dataset.head)));
    button.addEventListener("keydown", (event) => {
      const all = /** @type {HTMLElement[]} */ ([...box.children]);
      const to = keyLeads(event, all.indexOf(button), all.length);
      if (to !== null) all[to].focus({ preventScroll: true });
    });
    return button;
  }

  /** @param {number} head */
  #choose(head) {
    this.store?.select({ head });
    this.store?.look({ together: null });
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const tile = this.#tiles.find(
      (each) => x >= each.x && x < each.x + each.w && y >= each.y - RISE && y < each.y + each.h,
    );
    if (hold && tile) this.#choose(tile.head);
  }
}
