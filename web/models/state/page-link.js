import { PairedModels } from "./page-pair.js";
import { headsOfLink, linkOf, readLink } from "./link.js";
import { sortedBy } from "./page-measures.js";
import { readBy } from "./page-run.js";
import { INITIAL, headsOf, isSame } from "./page-state.js";

/** @import { Link } from "./link.js" */
/** @import { Model } from "./loaded-model.js" */
/** @import { By } from "./page.js" */
/** @import { Shown } from "./page-run.js" */

/**
 * Writes what the reader sees into a link, and applies a link. Each model that is opened takes the link's values where they fit, until the
 * reader changes the state.
 */
export class LinkedModels extends PairedModels {
  /** The link that was applied last; null after the reader's next change. @type {Link | null} */
  #link = null;
  /** Whether the head and the token of the link wait for the run in progress. */
  #isDue = false;

  /** The state as parameters of a link, without defaults. During a run: the state that the run will leave. */
  toParams() {
    const { text, other, off } = this.state;
    return linkOf({
      text: text === INITIAL.text ? null : text,
      ...{ ids: this.#idsBeside(text), second: other, off },
      ...this.#selection(),
    });
  }

  /** Applies a link. Values that it does not name return to their defaults; values that do not fit are ignored. @param {URLSearchParams} params */
  fromParams(params) {
    const link = (this.#link = readLink(params));
    const { opened } = this;
    if (!opened) return this.set({ text: link.text ?? INITIAL.text, other: link.second });
    const { text, ids, off } = this.begin(opened.model);
    const { run, running, text: textBefore, ids: idsBefore, off: offBefore, other } = this.state;
    this.#isDue = true;
    if (link.second === null && other !== null) this.endPair();
    const isRead = text === textBefore && (ids === null || ids.join() === idsBefore?.join());
    if (run && !running && isRead && headsOfLink(off) === headsOfLink(offBefore)) {
      this.set(this.selectionIn(run, false));
      if (link.second !== null && link.second !== other) void this.compare(link.second);
      return;
    }
    this.set({ text, ids, off, other: link.second, masks: [] });
    void this.run();
  }

  /** Models that are opened from now on do not take the link's values: the reader changed the state. */
  leaveLink() {
    this.#link = null;
    this.#isDue = false;
  }

  /** Shows a model. The text of a link that the model cannot run is ignored. @param {number} at @param {By} [by] */
  async show(at, by) {
    await super.show(at, by);
    const { run, problem } = this.state;
    if (run || !problem || !this.#link?.text) return;
    this.#link = { ...this.#link, text: null };
    await this.write(this.begin(this.state.models[at].model).text, by);
  }

  /** @protected @param {Model} model */
  begin(model) {
    const first = super.begin(model);
    if (!this.#link) return first;
    const { text, ids, off } = this.#link;
    return {
      ids: text !== null && ids && isTextOf(model, ids, text) ? ids : null,
      text: text === null ? this.textFor(model, INITIAL.text) : isFor(model, text) ? text : first.text,
      off: headsOf(model.info).filter((head) => off.some((each) => isSame(each, head))),
    };
  }

  /** @protected @param {Shown} run @param {boolean} isFirst @returns {Partial<import("./page-state.js").State>} */
  selectionIn(run, isFirst) {
    const link = this.#link;
    if (!link || !(isFirst || this.#isDue)) return super.selectionIn(run, isFirst);
    this.#isDue = false;
    const { selected, token } = link;
    const last = run.tokens.length - 1;
    const isThere = selected && selected.layer < run.layers && selected.head < run.heads;
    return {
      ...(isThere ? { selected } : super.selectionIn(run, true)),
      ...{ query: token !== null && token <= last ? token : last, key: null },
    };
  }

  /** The selection for a link; before a run, that of the link that was applied. @returns {Pick<Link, "selected" | "token">} */
  #selection() {
    const { run, text, ids, off, selected, query } = this.state;
    if (!run || !this.opened) return this.#link ?? { selected: null, token: null };
    const read = readBy(this.opened.model, text);
    const count =
      ids?.length ?? (typeof read === "string" ? this.opened.model.tokenize(read) : read.ids).length;
    const isLast = count !== run.tokens.length || query === count - 1; // a run on another count selects the last
    // The first head depends on the text and on the heads that are off: a link that names either names the head.
    const isFirst = text === INITIAL.text && !off.length && isSame(selected, this.#firstHead(run));
    return { selected: isFirst ? null : selected, token: isLast ? null : query };
  }

  /** The pieces of the text, if the tokenizer would cut others from it. @param {string} text */
  #idsBeside(text) {
    const { ids } = this.state;
    if (!ids || !this.opened) return this.state.run ? null : (this.#link?.ids ?? null);
    const { model } = this.opened;
    if (model.whyNoText !== null) return null;
    return model
      .tokenize(text)
      .map(({ id }) => id)
      .join() === ids.join()
      ? null
      : ids;
  }

  /** @param {Shown} run */
  #firstHead(run) {
    return sortedBy(this.state.whole ?? run, "previous")[0];
  }
}

/** Whether pieces say the letters of a text: those of a link may be of another model. @param {Model} model @param {readonly number[]} ids @param {string} text */
function isTextOf(model, ids, text) {
  const letters = (/** @type {string} */ each) => each.toLowerCase().replace(/[\s\ufffd]/g, "");
  return ids.every((id) => id < model.info.vocabulary) && letters(model.decode(ids)) === letters(text);
}

/** Whether a model can read a text. @param {Model} model @param {string} text */
const isFor = ({ whyNoText }, text) => text.trim() !== "" && (whyNoText === null || /^[\d\s]+$/.test(text));
