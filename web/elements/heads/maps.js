import { css, html } from "lit";
import { BAR, headMapsScene, trackOf } from "../../draw/head-maps.js";
import { cellOf } from "../../draw/slices.js";
import { Pan } from "../../draw/pan.js";
import { hitStage } from "../../draw/stage.js";
import { habitOf } from "../../state/habits.js";
import { attentionIn } from "../../state/quantity.js";
import { picking, scaleOfHead } from "../../state/look.js";
import { HEADS } from "../../text/heads.js";
import { choice, choiceStyles } from "../base/choice.js";
import { overlayStyles } from "../base/overlay.js";
import { Panel } from "../base/panel.js";
import { placeTitles } from "../base/titles.js";
import { walked } from "../base/walked.js";
import { PANELS } from "./panels.js";
import { placeScales } from "./scales.js";
import { shareOf } from "./share.js";
import { headingStyles } from "./heading.js";

/** @import { Picture } from "../../state/picture.js" */
/** @import { Surface } from "../../draw/marks.js" */

/** All heads at once: a map a head, and below it what the head adds to the selected token's output, to be scaled. */
export class Maps extends Panel {
  static properties = { ...Panel.properties, picks: { state: true } };

  static styles = [
    Panel.styles,
    headingStyles,
    choiceStyles,
    overlayStyles,
    css`
      .ways {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 18px;
        margin-bottom: 8px;
        font-size: 13px;
        color: var(--_muted);
      }
      .scales input {
        position: absolute;
        margin: 0;
        background: none;
        appearance: none;
        cursor: ew-resize;
      }
      /* The bar is the head's; what it is scaled to shows when that is looked at, or is not 1. */
      .scales input:not(:hover, :focus-visible, [data-scaled])::-webkit-slider-thumb {
        opacity: 0;
      }
      .scales input:not(:hover, :focus-visible, [data-scaled])::-moz-range-thumb {
        opacity: 0;
      }
      .scales input::-webkit-slider-thumb {
        width: 6px;
        height: 14px;
        border: 1px solid var(--_paper);
        border-radius: 2px;
        background: var(--_ink);
        appearance: none;
      }
      .scales input::-moz-range-thumb {
        width: 4px;
        height: 12px;
        border: 1px solid var(--_paper);
        border-radius: 2px;
        background: var(--_ink);
      }
      .scroll {
        max-height: 760px;
        margin: -12px -8px -8px;
        padding: 12px 8px 8px;
        overflow-y: auto;
      }
      p {
        margin: 12px 0 0;
        font-size: 13px;
        color: var(--_muted);
      }
    `,
  ];

  /** @type {ReturnType<typeof headMapsScene> | null} */
  #scene = null;
  #panning = new Pan();

  constructor() {
    super();
    /** Whether a press picks heads, as it does with Shift. */
    this.picks = false;
    PANELS.openFor(this, "mha-picked", () => (this.store?.state.look.picked.length ?? 0) > 1);
  }

  render() {
    const { store } = this;
    const { picture, look, settings } = store?.state ?? {};
    if (!store || !picture || !look || !settings) return html``;
    const step = attentionIn(picture);
    const token = picture.settings.tokens[this.#token(picture)];
    return html`<h2>All heads</h2>
      <div class="ways">
        ${choice("scale", "Whether heads share a scale", HEADS.scale, look.each, (each) => store.look({ each }))}
        ${choice("values", "How colours go with weights", HEADS.log, look.log, (log) => store.look({ log }))}
        <button class="link" aria-pressed=${this.picks} @click=${() => (this.picks = !this.picks)}>
          ${this.picks ? HEADS.picking : HEADS.compare}
        </button>
        ${choice("colours", "Colours", HEADS.colormaps, settings.colormap, (colormap) => store.configure({ colormap }))}
      </div>
      <div class="scroll">
        <div class="picture">
          <mha-figure
            walks
            label=${`Attention of ${step.shape[1]} heads, ${step.shape[2]} by ${step.shape[3]}. Enter, then arrow keys, walks the cells; Page Up and Down change the head.`}
            .draw=${(/** @type {Surface} */ surface) => this.#draw(picture, surface)}
            @point=${this.#point}
            @leave=${() => store.preview("", null)}
            @walk=${this.#walk}
            @pan=${this.#pan}
          ></mha-figure>
          <div class="titles" role="group" aria-label="Heads"></div>
          <div class="scales" role="group" aria-label="Scales of heads"></div>
        </div>
      </div>
      <p>
        ${HEADS.rows}
        ${HEADS.pick}${
          picture.layer
            ? html` ${HEADS.bars} <b><bdi>${token}</bdi></b
                >. ${HEADS.drag}`
            : ""
        }
      </p>
      ${look.picked.length > 1 ? PANELS.orTrouble("mha-picked", html`<mha-picked .store=${store}></mha-picked>`) : ""}`;
  }

  /** @param {Picture} picture */
  #token(picture) {
    return Math.min(this.store?.selection.token ?? 0, picture.settings.tokens.length - 1);
  }

  /** @param {Picture} picture @param {Surface} surface */
  #draw(picture, surface) {
    const store = /** @type {import("../../state/store.js").Store} */ (this.store);
    const { selection: held, panned, look } = store.state;
    const step = attentionIn(picture);
    const note = habitOf(picture, step);
    const off = (/** @type {number} */ head) => picture.layer !== null && scaleOfHead(look, head) === 0;
    const view = { picture, step, selection: store.selection, held, panned, note, look, off };
    const scene = headMapsScene(view, surface, picture.layer && this.#bars(picture));
    this.#scene = scene;
    const box = (/** @type {string} */ name) =>
      /** @type {HTMLElement} */ (this.renderRoot.querySelector(name));
    placeTitles(box(".titles"), scene, store, note, (head, event) => this.#press(head, event.shiftKey));
    placeScales(box(".scales"), scene.bars, {
      store,
      high: BAR,
      track: trackOf,
      said: (head) => `adds ${shareOf(picture, look, this.#token(picture), head).toFixed(2)} of the output`,
    });
    return scene;
  }

  /** @param {Picture} picture */
  #bars(picture) {
    const { look } = /** @type {import("../../state/store.js").Store} */ (this.store).state;
    const token = this.#token(picture);
    const all = Array.from({ length: picture.config.numHeads }, (_, head) =>
      shareOf(picture, null, token, head),
    );
    return {
      share: (/** @type {number} */ head) => shareOf(picture, look, token, head),
      most: Math.max(...all.map(Math.abs)),
      scale: (/** @type {number} */ head) => scaleOfHead(look, head),
    };
  }

  /** Selects a head, lets go of the one that is selected, or with Shift picks it. @param {number} head @param {boolean} shift */
  #press(head, shift) {
    const { store } = this;
    if (!store) return;
    if (shift || this.picks) store.look(picking(store.state.look, head));
    else store.select({ head: store.state.selection.head === head ? null : head });
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean, shift: boolean }>} event */
  #point({ detail: { x, y, hold, shift } }) {
    const { store } = this;
    const hit = this.#scene && hitStage(this.#scene, x, y);
    if (!store) return;
    if (!hit) store.preview("", null);
    else if (!hold) store.preview(hit.id, hit.index);
    else if (shift || this.picks) store.look(picking(store.state.look, hit.index[1]));
    else if (isHeld(store.state.selection, hit.index)) store.letGo();
    else store.hold(hit.id, hit.index);
  }

  /** @param {CustomEvent<{ dx: number, dy: number, page: number, hold?: boolean }>} event */
  #walk({ detail }) {
    const { store } = this;
    const [part] = this.#scene?.parts ?? [];
    if (!store?.state.picture || !part) return;
    const index = walked(part, store.state.picture, store.state.selection, detail);
    if (cellOf(part.tensor.layout, index)) store.hold(part.step.id, index);
    else store.selectElement(part.step.id, index);
  }

  /** @param {CustomEvent<import("../base/figure.js").Pan>} event */
  #pan(event) {
    const moved = this.#panning.by(this.#scene?.parts ?? [], event.detail);
    if (!moved) return;
    event.preventDefault();
    this.store?.pan(moved);
  }
}

/** @param {import("../../state/selection.js").Selection} selection @param {readonly number[]} index (B, H, T_q, T_k) */
const isHeld = ({ head, token, key }, index) => [head, token, key].join() === index.slice(1).join();
