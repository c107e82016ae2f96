import { css, html } from "lit";
import { MANY, SLIDER, trackOf } from "../draw/head-maps.js";
import { cellOf } from "../../kit/draw/slices.js";
import { Pan } from "../../kit/draw/pan.js";
import { hitStage } from "../../kit/draw/stage-parts.js";
import { attentionIn } from "../../kit/state/quantity.js";
import { picking } from "../state/scaling.js";
import { pathOf } from "../../kit/state/state.js";
import { HEADS } from "../words.js";
import { say } from "../../kit/text/words.js";
import { choiceStyles } from "../../kit/elements/choice.js";
import { lookChoices } from "../../kit/elements/look-choices.js";
import { overlayStyles } from "../../kit/elements/overlay.js";
import { Panel } from "../../kit/elements/panel.js";
import { placeTitles } from "../../kit/elements/titles.js";
import { walked } from "../../kit/elements/cell-navigation.js";
import { headMapsIn, headMapsPicture } from "../draw/head-maps-view.js";
import { placeScales } from "./scales.js";
import { tokenIn } from "../state/share.js";
import { headingStyles } from "../../kit/elements/heading.js";

/** @import { Surface } from "../../kit/draw/marks.js" */

/** All heads at once: a map per head, and below it the head's contribution to the selected token's output, with a slider. */
export class Maps extends Panel {
  static properties = { ...Panel.properties, picks: { state: true } };

  static styles = [
    Panel.styles,
    headingStyles,
    choiceStyles,
    overlayStyles,
    css`
      .top {
        display: flex;
        align-items: center;
        gap: 0 16px;
        margin-bottom: 8px;
        font-size: 13px;
      }
      .top h2 {
        margin-right: auto;
      }
      /* Reserves the size of the button before it is defined, in any language. */
      mha-save {
        min-width: 30px;
        min-height: 24px;
      }
      .scales input {
        position: absolute;
        margin: 0;
        background: none;
        appearance: none;
        cursor: ew-resize;
      }
      /* The picture draws the knob. The slider's own thumb shows on hover and focus. */
      .scales input:not(:hover, :focus-visible)::-webkit-slider-thumb {
        opacity: 0;
      }
      .scales input:not(:hover, :focus-visible)::-moz-range-thumb {
        opacity: 0;
      }
      .scales input::-webkit-slider-thumb {
        width: 6px;
        height: 14px;
        border: 1px solid var(--_paper);
        border-radius: 2px;
        background: var(--_accent);
        appearance: none;
      }
      .scales input::-moz-range-thumb {
        width: 4px;
        height: 12px;
        border: 1px solid var(--_paper);
        border-radius: 2px;
        background: var(--_accent);
      }
      .scroll {
        margin: -12px -8px -8px;
        padding: 12px 8px 8px;
      }
      .many {
        max-height: 760px;
        overflow-y: auto;
      }
      p {
        margin: 12px 0 0;
        font-size: 13px;
        color: var(--_muted);
      }
    `,
  ];

  /** @type {import("../../kit/draw/stage-parts.js").StageScene | null} */
  #scene = null;
  #panning = new Pan();

  constructor() {
    super();
    /** Whether a press picks heads, as with Shift. */
    this.picks = false;
  }

  render() {
    const { store } = this;
    const picture = store && pathOf(store.state);
    if (!store || !picture) return html``;
    const { look, settings, comparison } = store.state;
    const step = attentionIn(picture);
    const token = picture.settings.tokens[tokenIn(store.state)];
    const words = say(HEADS, this);
    const { colormap } = settings;
    const choose = (/** @type {Partial<import("../../kit/elements/look-choices.js").Colouring>} */ change) =>
      change.colormap ? store.configure({ colormap: change.colormap }) : store.look(change);
    const choices = lookChoices({ ...look, colormap }, choose, this);
    return html`<div class="top">
        <h2>${words.all}</h2>
        <button
          class="link"
          part="beside"
          aria-pressed=${this.picks}
          @click=${() => (this.picks = !this.picks)}
        >
          ${this.picks ? words.picking : words.compare}
        </button>
        <mha-save part="save" view="map" .picture=${headMapsPicture} .store=${store}
          >${choices.scale}${choices.values}${choices.colours}</mha-save
        >
      </div>
      <div class="scroll ${step.shape[1] > MANY ? "many" : ""}">
        <div class="picture">
          <mha-figure
            walks
            label=${words.maps({ heads: step.shape[1], queries: step.shape[2], keys: step.shape[3] })}
            .draw=${(/** @type {Surface} */ surface) => this.#draw(surface)}
            @point=${this.#point}
            @leave=${() => store.preview("", null)}
            @walk=${this.#walk}
            @pan=${this.#pan}
          ></mha-figure>
          <div class="titles" role="group" aria-label=${words.heads}></div>
          <div class="scales" role="group" aria-label=${words.sliders}></div>
        </div>
      </div>
      <p>
        ${words.rows}
        <span part="beside"
          >${words.pick}${picture.layer && !comparison ? html` ${words.bars(html`<b><bdi>${token}</bdi></b>`)} ${words.drag}` : ""}</span
        >
      </p>
      ${look.picked.length > 1 ? html`<mha-picked .store=${store}></mha-picked>` : ""}`;
  }

  /** @param {Surface} surface */
  #draw(surface) {
    const store = /** @type {import("../../kit/state/store.js").Store} */ (this.store);
    const { note, scene } = headMapsIn(store.state, surface);
    this.#scene = scene;
    const box = (/** @type {string} */ name) =>
      /** @type {HTMLElement} */ (this.renderRoot.querySelector(name));
    placeTitles(box(".titles"), scene, store, note, this, (head, event) => this.#press(head, event.shiftKey));
    placeScales(box(".scales"), scene.bars, { store, place: SLIDER, track: trackOf, speaker: this });
    return scene;
  }

  /** Selects a head, clears the selected one, or picks it with Shift. @param {number} head @param {boolean} shift */
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
    const picture = store && pathOf(store.state);
    if (!picture || !part) return;
    const index = walked(part, picture, store.state.selection, detail);
    if (cellOf(part.tensor.layout, index)) store.hold(part.step.id, index);
    else store.selectElement(part.step.id, index);
  }

  /** @param {CustomEvent<import("../../kit/elements/figure.js").Pan>} event */
  #pan(event) {
    const moved = this.#panning.by(this.#scene?.parts ?? [], event.detail);
    if (!moved) return;
    event.preventDefault();
    this.store?.pan(moved);
  }
}

/** @param {import("../../kit/state/selection.js").Selection} selection @param {readonly number[]} index (B, H, T_q, T_k) */
const isHeld = ({ head, token, key }, index) => [head, token, key].join() === index.slice(1).join();
