import { html } from "lit";
import { QUESTIONS, judgeAnswer, missingNeeds, askQuestion } from "../state/quiz.js";
import { MESSAGES } from "../../kit/text/messages.js";
import { PREDICT } from "../words/index.js";
import { quoteValue } from "../../kit/text/quoted.js";
import { say, stop } from "../../kit/text/words.js";
import { focus } from "../../kit/elements/follow.js";
import { LinkedElement } from "../../kit/elements/linked-element.js";
import { shownItemPicture } from "../../kit/state/batch-item.js";
import { predictStyles } from "./predict-styles.js";

/** @typedef {import("../state/quiz.js").Put} Put */
/** @typedef {import("../state/quiz.js").Verdict} Verdict */
/** @typedef {import("../../kit/state/picture.js").Picture} Picture */

/**
 * Asks a question about the figure before the reader looks. The core checks the answer. After a first wrong answer the element says its cause and
 * lets the reader try again; then it explains the right one. Another turn asks about other places or sizes.
 *
 * @tag mha-predict
 *
 * @fires answer - the reader answered for the first time; detail { question, turn, right, given }
 */
export class Predict extends LinkedElement {
  static properties = {
    ...LinkedElement.properties,
    question: { reflect: true },
    turn: { type: Number, reflect: true },
    verdict: { state: true },
  };

  static styles = [LinkedElement.styles, predictStyles];

  /** The question and its answer, for a handout; null before there is a question. */
  get told() {
    const it = this.#put?.it;
    return it ? { asks: it.asks, answer: it.answer, why: it.why } : null;
  }

  /** The current question, with its picture and language. @type {{ picture: Picture, turn: number, it: Put | null, locale: import("../../kit/text/words.js").Locale | undefined } | null} */
  #put = null;
  /** The chosen or typed answer. */
  #given = "";
  /** Number of wrong answers to this question. */
  #misses = 0;
  #internals = this.attachInternals();

  constructor() {
    super();
    /** The question, by id. */
    this.question = "";
    /** The variant: 0 is the first one. */
    this.turn = 0;
    /** @type {Verdict | null} */
    this.verdict = null;
    this.#internals.role = "group";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("question") || changed.has("turn")) this.#forget();
  }

  #forget() {
    this.verdict = null;
    this.#given = "";
    this.#misses = 0;
    this.#put = null;
  }

  render() {
    const question = QUESTIONS.get(this.question);
    if (!question) return this.#note(say(PREDICT, this).unknown(this.question ?? "", [...QUESTIONS.keys()]));
    if (this.isLost && document.readyState !== "loading")
      return this.#note(say(MESSAGES, this).nobody(quoteValue(this.for)));
    const picture = shownItemPicture(this.store); // questions are about one sentence
    if (!picture) return html`<slot><p>${say(PREDICT, this).loading}</p></slot>`;
    const it = this.#asked(question, picture);
    return it
      ? this.#form(it)
      : this.#note(say(PREDICT, this).lacking(missingNeeds(question, picture) ?? {}));
  }

  /**
   * Asks about the state of the figure. Previews do not count, and a started answer keeps its question. If
   * other sizes allow no question, the old question stays, so that the text around it does not move.
   * @param {import("../state/quiz.js").Question} question @param {Picture} picture
   */
  #asked(question, picture) {
    const last = this.#put;
    const isSame = last?.picture === picture && last?.locale === this.locale;
    if (last && (isSame || this.verdict || this.#given || this.store?.state.held)) return last.it;
    const turn = Number.isInteger(this.turn) && this.turn > 0 ? this.turn : 0;
    const it =
      this.store?.ask((core) => askQuestion(question, turn, picture, core, this)) ?? last?.it ?? null;
    this.#put = { picture, turn, it, locale: this.locale };
    return it;
  }

  /** @param {string} message */
  #note = (message) => html`<p class="note" role="note">${message}</p>`;

  /** @param {Put} it */
  #form(it) {
    const done = this.#isDone;
    return html`<form class="card" part="question" @submit=${this.#check} novalidate>
      <fieldset class="ways" ?disabled=${done}>
        <legend class="asks" lang=${it.lang}>${it.asks}</legend>
        ${this.#ways(it, done)}
        ${done ? "" : html`<button class="press check">${say(PREDICT, this).check}</button>`}
      </fieldset>
      <div role="status" part="answer">${this.#said(it)}</div>
      ${done ? this.#after(it) : ""}
    </form>`;
  }

  /** Whether the right answer shows: after it was given, or after two wrong ones. */
  get #isDone() {
    const { verdict } = this;
    return verdict !== null && !("unread" in verdict) && (verdict.right || this.#misses >= TRIES);
  }

  /** The controls for an answer. @param {Put} it @param {boolean} done */
  #ways(it, done) {
    const { kind } = it.question;
    if (kind === "choice")
      return this.#options(
        it.choices.map(({ text }) => html`<bdi>${text}</bdi>`),
        done,
        it,
      );
    if (kind === "line")
      return html`<div class="code">
        ${this.#options(
          (it.facts.lines ?? []).map((line) => html`<code>${line}</code>`),
          done,
          it,
        )}
      </div>`;
    return html`<input
      class="typed"
      aria-label=${say(PREDICT, this).field}
      aria-invalid=${this.verdict !== null && "unread" in this.verdict}
      autocomplete="off"
      spellcheck="false"
      .value=${this.#given}
      @input=${this.#take}
    />`;
  }

  /** @param {readonly unknown[]} options @param {boolean} done @param {Put} it */
  #options(options, done, it) {
    const isRight = (/** @type {number} */ i) => done && isRightAt(it, i);
    return options.map((option, i) => {
      const guessed = this.#given === String(i);
      const state = isRight(i) ? "right" : done && guessed ? "wrong" : "";
      return html`<label class="option ${state}">
        <input type="radio" name="answer" value=${i} .checked=${guessed} @change=${this.#take} />
        <span class="mark" aria-hidden="true">${state === "right" ? "✓" : state === "wrong" ? "✕" : ""}</span>
        <span class="given" lang=${it.lang}>${option}</span>
        ${done && guessed ? html`<span class="guess">${say(PREDICT, this).guess}</span>` : ""}
      </label>`;
    });
  }

  /** The verdict, with reasons. @param {Put} it */
  #said(it) {
    const { verdict } = this;
    if (!verdict) return "";
    if ("unread" in verdict) return html`<p class="unread">${verdict.unread}${stop(this)}</p>`;
    const words = say(PREDICT, this);
    const read = "read" in verdict && verdict.read ? words.read(verdict.read.map(String)) : "";
    if (!this.#isDone)
      return html`<p>
        <b>${words.again}</b> ${read} <span lang=${it.lang}>${verdict.right ? "" : verdict.why}</span>
      </p>`;
    const isMarked = it.question.kind === "choice" || it.question.kind === "line"; // the right choice has a tick
    const right = verdict.right ? words.right : words.wrong(isMarked ? "" : it.answer);
    return html`<p>
      <b>${right}</b> ${read} <span lang=${it.lang}>${verdict.right ? "" : verdict.why} ${it.why}</span>
    </p>`;
  }

  /** @param {Put} it */
  #after(it) {
    const { shows } = it.facts;
    return html`<div class="after">
      ${shows && this.figure ? html`<button type="button" @click=${() => this.#show(it)}>${say(PREDICT, this).show}</button>` : ""}
      <button type="button" class="another" @click=${this.#another}>${say(PREDICT, this).another}</button>
    </div>`;
  }

  /** @param {Event} event */
  #take(event) {
    this.#given = /** @type {HTMLInputElement} */ (event.target).value;
  }

  /** @param {SubmitEvent} event */
  async #check(event) {
    event.preventDefault();
    const it = this.#put?.it;
    if (!it || this.#isDone) return;
    const verdict = judgeAnswer(it, this.#given, this);
    const isFirst = this.#misses === 0;
    if ("right" in verdict && !verdict.right) this.#misses++;
    this.verdict = verdict;
    await this.updateComplete;
    if (!this.#isDone) focus(this, "input");
    if ("unread" in verdict) return;
    if (this.#isDone) focus(this, ".after button");
    if (!isFirst) return;
    const { right } = verdict;
    const detail = { question: it.question.id, turn: it.turn, right, given: this.#given };
    this.dispatchEvent(new CustomEvent("answer", { detail, bubbles: true, composed: true }));
  }

  /** @param {Put} it */
  #show(it) {
    const said = Object.entries(it.facts.shows ?? {}).map(([name, value]) => [name, String(value)]);
    this.figure?.act(new URLSearchParams(said));
  }

  async #another() {
    this.turn = (this.#put?.turn ?? 0) + 1;
    await this.updateComplete;
    focus(this, "input");
  }
}

const TRIES = 2;

/** @param {Put} it @param {number} i  index of a choice or a line */
const isRightAt = (it, i) => {
  const verdict = judgeAnswer(it, String(i));
  return "right" in verdict && verdict.right;
};
