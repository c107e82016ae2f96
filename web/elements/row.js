import { html } from "lit";
import { define } from "../kit/elements/define.js";
import { Figure } from "../kit/elements/figure.js";
import { largestElsewhere } from "../row/state/moves.js";
import { attentionIn } from "../kit/state/quantity.js";
import { tokenize } from "../kit/state/tokens.js";
import { say } from "../kit/text/words.js";
import { Moves } from "../row/elements/moves.js";
import { ROW } from "../row/words.js";
import { Part } from "./part.js";
import { endingsOf } from "./settings/endings.js";

/** Ids of the errors for words that a model does not know. */
const UNKNOWN = ["unknown_word", "unknown_words"];

/**
 * One head and one word in three moves: the word asks, the fits become shares, the values are mixed. Then all words, and all heads.
 *
 * @tag mha-row
 *
 * @fires walkon - the reader goes on to the steps
 */
export class RowElement extends Part {
  static properties = { ...Part.properties, pages: { attribute: false } };

  /** @type {import("./part.js").Shows} */
  static shows = { view: "row", of: attentionIn, panel: () => "" };

  /** Words of the reader's sentence that the small model does not know; "" if it knows all. */
  #unknown = "";
  /** Whether the reader wrote a sentence. */
  #hasWritten = false;

  constructor() {
    super();
    /** Addresses of pages that show more. @type {{ train?: string } | undefined} */
    this.pages = undefined;
  }

  panelOf() {
    const { store } = this;
    const { settings, picture } = store.state;
    const ending = endingsOf(settings);
    const other = ending?.endings.find((each) => each !== ending.ending);
    return html`<mha-moves
      part="row"
      .store=${store}
      .pages=${this.pages ?? {}}
      .leads=${Boolean(this.for)}
      .ending=${ending && other ? { to: other, turn: () => this.#turn(ending.with(other)) } : null}
      .own=${picture && !this.readonly ? { read: (/** @type {string} */ text) => this.#read(text), said: this.#saidOfModel() } : null}
    ></mha-moves>`;
  }

  /** Moves the focus to the moves. */
  async focusOn() {
    await this.loaded();
    await this.updateComplete;
    await this.#moves?.focusOn();
  }

  /** What is shown: one word, all words, or all heads. @returns {import("../row/elements/moves.js").Extent} */
  get extent() {
    return this.#moves?.extent ?? "word";
  }

  /** Shows one word, all words, or all heads. @param {import("../row/elements/moves.js").Extent} extent */
  show(extent) {
    this.#moves?.show(extent);
  }

  get #moves() {
    return /** @type {Moves | null} */ (this.renderRoot.querySelector("mha-moves"));
  }

  /** Opens the field for the reader's own sentence. */
  async write() {
    await this.loaded();
    await this.updateComplete;
    await this.#moves?.write();
  }

  /** Shows the sentence with its other ending, and selects the key that now gets the largest share. @param {readonly string[]} tokens */
  #turn(tokens) {
    this.store.configure({ tokens: [...tokens] });
    this.store.select({ key: largestElsewhere(this.store.state, this.store.selection).key });
  }

  /**
   * Reads a sentence: by the small model if it knows all words, otherwise by the language model. Other weights read any word.
   * @param {string} text
   */
  async #read(text) {
    const { store } = this;
    const tokens = tokenize(text);
    this.#hasWritten = true;
    this.#unknown = "";
    const { weights, training } = store.state.settings;
    if (weights === "language") store.configure({ ...this.#small, tokens });
    else {
      if (weights === "trained") this.#small = { weights, training };
      store.configure({ tokens });
    }
    await store.settled();
    const { problem } = store.state;
    if (problem && UNKNOWN.includes(String(problem.id))) {
      const { words, word } = /** @type {any} */ (problem.parameters);
      this.#unknown = String(words ?? word);
      store.configure({ weights: "language", tokens });
      await store.settled();
    }
    this.#faceIt();
    this.requestUpdate();
  }

  /** The settings of the small model, for the next sentence. @type {Partial<import("../kit/state/settings.js").Settings>} */
  #small = { weights: "trained" };

  /** Lets “it” ask, or the last word; with the language model, in the head that looks most at another word. */
  #faceIt() {
    const { picture } = this.store.state;
    if (!picture) return;
    const { tokens } = picture.settings;
    const it = tokens.findLastIndex((token) => token.replace(/^\W+/, "").toLowerCase() === "it");
    const token = it < 0 ? tokens.length - 1 : it;
    const { head, key } = largestElsewhere(
      this.store.state,
      { ...this.store.selection, token },
      this.#unknown !== "",
    );
    this.store.select({ token, head, key });
  }

  #saidOfModel() {
    if (!this.#hasWritten) return "";
    const { weights } = this.store.state.picture?.settings ?? {};
    const { reads } = say(ROW, this);
    if (weights === "language") return this.#unknown ? reads.language(this.#unknown) : "";
    return weights === "trained" ? reads.trained : "";
  }
}

define("mha-figure", Figure);
define("mha-moves", Moves);
define("mha-row", RowElement);
