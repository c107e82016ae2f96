import { html, nothing } from "lit";
import { DEFAULT_MODEL, STORY_STEP } from "../kit/state/default-model.js";
import { define } from "../kit/elements/define.js";
import { Figure } from "../kit/elements/figure.js";
import { nextFrame } from "../kit/elements/painted.js";
import { LoneElement, loneStyles } from "../kit/elements/lone-element.js";
import { capitalize, headName } from "../kit/text/head-names.js";
import { messageText, say } from "../kit/text/words.js";
import { mapScene } from "../opening/draw/map.js";
import { hundredths, sentenceScene, shortly } from "../opening/draw/sentence.js";
import { OPENING_ROOMS } from "../opening/elements/opening-room.js";
import { openingStyles } from "../opening/elements/opening-styles.js";
import { EndingTransition } from "../opening/elements/transition.js";
import { ENDINGS, sharesOf } from "../opening/state/opening.js";
import { OpeningStore } from "../opening/state/opening-store.js";
import { OPENED } from "../opening/words.js";

/** @import { Surface } from "../kit/draw/marks.js" */
/** @typedef {import("../opening/state/opening.js").Opening} Shown */

/**
 * One learned head whose target changes: the arc from a word to its referent jumps when the last word
 * changes.
 *
 * @tag mha-opening
 *
 * @fires load - the head is on show
 * @fires error - the core could not be loaded; detail { message, code }
 * @fires statechange - the reader chose another ending; detail { changed, state }
 */
export class Opening extends LoneElement {
  static properties = { ...LoneElement.properties, ending: { noAccessor: true } };

  static styles = [loneStyles(OPENING_ROOMS), openingStyles];

  store = new OpeningStore();
  #transition = new EndingTransition(this);
  /** Whether the last change was the reader's, so that the arc moves. */
  #moves = false;
  /** The words whose arcs are drawn: pressed, and under the pointer. @type {number | null} */
  #asked = null;
  /** @type {number | null} */
  #hovered = null;
  /** The cell of the map that is said. @type {import("../opening/draw/map.js").Cell | null} */
  #cell = null;
  /** @type {ReturnType<typeof mapScene> | null} */
  #map = null;
  /** @type {import("../opening/draw/places.js").Places | null} */
  #places = null;

  constructor() {
    super();
    this.addEventListener("load", () => this.#replaceStored());
  }

  /** The last word of the sentence. */
  get ending() {
    return ENDINGS[this.store.state.ending];
  }

  /** @param {string | null} word */
  set ending(word) {
    this.store.choose(word ?? ENDINGS[0]);
  }

  /** The sentence with each ending, as words; empty before the element is loaded. */
  get sentences() {
    return this.store.state.opening?.endings.map(({ tokens }) => tokens) ?? [];
  }

  /** The head on show with each ending, as the state of an element that walks through it; empty before the element is loaded. @returns {URLSearchParams[]} */
  get stories() {
    const { opening } = this.store.state;
    return opening?.endings.map((_, ending) => storyWith(opening, ending)) ?? [];
  }

  get about() {
    return say(OPENED, this).about;
  }

  get roomName() {
    return this.inside ? "opening" : "opening-alone";
  }

  renderWaiting() {
    const { progress } = this.store.state;
    return progress ? messageText(progress, this) : super.renderWaiting();
  }

  renderReady() {
    const { opening, ending } = this.store.state;
    if (!opening) return html``;
    this.#transition.go(ending, this.#moves);
    this.#moves = false;
    const { moment } = this.#transition;
    const words = say(OPENED, this);
    const it = html`<em>${opening.endings[0].tokens[opening.from]}</em>`;
    const name = capitalize(headName(opening.layer, opening.head, this));
    const looks = this.#looks(opening, ending);
    const shown = opening.endings[ending];
    const asks = this.#hovered ?? this.#asked ?? opening.from;
    const { others, rest } = sharesOf(shown, asks);
    return html`<div class="sheet">
      <h2>${words.asks(it)}</h2>
      <p class="invites">${words.invites}</p>
      <div class="sentence" part="sentence">
        <mha-figure
          label=${words.picture({ sentence: shown.tokens.join(" "), head: name, looks })}
          .draw=${(/** @type {Surface} */ surface) => this.#place(sentenceScene(opening, moment, surface, asks))}
        ></mha-figure>
        ${this.#buttons(shown, asks)}
        <p class="sum">${words.others({ count: others, share: hundredths(rest) })}</p>
      </div>
      <div class="map" part="map">
        <h3>${words.map}</h3>
        <mha-figure
          label=${words.mapped({ head: name, words: shown.tokens.length })}
          walks
          .draw=${(/** @type {Surface} */ surface) => (this.#map = mapScene(opening, moment, surface, { asks, cell: this.#cell }))}
          @point=${this.#point}
          @leave=${() => this.#mark(null)}
          @walk=${this.#walkMap}
        ></mha-figure>
        <p class="cell" role="status">${this.#cell ? this.#cellSaid(shown, this.#cell) : words.answers}</p>
      </div>
      <div class="says" part="words">
        <p>${words.learned({ word: it, ...opening })} ${words.gives(opening.endings.map(givenIn))}</p>
      </div>
      ${this.#ways(opening)} ${this.#pages()}
      <div class="unseen" role="status">${looks}</div>
    </div>`;
  }

  /** Keeps the places of the words, where their buttons stand. @template {{ places: import("../opening/draw/places.js").Places }} Scene @param {Scene} scene */
  #place(scene) {
    const { places } = scene;
    if (JSON.stringify(places) !== JSON.stringify(this.#places)) {
      this.#places = places;
      queueMicrotask(() => this.requestUpdate()); // the figure paints after this element's update
    }
    return scene;
  }

  /** A button over each word: hovered or pressed, its arcs are drawn. The last word changes the ending. @param {import("../opening/state/opening.js").Ending} ending @param {number} asks */
  #buttons({ tokens, word: from }, asks) {
    const places = this.#places;
    if (!places) return "";
    const words = say(OPENED, this);
    const to = ENDINGS[(ENDINGS.indexOf(from) + 1) % ENDINGS.length];
    return html`<div class="words tokens" @pointerleave=${() => this.#hover(null)}>
      ${places.words.map(({ x, y, w, number }, i) => {
        const wide = Math.max(24, w + 8);
        const box = `left: ${x - wide / 2}px; width: ${wide}px; top: ${y - places.size - 4}px;`;
        const isLast = i === tokens.length - 1;
        const height = isLast
          ? `height: ${Math.max(y, number) - y + places.size + 30}px`
          : `height: ${places.size + 14}px`;
        return html`<button
          class=${isLast ? "last" : "token"}
          part=${isLast ? "endings" : nothing}
          .style=${box + height}
          aria-pressed=${isLast ? nothing : i === asks}
          aria-label=${isLast ? words.turns({ from, to }) : words.lets(tokens[i])}
          @pointerenter=${(/** @type {PointerEvent} */ { pointerType }) => pointerType === "mouse" && this.#hover(i)}
          @focus=${() => this.#hover(null)}
          @click=${() => (isLast ? this.#choose(to) : this.#ask(i))}
        >
          ${isLast ? html`<span>⇄ ${to}</span>` : ""}
        </button>`;
      })}
    </div>`;
  }

  /** @param {number | null} token */
  #hover(token) {
    if (token === this.#hovered) return;
    this.#hovered = token;
    this.requestUpdate();
  }

  /** @param {number} token */
  #ask(token) {
    this.#asked = token;
    this.#hovered = null;
    this.requestUpdate();
  }

  /** @param {import("../opening/draw/map.js").Cell | null} cell */
  #mark(cell) {
    this.#cell = cell;
    this.requestUpdate();
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const cell = this.#map?.cellAt(x, y) ?? null;
    if (hold && cell) this.#ask(cell.query);
    this.#mark(cell);
  }

  /** @param {CustomEvent<{ dx: number, dy: number, hold: boolean }>} event */
  #walkMap({ detail: { dx, dy, hold } }) {
    const { opening, ending } = this.store.state;
    if (!opening) return;
    const most = opening.endings[ending].tokens.length - 1;
    const at = this.#cell ?? { query: this.#asked ?? opening.from, key: opening.endings[ending].to };
    const to = (/** @type {number} */ value) => Math.min(most, Math.max(0, value));
    const cell = { query: to(at.query + dy), key: to(at.key + dx) };
    if (hold) this.#ask(cell.query);
    this.#mark(cell);
  }

  /** @param {import("../opening/state/opening.js").Ending} ending @param {import("../opening/draw/map.js").Cell} cell */
  #cellSaid({ tokens, weights }, { query, key }) {
    const share = shortly(weights[query * tokens.length + key]);
    return say(OPENED, this).cell({ from: tokens[query], to: tokens[key], share });
  }

  /** Loads the core once the picture of the stored numbers is painted. */
  async #replaceStored() {
    await this.updateComplete;
    await nextFrame();
    await this.store.replaceStored();
  }

  /** Says which word the head attends to. @param {Shown} opening @param {number} ending */
  #looks({ endings, from }, ending) {
    const { tokens, to, weight, word } = endings[ending];
    const said = { from: tokens[from], to: tokens[to], weight: shortly(weight), ending: word };
    return say(OPENED, this).looks(said);
  }

  /** @param {string} word */
  #choose(word) {
    if (word === this.ending) return;
    this.#moves = true;
    this.store.choose(word);
    const detail = { changed: ["ending"], state: { ending: word } };
    this.dispatchEvent(new CustomEvent("statechange", { detail, bubbles: true, composed: true }));
  }

  /** Ways into an element that walks through a layer, if there is one. @param {Shown} opening */
  #ways(opening) {
    const inside = this.whereInside();
    if (!inside) return "";
    const words = say(OPENED, this);
    return html`<div class="ways" part="ways">
      <button class="main" @click=${() => this.#walk(opening, inside, "step")}>
        ${words.walk} <span aria-hidden="true">▸</span>
      </button>
      <button @click=${() => this.#write(opening, inside)}>${words.own}</button>
    </div>`;
  }

  /**
   * Walks through the head. The model is set first, quietly, so that the rest is one act of the reader.
   * @param {Shown} opening @param {import("../kit/elements/lone-element.js").Inside} inside @param {"step" | "sentence"} part that gets the focus
   * @returns {Promise<import("../kit/elements/embeddable.js").Embeddable | null>} the element that walks; null if a middle scene comes before it
   */
  async #walk(opening, { act, target }, part) {
    const { ending } = this.store.state;
    const scene = this.#sceneBelow();
    if (scene) {
      scene.scrollIntoView({ block: "start" });
      await customElements.whenDefined(scene.localName);
      await (part === "sentence" ? scene.write() : scene.focusOn());
      return null;
    }
    const figure = /** @type {import("../kit/elements/embeddable.js").Embeddable} */ (target);
    figure.scrollIntoView({ block: "start" });
    await customElements.whenDefined(figure.localName);
    await figure.loaded();
    figure.state = settingsOf(opening, ending);
    await figure.loaded();
    act(shownOf(opening, ending));
    await this.#enter(part);
    return figure;
  }

  /**
   * Opens the sentence of the walk for editing, at the head. Until the reader selects something else, the word that the opening asks about is marked
   * in each sentence or, without that word, the last one.
   * @param {Shown} opening @param {import("../kit/elements/lone-element.js").Inside} inside
   */
  async #write(opening, inside) {
    const { act } = inside;
    const figure = await this.#walk(opening, inside, "sentence");
    if (!figure) return;
    const asked = opening.endings[0].tokens[opening.from];
    const marked = new AbortController();
    let marks = false;
    const mark = (/** @type {CustomEvent} */ { detail: { changed, state } }) => {
      if (marks) return;
      if (!changed.some((/** @type {string} */ name) => name === "tokens" || name === "weights"))
        return void (changed.includes("token") && marked.abort());
      if (figure.store.state.problem) return; // the picture is of another sentence
      const at = state.tokens.lastIndexOf(asked);
      marks = true;
      act(new URLSearchParams({ token: String(at < 0 ? state.tokens.length - 1 : at) }));
      marks = false;
    };
    figure.addEventListener("statechange", /** @type {EventListener} */ (mark), { signal: marked.signal });
  }

  /** The middle scene of the same figure, if the page has one. @returns {import("./row.js").RowElement | null} */
  #sceneBelow() {
    const root = /** @type {Document | ShadowRoot} */ (this.getRootNode());
    return root.querySelector(`mha-row[for="${CSS.escape(this.inside ?? "")}"]`);
  }

  /** @param {"step" | "sentence"} part of the element that walks */
  async #enter(part) {
    const target = /** @type {any} */ (this.whereInside()?.target);
    if (!target) return;
    target.scrollIntoView({ block: "start" });
    await customElements.whenDefined(target.localName); // a page may load it later
    await target.focusOn?.(part);
  }

  /** Links to other pages, if their addresses are known. */
  #pages() {
    const { train, learn } = this.pages ?? {};
    const words = say(OPENED, this);
    return html`<p class="more">
      ${words.computed}${train ? words.train(html`<a href=${train}>${words.pages.train}</a>`) : ""}${learn ? words.learn(html`<a href=${learn}>${words.pages.learn}</a>`) : ""}
    </p>`;
  }
}

/** @param {import("../opening/state/opening.js").Ending} ending */
const givenIn = ({ weight, tokens, to, word }) => ({
  weight: html`<b>${shortly(weight)}</b>`,
  to: html`<b>${tokens[to]}</b>`,
  ending: html`<i>${word}</i>`,
});

/** The model, the sentence and the selection, as parameters of a link. @param {Shown} opening @param {number} ending */
function storyWith(opening, ending) {
  const { tokens, heads, dModel, seed, ...model } = settingsOf(opening, ending);
  const sizes = { heads: String(heads), "d-model": String(dModel), seed: String(seed) };
  return new URLSearchParams({
    ...{ tokens: tokens.join(" "), ...model, ...sizes },
    ...Object.fromEntries(shownOf(opening, ending)),
  });
}

/** The model and the sentence, as settings. @param {Shown} opening @param {number} ending */
function settingsOf({ endings }, ending) {
  const { heads, dModel, seed } = DEFAULT_MODEL;
  return {
    weights: "trained",
    training: `step=${STORY_STEP}`,
    tokens: [...endings[ending].tokens],
    heads,
    dModel,
    seed,
  };
}

/** The head, the word that looks and the word that it looks at, at the layer's first step. @param {Shown} opening @param {number} ending */
const shownOf = ({ endings, layer, head, from, start }, ending) =>
  new URLSearchParams({
    ...{ layer: String(layer), head: String(head), step: start },
    ...{ token: String(from), "key-token": String(endings[ending].to) },
  });

define("mha-figure", Figure);
define("mha-opening", Opening);
