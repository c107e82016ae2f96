import { html } from "lit";
import { retryButton } from "../../kit/elements/load-failed.js";
import { messageText, stop } from "../../kit/text/words.js";
import { ModelPanel } from "./model-panel.js";

/**
 * A panel that computes its results again when the shown state changes. Subclasses define the inputs and the computation, and call follow() while they are open.
 * @template Result
 */
export class FollowingPanel extends ModelPanel {
  static properties = { ...ModelPanel.properties, found: { state: true }, problem: { state: true } };

  /** Inputs of the last computation. @type {readonly unknown[] | null} */ #asked = null;

  constructor() {
    super();
    /** The last results, and what they are of. @type {{ of: readonly unknown[], result: Result } | null} */
    this.found = null;
    /** Why the last results could not be computed. @type {{ of: readonly unknown[], error: Error } | null} */
    this.problem = null;
  }

  /** What is on show, as values that change with it; null for nothing. @returns {readonly unknown[] | null} */
  get subject() {
    throw new Error("a subclass names its subject");
  }

  /** Computes the results of what is on show. @returns {Promise<Result>} */
  async compute() {
    throw new Error("a subclass computes its results");
  }

  /** Computes the results of what is on show, unless they are there. */
  async follow() {
    const of = this.subject;
    if (!of || areSame(of, this.#asked)) return;
    this.#asked = of;
    this.problem = null;
    try {
      const result = await this.compute();
      if (of === this.#asked) this.found = { of, result };
    } catch (error) {
      if (of === this.#asked) this.problem = { of, error: /** @type {Error} */ (error) };
    }
  }

  /** Whether the last results are of what is on show. */
  get isCurrent() {
    return Boolean(this.found && areSame(this.found.of, this.subject));
  }

  /** The results of what is on show; null while they are computed. @returns {Result | null} */
  get result() {
    return this.isCurrent ? (this.found?.result ?? null) : null;
  }

  /** The note in place of missing results: the error, or that the computation runs. @param {string} computing */
  renderMissing(computing) {
    const error = this.problem && areSame(this.problem.of, this.subject) ? this.problem.error : null;
    if (!error) return html`<p class="quiet" role="status">${computing}</p>`;
    return html`<p role="alert">
      ${messageText(error, this)}${stop(this)} ${retryButton(this, () => this.#again())}
    </p>`;
  }

  #again() {
    this.#asked = null;
    this.problem = null;
  }
}

/** @param {readonly unknown[]} a @param {readonly unknown[] | null} b */
const areSame = (a, b) => a.length === b?.length && a.every((each, i) => each === b[i]);
