import { html } from "lit";
import { DEFAULT_MODEL, STORY_STEP } from "../kit/state/default-model.js";
import { define } from "../kit/elements/define.js";
import { Figure } from "../kit/elements/figure.js";
import { painted } from "../kit/elements/painted.js";
import { LoneElement, loneStyles } from "../kit/elements/lone-element.js";
import { segmentStyles, segments } from "../kit/elements/segments.js";
import { capital, headName } from "../kit/text/head-names.js";
import { MESSAGES } from "../kit/text/messages.js";
import { messageText, say } from "../kit/text/words.js";
import { mapScene } from "../opening/draw/map.js";
import { sentenceScene, shortly } from "../opening/draw/sentence.js";
import { OPENING_ROOMS } from "../opening/elements/opening-room.js";
import { openingStyles } from "../opening/elements/opening-styles.js";
import { EndingTransition } from "../opening/elements/transition.js";
import { ENDINGS } from "../opening/state/opening.js";
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

  static styles = [loneStyles(OPENING_ROOMS), segmentStyles, openingStyles];

  store = new OpeningStore();
  #transition = new EndingTransition(this);
  /** Whether the last change was the reader's, so that the arc moves. */
  #moves = false;

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
    const name = capital(headName(opening.layer, opening.head, this));
    const looks = this.#looks(opening, ending);
    const { tokens } = opening.endings[ending];
    return html`<div class="sheet">
      <h2>${words.asks(it)}</h2>
      <p class="invites">${words.invites}</p>
      <div class="endings" part="endings">
        ${segments(say(MESSAGES, this).endings, ENDINGS, {}, ENDINGS[ending], (word) => this.#choose(word))}
      </div>
      <mha-figure
        class="sentence"
        part="sentence"
        label=${words.picture({ sentence: tokens.join(" "), head: name, looks })}
        .draw=${(/** @type {Surface} */ surface) => sentenceScene(opening, moment, surface)}
      ></mha-figure>
      <div class="map" part="map">
        <h3>${words.map(name)}</h3>
        <mha-figure
          label=${words.mapped({ head: name, words: tokens.length })}
          .draw=${(/** @type {Surface} */ surface) => mapScene(opening, moment, surface)}
        ></mha-figure>
      </div>
      <div class="says" part="words">
        <p>
          ${words.learned({ word: it, ...opening })}
          ${words.gives(opening.endings.map((each) => givenIn(each)))}${words.only(it)}
        </p>
        <p>${words.behind}</p>
      </div>
      ${this.#ways(opening)} ${this.#pages()}
      <div class="unseen" role="status">${looks}</div>
    </div>`;
  }

  /** Loads the core once the picture of the stored numbers is painted. */
  async #replaceStored() {
    await this.updateComplete;
    await painted();
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
   */
  async #walk(opening, { act, target }, part) {
    const { ending } = this.store.state;
    const figure = /** @type {import("../kit/elements/embeddable.js").Embeddable} */ (target);
    figure.scrollIntoView({ block: "start" });
    await customElements.whenDefined(figure.localName);
    await figure.loaded();
    figure.state = settingsOf(opening, ending);
    await figure.loaded();
    act(shownOf(opening, ending));
    await this.#enter(part);
  }

  /**
   * Opens the sentence of the walk for editing, at the head. Until the reader selects something else, the word that the opening asks about is marked
   * in each sentence or, without that word, the last one.
   * @param {Shown} opening @param {import("../kit/elements/lone-element.js").Inside} inside
   */
  async #write(opening, inside) {
    const { act, target } = inside;
    await this.#walk(opening, inside, "sentence");
    const figure = /** @type {import("../kit/elements/embeddable.js").Embeddable} */ (target);
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
  return { weights: "trained", training: `step=${STORY_STEP}`, tokens: [...endings[ending].tokens], heads, dModel, seed };
}

/** The head, the word that looks and the word that it looks at, at the layer's first step. @param {Shown} opening @param {number} ending */
const shownOf = ({ endings, layer, head, from, start }, ending) =>
  new URLSearchParams({
    ...{ layer: String(layer), head: String(head), step: start },
    ...{ token: String(from), "key-token": String(endings[ending].to) },
  });

define("mha-figure", Figure);
define("mha-opening", Opening);
