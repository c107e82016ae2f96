import { show } from "../core/check.js";
import { VERSION } from "../kit/state/snapshot.js";

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
      const refusal = this.#refusal(message.set);
      if (refusal !== null) return answer({ error: refusal });
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

  /** Why a value is no state; null if it is one. @param {any} state */
  #refusal(state) {
    const isObject = state !== null && typeof state === "object" && !Array.isArray(state);
    if (isObject && (state.version ?? VERSION) === VERSION) return null;
    try {
      this.#element.state = state;
      return null;
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  }

  /** Sets a state, unless it is invalid. @param {Record<string, unknown>} state @returns {string | null} the error message, if any */
  #set(state) {
    const before = this.#element.state;
    const problem = this.#problem;
    try {
      this.#element.state = state;
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
    const { misfits } = this.#element.store.state;
    const said = Object.keys(state).flatMap((name) => misfits[name]?.message ?? []);
    if (this.#problem && this.#problem !== problem) said.push(this.#problem);
    if (!said.length) return null;
    this.#element.state = before;
    return said.join("; ");
  }

  get #problem() {
    return this.#element.store.state.problem?.message;
  }
}
