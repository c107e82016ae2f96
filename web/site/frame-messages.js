import { show } from "../core/check.js";
import { readState } from "../kit/elements/configurable.js";

/** @import { Explainer } from "../elements/explainer.js" */

/** @typedef {(message: { state: object } | { error: string }) => void} Answer */

const TOGETHER = 16; // ms; faster messages are one change

/** Answers messages of a frame's host: { get: "state" } and { set: state }, with { state } or { error }. */
export class FrameMessages {
  #element;
  /** The state to set, from the waiting messages. @type {Record<string, unknown>} */
  #state = {};
  /** @type {{ isSet: boolean, answer: Answer }[]} */
  #asked = [];

  /** @param {Explainer} element */
  constructor(element) {
    this.#element = element;
  }

  /** Ignores other messages. @param {any} message @param {Answer} answer */
  take(message, answer) {
    if (message === null || typeof message !== "object" || !("get" in message || "set" in message)) return;
    if ("get" in message && message.get !== "state")
      return answer({ error: `get ${show(message.get)} is not known (expected "state")` });
    const isSet = !("get" in message);
    if (isSet) {
      try {
        readState(message.set);
      } catch (error) {
        return answer({ error: /** @type {Error} */ (error).message });
      }
      Object.assign(this.#state, message.set);
    }
    if (this.#asked.push({ isSet, answer }) === 1) setTimeout(() => this.#answerAll(), TOGETHER);
  }

  async #answerAll() {
    await this.#element.loaded().catch(() => {}); // the element shows the error
    const [state, asked] = [this.#state, this.#asked];
    [this.#state, this.#asked] = [{}, []];
    const error = this.#set(state);
    const now = this.#element.state;
    for (const { isSet, answer } of asked) answer(isSet && error !== null ? { error } : { state: now });
  }

  /** Sets a state, unless it is invalid. @param {Record<string, unknown>} state @returns {string | null} the error message, if any */
  #set(state) {
    const before = this.#element.state;
    const problem = this.#problem;
    this.#element.state = state;
    const { invalidValues } = this.#element.store.state;
    const said = Object.keys(state).flatMap((name) => invalidValues[name]?.message ?? []);
    if (this.#problem && this.#problem !== problem) said.push(this.#problem);
    if (!said.length) return null;
    this.#element.state = before;
    return said.join("; ");
  }

  get #problem() {
    return this.#element.store.state.problem?.message;
  }
}
