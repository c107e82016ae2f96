import { css, html } from "lit";
import { keyLeads } from "../../kit/elements/keys.js";
import { scaleOfHead } from "../../kit/state/look.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { shareSaid } from "../../kit/text/share.js";
import { MANY, SLIDER, trackOf, headMapsIn, headMapsPicture } from "../draw/head-maps.js";
import { cellOf } from "../../kit/draw/slices.js";
import { Pan } from "../../kit/draw/pan.js";
import { hitStage } from "../../kit/draw/stage-parts.js";
import { attentionIn } from "../../kit/state/quantity.js";
import { isScaled, togglePick, scaleHead } from "../state/ablation.js";
import { pathOf } from "../../kit/state/state.js";
import { HEADS } from "../words.js";
import { say } from "../../kit/text/words.js";
import { choiceStyles } from "../../kit/elements/choice.js";
import { lookChoices } from "../../kit/elements/look-controls.js";
import { overlayStyles, placeTitles } from "../../kit/elements/titles.js";
import { Panel } from "../../kit/elements/panel.js";
import { moveCell } from "../../kit/elements/cell-navigation.js";
import { tokenIn, applyChange, shareOf } from "../state/share.js";
import { headingStyles, savedHeadingStyles } from "../../kit/elements/heading.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Store } from "../../kit/state/store.js" */
/** @import { Bar } from "../draw/head-maps.js" */

const MOST = 2; // largest scale of a head
const FINE = 0.05; // step of a slider

/** All heads at once: a map per head, and below it the head's contribution to the selected token's output, with a slider. */
export class Maps extends Panel {
  static properties = { ...Panel.properties, picks: { state: true }, scales: { state: true } };

  static styles = [
    Panel.styles,
    headingStyles,
    savedHeadingStyles,
    choiceStyles,
    overlayStyles,
    css`
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
    /** Whether each head has a knob. At first, each has if a link scales heads. @type {boolean | undefined} */
    this.scales = undefined;
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
    const choose = (
      /** @type {Partial<import("../../kit/elements/look-controls.js").Colouring>} */ change,
    ) => (change.colormap ? store.configure({ colormap: change.colormap }) : store.look(change));
    const choices = lookChoices({ ...look, colormap }, choose, this);
    const offersScales = picture.layer && !comparison;
    const scales = (this.scales ??= isScaled(look));
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
        ${
          offersScales
            ? html`<button
                class="link"
                part="beside"
                aria-pressed=${scales}
                @click=${() => (this.scales = !scales)}
              >
                ${words.scale}
              </button>`
            : ""
        }
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
          >${words.pick}${offersScales ? html` ${words.bars(html`<b><bdi>${token}</bdi></b>`)} ${scales ? words.drag : ""}` : ""}</span
        >
      </p>
      ${look.picked.length > 1 ? html`<mha-picked .store=${store}></mha-picked>` : ""}`;
  }

  /** @param {Surface} surface */
  #draw(surface) {
    const store = /** @type {import("../../kit/state/store.js").Store} */ (this.store);
    const { note, scene } = headMapsIn(store.state, surface, this.scales);
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
    if (shift || this.picks) store.look(togglePick(store.state.look, head));
    else store.select({ head: store.state.selection.head === head ? null : head });
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean, shift: boolean }>} event */
  #point({ detail: { x, y, hold, shift } }) {
    const { store } = this;
    const hit = this.#scene && hitStage(this.#scene, x, y);
    if (!store) return;
    if (!hit) store.preview("", null);
    else if (!hold) store.preview(hit.id, hit.index);
    else if (shift || this.picks) store.look(togglePick(store.state.look, hit.index[1]));
    else if (isHeld(store.state.selection, hit.index)) store.letGo();
    else store.hold(hit.id, hit.index);
  }

  /** @param {CustomEvent<{ dx: number, dy: number, page: number, hold?: boolean }>} event */
  #walk({ detail }) {
    const { store } = this;
    const [part] = this.#scene?.parts ?? [];
    const picture = store && pathOf(store.state);
    if (!picture || !part) return;
    const index = moveCell(part, picture, store.state.selection, detail);
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

/**
 * A slider below each bar scales the head's output, from 0 to 2. One tab stop, at the selected head; up and down move between heads.
 * @param {HTMLElement} box  overlay of the picture; contains only the sliders
 * @param {readonly Bar[]} bars
 * @param {{ store: Store, place: { top: number, high: number }, track: (bar: Bar) => number, speaker: import("../../kit/text/words.js").Localized }} how
 */
function placeScales(box, bars, { store, place, track, speaker }) {
  while (box.children.length > bars.length) box.lastElementChild?.remove();
  while (box.children.length < bars.length) box.append(slider(box, store));
  const { look, selection } = store.state;
  const words = say(HEADS, speaker);
  const picture = /** @type {import("../../kit/state/picture.js").Picture} */ (store.state.picture);
  const names = namesOfHeads(picture, speaker);
  const token = tokenIn(store.state);
  const chosen = Math.max(
    0,
    bars.findIndex(({ head }) => head === selection.head),
  );
  bars.forEach((bar, n) => {
    const input = /** @type {HTMLInputElement} */ (box.children[n]);
    const scale = scaleOfHead(look, bar.head);
    input.dataset.head = String(bar.head);
    if (Number(input.value) !== scale) input.value = String(scale);
    input.ariaLabel = words.slider(names.full(bar.head));
    input.setAttribute(
      "aria-valuetext",
      words.sliderAt({ scale, share: shareSaid(shareOf(picture, look, token, bar.head)) }),
    );
    input.tabIndex = n === chosen ? 0 : -1;
    const [top, width] = [bar.y + place.top, track(bar)];
    for (const [name, length] of Object.entries({ left: bar.x, top, width, height: place.high }))
      input.style.setProperty(name, `${length}px`);
  });
}

/** @param {HTMLElement} box @param {Store} store */
function slider(box, store) {
  const input = document.createElement("input");
  Object.assign(input, { type: "range", min: "0", max: String(MOST), step: String(FINE) });
  const head = () => Number(input.dataset.head);
  input.addEventListener("input", () =>
    applyChange(store, scaleHead(store.state.look, head(), Number(input.value))),
  );
  input.addEventListener("dblclick", () => applyChange(store, scaleHead(store.state.look, head(), 1)));
  input.addEventListener("keydown", (event) => {
    const along = { ArrowDown: "ArrowRight", ArrowUp: "ArrowLeft" }[event.key];
    if (along) {
      const all = /** @type {HTMLElement[]} */ ([...box.children]);
      const to = keyLeads(new KeyboardEvent("keydown", { key: along }), all.indexOf(input), all.length);
      if (to !== null) all[to].focus({ preventScroll: true });
      event.preventDefault();
    }
    // Escape first resets scales; one press undoes one thing.
    if (event.key === "Escape" && isScaled(store.state.look)) applyChange(store, { scales: {} });
    else if (event.key === "Escape") return;
    event.stopPropagation();
  });
  return input;
}
