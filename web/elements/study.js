import { css, html } from "lit";
import { loadCore } from "../core/index.js";
import { define } from "../kit/elements/define.js";
import { Follow } from "../kit/elements/follow.js";
import { localeAt } from "../kit/elements/language.js";
import { moreOnHover } from "../kit/elements/more.js";
import { theme } from "../kit/elements/theme.js";
import { TrackedElement } from "../kit/elements/tracked-element.js";
import { messageText, stop } from "../kit/text/words.js";
import { StudyStore } from "../study/state/study-store.js";
import { READING } from "./study-parts.js";

/** @import { Study } from "../study/state/study-types.js" */

/** @typedef {Study | Uint8Array | ArrayBuffer | null} Given  a study, or the bytes of study.npz */

/** The views need no text: nothing is measured here. @type {any} */
const TOOLS = READING;

/**
 * A study of many sentences: all heads as points, and one head; or two studies beside each other.
 * In notebooks, `<mha-study>`.
 */
export class StudyElement extends TrackedElement {
  static properties = {
    theme: { reflect: true },
    study: { attribute: false },
    other: { attribute: false },
    titles: { attribute: false },
    problem: { state: true },
  };

  static styles = [
    theme,
    moreOnHover,
    css`
      :host {
        display: block;
        background: var(--_paper);
      }
    `,
  ];

  store = new StudyStore(TOOLS);

  constructor() {
    super();
    /** @type {"light" | "dark" | undefined} */
    this.theme = undefined;
    /** @type {Given} */
    this.study = null;
    /** An earlier study, to compare with. @type {Given} */
    this.other = null;
    /** Titles of the two where they stand beside each other; by default, their models. @type {readonly string[]} */
    this.titles = [];
    /** Why a file was not read. @type {Error | null} */
    this.problem = null;
    new Follow(/** @type {any} */ (this));
  }

  get locale() {
    return localeAt(this);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (["study", "other", "titles"].some((name) => changed.has(name)))
      this.#shown = this.#show(this.study, this.other, this.titles);
  }

  /** @type {Promise<void>} */
  #shown = Promise.resolve();

  /** @param {Given} study @param {Given} other @param {readonly string[]} titles */
  async #show(study, other, [title, otherTitle]) {
    try {
      const [first, second] = await Promise.all([studyOf(study), studyOf(other), loadCore()]);
      if (study !== this.study || other !== this.other) return; // set again meanwhile
      this.store.compareWith(second, otherTitle ?? second?.model ?? "");
      if (first) this.store.show(first, title ?? first.model);
      else this.store.set({ result: null });
      this.problem = null;
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
  }

  render() {
    if (this.problem)
      return html`<p role="alert">
        ${messageText(/** @type {any} */ (this.problem), this)}${stop(/** @type {any} */ (this))}
      </p>`;
    return html`<mha-study-view .store=${this.store}></mha-study-view>`;
  }

  /** Also waits for the files. */
  async getUpdateComplete() {
    await super.getUpdateComplete();
    await this.#shown;
    return super.getUpdateComplete();
  }
}

/** @param {Given} given @returns {Promise<Study | null>} */
async function studyOf(given) {
  if (given instanceof ArrayBuffer) return TOOLS.readStudy(new Uint8Array(given));
  return given instanceof Uint8Array ? TOOLS.readStudy(given) : given;
}

define("mha-study", StudyElement);
