import { css, html } from "lit";
import { mapScene, smallMapsScene } from "../draw/translation-maps.js";
import { namesOf } from "../draw/translation-names.js";
import { mapsPicture } from "../draw/translation-picture.js";
import { withHead } from "../state/removal.js";
import { SPARE, paramsOf, shownOf, weightsOf, wordsOf } from "../state/translation-shown.js";
import { ATTENTIONS, headsOfKind, hueOf, pickedHead, placeOf } from "../state/translation-heads.js";
import { INSIDE } from "../words.js";
import { TRANSLATION } from "../words-translation.js";
import { capitalize } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { barStyles, swatch } from "../../kit/elements/bar.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { Scheme, schemeProbe } from "../../kit/elements/scheme.js";
import { shareSaid } from "../../kit/text/share.js";
import { pictureMenu } from "./picture-menu.js";
import { QueuedPanel } from "./train-panel.js";

/** @typedef {import("../state/training.js").Training} Training */
/** @typedef {import("../state/translation-heads.js").AttentionKind} AttentionKind */
/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */

const LARGE = /** @type {const} */ (["encoder", "cross"]);

/** The selected heads of the encoder and of the cross-attention as large maps, and all heads of the three kinds of attention, with switches. */
export class TranslationMaps extends QueuedPanel {
  static properties = {
    ...QueuedPanel.properties,
    ...{ inside: { attribute: false }, all: { state: true }, pointed: { state: true } },
  };

  static styles = [
    QueuedPanel.styles,
    headingStyles,
    barStyles,
    schemeProbe,
    css`
      .large {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
        gap: 12px 32px;
      }
      .title {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
      }
      h2 {
        margin: 0;
      }
      .title a {
        font-size: 13px;
        line-height: 24px;
        color: var(--_muted);
      }
      p {
        margin: 0 0 8px;
        font-size: 13px;
        color: var(--_muted);
      }
      .line {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px 10px;
        min-height: 30px;
        margin-top: 10px;
        font-size: 13px;
        color: var(--_muted);
      }
      :is(.line, .title) > button {
        min-height: 26px;
        padding: 0 9px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
        color: var(--_ink);
        font-size: 13px;
      }
      :is(.line, .title) > [aria-pressed="true"] {
        border-style: dashed;
        border-color: var(--_T);
        color: var(--_T);
      }
      .pointed {
        flex: 1;
      }
      .line mha-as-table {
        max-width: 100%;
        margin: 0;
      }
      .group {
        margin-top: 14px;
      }
      .group .line {
        margin: 0 0 4px;
      }
      .group .line b {
        color: var(--_ink);
        font-size: 15px;
      }
      .picture {
        position: relative;
      }
      .heads button {
        position: absolute;
        border: 0;
        border-radius: 6px;
        background: none;
        font-size: 12.5px;
      }
      .heads .pick {
        padding: 4px 0 0 14px;
        text-align: left;
        vertical-align: top;
        display: flex;
        align-items: flex-start;
      }
      .heads .pick:hover {
        outline: 1px solid var(--_edge);
        outline-offset: 3px;
      }
      .heads .pick[aria-pressed="true"] {
        font-weight: 600;
      }
      .heads .off {
        min-width: 24px;
        height: 24px;
        padding: 0 6px;
        color: var(--_muted);
      }
      .heads .off:hover {
        color: var(--_ink);
      }
      .heads .off[aria-pressed="true"] {
        background: var(--_token-wash);
        color: var(--_ink);
        font-weight: 600;
      }
      @container (max-width: 599px) {
        .large {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  constructor() {
    super();
    /** Whether the small maps of all heads are open. */
    this.all = false;
    /** The weight under the pointer. */
    this.pointed = "";
    /** Where a head can be opened. @type {import("./look-inside.js").Inside | null} */
    this.inside = null;
  }

  #scheme = new Scheme(this);

  render() {
    const { training } = this;
    const { translation, config } = training?.state ?? {};
    if (!training || !translation || !config) return html``;
    const words = say(TRANSLATION, this);
    const sizes = /** @type {import("../state/translation-heads.js").Sizes} */ (config);
    return html`<div class="large">${this.#kinds(training).map((kind) => this.#large(training, kind))}</div>
      <div class="line">
        <button aria-expanded=${this.all} @click=${() => (this.all = !this.all)}>
          ${this.all ? words.fewer : words.all(ATTENTIONS.length * sizes.layers * sizes.numHeads)}
        </button>
        <span class="pointed">${this.pointed}</span>
        ${pictureMenu(
          this.#table(training),
          training.state.sentence,
          (surface) => this.#picture(training, surface),
          this,
        )}
      </div>
      ${this.all ? ATTENTIONS.map((kind) => this.#group(training, kind)) : ""}`;
  }

  /** The kinds of attention with a large map. A head of the decoder has one if the reader picked it. @param {Training} training @returns {readonly AttentionKind[]} */
  #kinds({ state: { picked } }) {
    return picked.decoder ? [...LARGE, "decoder"] : LARGE;
  }

  /** All maps on show as one picture. @param {Training} training @param {Surface} surface */
  #picture(training, surface) {
    const { state } = training;
    const sizes = /** @type {import("../state/translation-heads.js").Sizes} */ (state.config);
    const names = namesOf(state, surface);
    const large = this.#kinds(training).map((kind) => {
      const name = pickedHead(state, kind);
      return { label: capitalize(names.full(name)), map: this.#mapOf(training, name) };
    });
    const groups = (this.all ? ATTENTIONS : []).map((kind) => {
      const heads = headsOfKind(kind, sizes);
      return {
        label: capitalize(say(TRANSLATION, this).kinds[kind]),
        ...{ names: heads.map(names.head), maps: heads.map((name) => this.#mapOf(training, name)) },
      };
    });
    return mapsPicture({ large, groups, heads: sizes.numHeads }, surface);
  }

  /** The picked head of a kind. @param {Training} training @param {AttentionKind} kind */
  #large(training, kind) {
    const words = say(TRANSLATION, this);
    const name = pickedHead(training.state, kind);
    const label = capitalize(namesOf(training.state, this).full(name));
    const map = this.#mapOf(training, name);
    const off = training.state.away.off.includes(name);
    /** @type {import("../draw/translation-maps.js").MapScene | null} */
    let scene = null;
    return html`<div>
      <div class="title">
        <h2>${swatch(this.#scheme.palette.swatch(map.hue))}${label}</h2>
        <button
          aria-pressed=${off}
          aria-label=${words.switchOff(label)}
          @click=${() => training.take(withHead(training.state.away, name))}
        >
          ${words.off}
        </button>
        ${this.#walk(training, name, label)}
      </div>
      <p>${words.looks[kind]}</p>
      <mha-figure
        label=${`${label}: ${words.looks[kind]}`}
        .draw=${(/** @type {Surface} */ surface) => (scene = mapScene(map, surface))}
        @pointermove=${(/** @type {PointerEvent} */ event) => this.#point(event, label, map, scene)}
        @pointerleave=${() => (this.pointed = "")}
      ></mha-figure>
    </div>`;
  }

  /** Opens a head elsewhere, if its weights are there too. @param {Training} training @param {string} name @param {string} label */
  #walk(training, name, label) {
    const { inside } = this;
    const params = inside && paramsOf(training.state, name);
    if (!inside || !params) return "";
    const { walk } = say(INSIDE, this);
    const said = `${walk}: ${label}`;
    return "act" in inside
      ? html`<button aria-label=${said} @click=${() => inside.act(params)}>${walk}</button>`
      : html`<a aria-label=${said} href=${`${inside.walk}?${params}`}>${walk}</a>`;
  }

  /** All heads of a kind. @param {Training} training @param {AttentionKind} kind */
  #group(training, kind) {
    const { state } = training;
    const words = say(TRANSLATION, this);
    const sizes = /** @type {import("../state/translation-heads.js").Sizes} */ (state.config);
    const names = headsOfKind(kind, sizes);
    const isOff = names.every((name) => state.away.off.includes(name));
    const others = state.away.off.filter((name) => placeOf(name).kind !== kind);
    const said = capitalize(words.kinds[kind]);
    return html`<div class="group">
      <div class="line">
        <b>${said}</b>
        <span>${words.looks[kind]}</span>
        <button
          aria-pressed=${isOff}
          aria-label=${words.allOffOf(said)}
          @click=${() => training.take({ off: isOff ? others : [...others, ...names].sort(), cuts: [] })}
        >
          ${words.allOff}
        </button>
      </div>
      <div class="picture">
        <mha-figure
          label=${`${said}: ${words.looks[kind]}`}
          .draw=${(/** @type {Surface} */ surface) => {
            const maps = names.map((name) => this.#mapOf(training, name));
            const scene = smallMapsScene(
              maps,
              names.map(namesOf(state, surface).head),
              sizes.numHeads,
              surface,
            );
            this.#place(training, kind, names, scene.places);
            return scene;
          }}
        ></mha-figure>
        <div class="heads ${kind}" role="group" aria-label=${said}></div>
      </div>
    </div>`;
  }

  /** Places two buttons on each small map: one shows the head large, and a decoder's again small, the other switches it off. @param {Training} training @param {AttentionKind} kind @param {readonly string[]} names @param {readonly { x: number, y: number, w: number, h: number }[]} places */
  #place(training, kind, names, places) {
    const box = /** @type {HTMLElement} */ (this.renderRoot.querySelector(`.heads.${kind}`));
    const words = say(TRANSLATION, this);
    const heads = namesOf(training.state, this);
    while (box.children.length > 2 * names.length) box.lastElementChild?.remove();
    while (box.children.length < 2 * names.length) {
      const isPick = box.children.length % 2 === 0;
      const button = document.createElement("button");
      button.className = isPick ? "pick" : "off";
      button.addEventListener("click", () => {
        const name = button.dataset.head ?? "";
        const isOpen = kind === "decoder" && name === training.state.picked.decoder;
        if (isPick) training.pickOf(kind, isOpen ? null : name);
        else training.take(withHead(training.state.away, name));
      });
      box.append(button);
    }
    const { picked } = training.state;
    const large = kind === "decoder" ? picked.decoder : pickedHead(training.state, kind);
    names.forEach((name, i) => {
      const { x, y, w, h } = places[i];
      const [pick, off] = /** @type {HTMLButtonElement[]} */ ([box.children[2 * i], box.children[2 * i + 1]]);
      pick.dataset.head = off.dataset.head = name;
      pick.textContent = heads.head(name);
      pick.ariaLabel = words.large(capitalize(heads.full(name)));
      pick.ariaPressed = String(name === large);
      off.textContent = words.off;
      off.ariaLabel = words.switchOff(capitalize(heads.full(name)));
      off.ariaPressed = String(training.state.away.off.includes(name));
      Object.assign(pick.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
      Object.assign(off.style, { left: `${x + w - 38}px`, top: `${y}px` });
    });
  }

  /** @param {Training} training @param {string} name @returns {import("../draw/translation-maps.js").HeadMap} */
  #mapOf({ state }, name) {
    const translation = /** @type {NonNullable<typeof state.translation>} */ (state.translation);
    const sizes = /** @type {import("../state/translation-heads.js").Sizes} */ (state.config);
    const place = placeOf(name);
    const { word, read, source } = shownOf(state);
    const { end } = say(TRANSLATION, this);
    return {
      ...wordsOf(translation, place.kind, end, source.length + SPARE + 1),
      at: weightsOf(translation, name).at,
      hue: hueOf(place, sizes),
      off: state.away.off.includes(name),
      asks: place.kind === "encoder" ? read : word,
    };
  }

  /** @param {PointerEvent} event @param {string} label @param {import("../draw/translation-maps.js").HeadMap} map @param {import("../draw/translation-maps.js").MapScene | null} scene */
  #point(event, label, { rows, columns, at }, scene) {
    if (!scene) return;
    const { x, y } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const { box } = scene;
    const [key, query] = [
      Math.floor((event.clientX - x - box.x) / box.cell),
      Math.floor((event.clientY - y - box.y) / box.cell),
    ];
    const isIn = key >= 0 && key < columns.length && query >= 0 && query < rows.length;
    this.pointed = isIn
      ? say(TRANSLATION, this).edge(label, rows[query], columns[key], shareSaid(at(query, key)))
      : "";
  }

  /** @param {Training} training @returns {import("../../kit/elements/as-table.js").Numbers} */
  #table(training) {
    const { state } = training;
    const words = say(TRANSLATION, this);
    const sizes = /** @type {import("../state/translation-heads.js").Sizes} */ (state.config);
    const translation = /** @type {NonNullable<typeof state.translation>} */ (state.translation);
    const names = namesOf(state, this);
    const most = Math.max(translation.source.length, translation.target.length);
    return {
      name: "attention",
      corner: words.query,
      columns: Array.from({ length: most }, (_, key) => key),
      rows: () =>
        ATTENTIONS.flatMap((kind) =>
          headsOfKind(kind, sizes).flatMap((name) => {
            const { rows, columns } = wordsOf(translation, kind, words.end);
            const { at } = weightsOf(translation, name);
            return rows.map((word, query) => [
              `${names.short(name)}, ${word}`,
              ...columns.map((_, key) => at(query, key)),
              ...Array.from({ length: most - columns.length }, () => ""),
            ]);
          }),
        ),
    };
  }
}
