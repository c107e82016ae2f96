import { css, html } from "lit";
import { hitMaps, layerMapsScene } from "../draw/layer-maps.js";
import { aboutHead, learnedMaps } from "../draw/head-maps.js";
import { namesIn } from "../draw/names.js";
import { blankIn, weightIn } from "../state/arcs.js";
import { headNamed, headsOf, headKey, withHead } from "../state/removal.js";
import { MAPS } from "../words.js";
import { BLANKS } from "../../kit/text/blanks.js";
import { capitalize } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { keyLeads } from "../../kit/elements/keys.js";
import { shareSaid } from "../../kit/text/share.js";
import { pictureMenu } from "./picture-menu.js";
import { QueuedPanel } from "./train-panel.js";

/** @typedef {import("../state/training.js").Training} Training */

/**
 * A map of each head's attention on the sentence, with the head's measured role. Pressing a map switches its
 * head off.
 */
export class LayerMaps extends QueuedPanel {
  static properties = { ...QueuedPanel.properties, pointed: { state: true } };

  static styles = [
    QueuedPanel.styles,
    headingStyles,
    css`
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        justify-content: space-between;
        gap: 0 16px;
      }
      p {
        margin: 0 0 6px;
        font-size: 13px;
        color: var(--_muted);
      }
      .picture {
        position: relative;
      }
      .heads button {
        position: absolute;
        padding: 0;
        border: 0;
        border-radius: 4px;
        background: none;
      }
      .heads button:hover {
        outline: 1px solid var(--_edge);
        outline-offset: 4px;
      }
    `,
  ];

  /** @type {import("../draw/layer-maps.js").MapsScene | null} */
  #scene = null;

  constructor() {
    super();
    /** The number under the pointer. */
    this.pointed = "";
  }

  render() {
    const { training } = this;
    const { prediction, whole } = training?.state ?? {};
    if (!training || !prediction || !whole) return html``;
    const words = say(MAPS, this);
    return html`<div class="top">
        <h2>${words.title}</h2>
        <p>${this.pointed || this.#lit(training)}</p>
      </div>
      <div class="picture" @pointermove=${this.#point} @pointerleave=${() => (this.pointed = "")}>
        <mha-figure
          label=${words.summary(this.#all(training))}
          .draw=${(/** @type {import("../../kit/draw/marks.js").Surface} */ surface) => this.#draw(training, surface)}
        ></mha-figure>
        <div class="heads" role="group" aria-label=${words.group}></div>
      </div>
      ${pictureMenu(
        this.#table(training),
        training.state.sentence,
        (surface) => layerMapsScene(learnedMaps(training, surface), surface),
        this,
      )}`;
  }

  /** Describes the highlighted rows. If keys and values come from the words, one row alone makes the answer. @param {Training} training */
  #lit({ state }) {
    const { config, prediction } = state;
    const blank = blankIn(state);
    const { alone, among } = say(MAPS, this).lit;
    const word = html`<i>${prediction?.tokens[blank?.position ?? 0]}</i>`;
    return config && "keysFrom" in config && config.keysFrom === "words" ? alone(word) : among(word);
  }

  /** The measured role of each head, as a sentence. @param {Training} training */
  #all(training) {
    const { config } = training.state;
    return headsOf(/** @type {NonNullable<typeof config>} */ (config)).map(
      (name) => `${this.#said(training, name)}.`,
    );
  }

  /** @param {Training} training @param {string} name */
  #said(training, name) {
    const [layer, head] = headNamed(name);
    const { job, found, sentences, untrained, off } = aboutHead(training, layer, head);
    const words = say(MAPS, this);
    const said = capitalize(this.#names(training).full(name));
    if (off) return words.headOff(said);
    if (!job || !found) return words.headNone(said);
    const edge = say(BLANKS, this)[job.kind].edges[job.to].said;
    return words.headFound(said, edge, shareSaid(job.weight), shareSaid(untrained), sentences);
  }

  /** @param {Training} training */
  #names({ state: { config } }) {
    return namesIn(/** @type {NonNullable<typeof config>} */ (config), this);
  }

  /** @param {Training} training @param {import("../../kit/draw/marks.js").Surface} surface */
  #draw(training, surface) {
    const scene = layerMapsScene(learnedMaps(training, surface), surface);
    this.#scene = scene;
    this.#place(training, scene);
    return scene;
  }

  /** Places a button over each map. One tab stop; arrow keys move between heads. @param {Training} training @param {import("../draw/layer-maps.js").MapsScene} scene */
  #place(training, { places }) {
    const box = /** @type {HTMLElement} */ (this.renderRoot.querySelector(".heads"));
    while (box.children.length > places.length) box.lastElementChild?.remove();
    while (box.children.length < places.length) box.append(this.#button(box));
    const focused = Math.max(
      0,
      [...box.children].indexOf(/** @type {ShadowRoot} */ (this.renderRoot).activeElement ?? box),
    );
    places.forEach(({ layer, head, x, top, size, h }, i) => {
      const button = /** @type {HTMLButtonElement} */ (box.children[i]);
      const name = headKey(layer, head);
      button.dataset.head = name;
      button.ariaLabel = this.#said(training, name);
      button.ariaPressed = String(training.state.away.off.includes(name));
      button.tabIndex = i === focused ? 0 : -1;
      for (const [side, length] of Object.entries({ left: x, top, width: size, height: h }))
        button.style.setProperty(side, `${length}px`);
    });
  }

  /** @param {HTMLElement} box */
  #button(box) {
    const button = document.createElement("button");
    button.addEventListener("click", () => this.#press(button.dataset.head ?? ""));
    button.addEventListener("keydown", (event) => {
      const all = /** @type {HTMLElement[]} */ ([...box.children]);
      const to = keyLeads(event, all.indexOf(button), all.length);
      if (to === null) return;
      all.forEach((each, i) => (each.tabIndex = i === to ? 0 : -1));
      all[to].focus({ preventScroll: true });
    });
    return button;
  }

  /** @param {string} name */
  #press(name) {
    const { training } = this;
    if (!training) return;
    training.pick(name);
    training.take(withHead(training.state.away, name));
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const { training } = this;
    const scene = this.#scene;
    const { prediction } = training?.state ?? {};
    const figure = this.renderRoot.querySelector("mha-figure");
    if (!training || !scene || !prediction || !figure) return;
    const box = figure.getBoundingClientRect();
    const at = hitMaps(scene, prediction.tokens.length, event.clientX - box.x, event.clientY - box.y);
    if (!at) return void (this.pointed = "");
    const { layer, head, query, key } = at;
    const weight = weightIn(training.state, layer, head, query, key);
    this.pointed = say(MAPS, this).weight(
      capitalize(this.#names(training).full(headKey(layer, head))),
      prediction.tokens[query],
      prediction.tokens[key],
      shareSaid(weight),
    );
  }

  /** @param {Training} training @returns {import("../../kit/elements/as-table.js").Numbers} */
  #table(training) {
    const { prediction, config } = training.state;
    const { tokens = [], blanks = [] } = prediction ?? {};
    return {
      name: "attention",
      corner: say(MAPS, this).corner,
      columns: tokens,
      rows: () =>
        headsOf(/** @type {NonNullable<typeof config>} */ (config)).flatMap((name) => {
          const [layer, head] = headNamed(name);
          return blanks.map(({ position }) => [
            `${this.#names(training).short(name)}, ${tokens[position]}`,
            ...tokens.map((_, key) => weightIn(training.state, layer, head, position, key)),
          ]);
        }),
    };
  }
}
