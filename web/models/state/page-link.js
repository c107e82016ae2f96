import { isHubName } from "./hub.js";
import { firstQuery, readBy, sortedBy, standingOut } from "./page-run.js";
import { INITIAL, headsOf, isSameHead } from "./page-state.js";

/** @import { Model } from "./loaded-model.js" */
/** @import { Shown } from "./page-run.js" */
/** @import { State } from "./page-state.js" */
/** @import { ModelsPage } from "./page.js" */

/**
 * The state of the page Models in a link: model, text, target, kind, ids, second, layer, head, token, off, which lists heads such as 1.2,1.3, or
 * cross.1.2 for models with an encoder and a decoder, axes, two measures of the points of many sentences, and writes, which is 1 for what the
 * heads write in place of where they look.
 *
 * @typedef {import("./page-state.js").Head} Head
 *
 * @typedef {object} Link   null stands for the default
 * @property {string | null} model  name of a model on the hub
 * @property {string | null} text
 * @property {string | null} target  of a model with an encoder and a decoder
 * @property {import("./page-state.js").Kind | null} kind  of its maps
 * @property {readonly number[] | null} ids  the pieces of the text, where a model wrote some that the tokenizer would cut otherwise
 * @property {string | null} second  the second sentence
 * @property {Head | null} selected
 * @property {number | null} token   the selected query
 * @property {readonly Head[]} off
 * @property {string | null} axes
 * @property {boolean} writes
 */

/** Names of the parameters. */
export const LINK_NAMES = /** @type {const} */ ([
  "model",
  ...["text", "target", "kind", "ids", "second", "layer", "head", "token", "off", "axes", "writes"],
]);

/** @param {Link} link */
function linkOf({ model, text, target, kind, ids, second, selected, token, off, axes, writes }) {
  const values = {
    model,
    text,
    target,
    kind,
    ids,
    second,
    ...(selected && { layer: selected.layer, head: selected.head }),
    token,
  };
  const views = { off: headsOfLink(off) || null, axes, writes: writes ? 1 : null };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...values, ...views }))
    if (value !== null) params.set(name, String(value));
  return params;
}

/** Ignores values of the wrong kind. @param {URLSearchParams} params @returns {Link} */
function readLink(params) {
  const [layer, head, token] = ["layer", "head", "token"].map((name) => wholeNumber(params.get(name)));
  return {
    ...{
      model: params.get("model"),
      text: textIn(params),
      target: params.get("target") || null,
      kind: KINDS.find((each) => each === params.get("kind")) ?? null,
      ids: idsIn(params.get("ids")),
      second: params.get("second") || null,
      token,
    },
    selected: layer === null || head === null ? null : { layer, head },
    off: [...(params.get("off") ?? "").matchAll(/(?:([a-z]+)\.)?(\d+)\.(\d+)/g)].map(
      ([, kind, layer, head]) => ({
        ...{ layer: Number(layer), head: Number(head) },
        ...(kind && { kind: KINDS.find((each) => each === kind) }),
      }),
    ),
    axes: params.get("axes"),
    writes: params.get("writes") === "1",
  };
}

/** @param {readonly Head[]} heads */
const headsOfLink = (heads) =>
  heads.map(({ kind, layer, head }) => `${kind ? `${kind}.` : ""}${layer}.${head}`).join(",");

/** @type {readonly import("./page-state.js").Kind[]} */
const KINDS = ["encoder", "decoder", "cross"];

/** The text of earlier links that name a part of the state, but no text. */
const FORMER_TEXT = "The animal didn't cross the street because it was too tired.";

/** @param {URLSearchParams} params */
const textIn = (params) =>
  params.get("text") ??
  (LINK_NAMES.some((name) => !["model", "axes", "writes"].includes(name) && params.has(name))
    ? FORMER_TEXT
    : null);

/** @param {string | null} value */
const idsIn = (value) => (value && /^\d+(,\d+)*$/.test(value) ? value.split(",").map(Number) : null);

/** @param {string | null} value */
const wholeNumber = (value) => (value && /^\d+$/.test(value) ? Number(value) : null);

/**
 * Writes what the reader sees into a link, and applies a link. Each model that is opened takes the link's values where they fit, until the
 * reader changes the state.
 */
export class PageLink {
  #page;
  /** The link that was applied last; null after the reader's next change. @type {Link | null} */
  #link = null;
  /** Whether the head and the token of the link wait for the run in progress. */
  #isDue = false;

  /** @param {ModelsPage} page */
  constructor(page) {
    this.#page = page;
  }

  /** The state as parameters of a link; empty for the state of a page as it opens. During a run: the state that the run will leave. */
  toParams() {
    const { text, target, kind, other, off, wanted, axes, writes } = this.#page.state;
    const isPair = Boolean(this.#page.opened?.model.info.encoder);
    const link = linkOf({
      target: isPair ? target || null : null,
      kind: isPair && kind !== INITIAL.kind ? kind : null,
      model: this.#page.opened?.named ?? wanted,
      ...{ text, ids: this.#idsBeside(text), second: other, off, axes, writes },
      ...this.#selection(),
    });
    if ([...link.keys()].every((name) => ["model", "text"].includes(name)) && text === INITIAL.text)
      link.delete("text");
    return link;
  }

  /** Applies a link. Values that it does not name return to their defaults; values that do not fit are ignored. @param {URLSearchParams} params */
  fromParams(params) {
    const link = (this.#link = readLink(params));
    const { opened } = this.#page;
    const isWanted = link.model !== null && isHubName(link.model) && this.#placeOf(link.model) < 0;
    this.#page.set({ wanted: isWanted ? link.model : null, axes: link.axes, writes: link.writes });
    if (!opened) return this.#page.set({ text: link.text ?? INITIAL.text, other: link.second });
    const at = this.#placeOf(link.model);
    if (at >= 0 && at !== this.#page.state.at) {
      if (link.second === null) this.#page.pair.end();
      this.#page.set({ other: link.second });
      return void this.#page.show(at, "author");
    }
    const { text, target, kind, ids, off } = this.begin(opened.model);
    const { run, running, text: textBefore, ids: idsBefore, off: offBefore, other } = this.#page.state;
    const isSameTarget = target === this.#page.state.target && kind === this.#page.state.kind;
    this.#isDue = true;
    if (link.second === null && other !== null) this.#page.pair.end();
    const isRead = text === textBefore && isSameTarget && (ids === null || ids.join() === idsBefore?.join());
    if (run && !running && isRead && headsOfLink(off) === headsOfLink(offBefore)) {
      this.#page.set(this.selectionIn(run, false));
      if (link.second !== null && link.second !== other) void this.#page.pair.compare(link.second);
      return;
    }
    this.#page.set({ text, target, kind, ids, off, other: link.second, masks: [] });
    void this.#page.run();
  }

  /** The open model that a link names, or the author's for a link without a name after a model of the hub; -1 for none. @param {string | null} name */
  #placeOf(name) {
    const { models } = this.#page.state;
    if (name !== null) return models.findIndex(({ named }) => named === name);
    return this.#page.opened?.named ? models.findIndex(({ address }) => address !== null) : -1;
  }

  /** Models that are opened from now on do not take the link's values: the reader changed the state. */
  leave() {
    this.#link = null;
    this.#isDue = false;
  }

  /** Ignores the text of the link, which the model cannot run. @returns {boolean} whether there was one */
  dropText() {
    if (!this.#link?.text) return false;
    this.#link = { ...this.#link, text: null };
    return true;
  }

  /**
   * The text, the target, its pieces, and the heads off with which a model is first run.
   * @param {Model} model @returns {Pick<State, "text" | "target" | "kind" | "ids" | "off">}
   */
  begin(model) {
    const first = {
      text: textFor(model, this.#page.state.text.replaceAll("\ufffd", "")),
      ...{ target: "", kind: INITIAL.kind, ids: null, off: [] },
    };
    if (!this.#link) return first;
    const { text, target, kind, ids, off } = this.#link;
    return {
      target: target !== null && isFor(model, target) ? target : "",
      kind: kind ?? INITIAL.kind,
      ids: text !== null && ids && isTextOf(model, ids, text) ? ids : null,
      text: text === null ? textFor(model, INITIAL.text) : isFor(model, text) ? text : first.text,
      off: allHeadsOf(model.info).filter((head) => off.some((each) => isSameHead(each, head))),
    };
  }

  /** What a run selects. @param {Shown} run @param {boolean} isFirst of its model @returns {Partial<State>} */
  selectionIn(run, isFirst) {
    const link = this.#link;
    if (!link || !(isFirst || this.#isDue)) return isFirst ? { selected: easiestHead(run) } : {};
    this.#isDue = false;
    const { selected, token } = link;
    const last = run.tokens.length - 1;
    const isThere = selected && selected.layer < run.layers && selected.head < run.heads;
    return {
      selected: isThere ? { ...selected, ...(run.kind && { kind: run.kind }) } : easiestHead(run),
      ...{ query: token !== null && token <= last ? token : firstQuery(run), key: null },
    };
  }

  /** The selection for a link; before a run, the selection of the applied link. @returns {Pick<Link, "selected" | "token">} */
  #selection() {
    const { run, text, off, selected, query } = this.#page.state;
    if (!run || !this.#page.opened) return this.#link ?? { selected: null, token: null };
    const isAsShown = run.run.grid || run.kind;
    const count = isAsShown ? run.tokens.length : this.#count(this.#page.opened.model);
    const isLast = count !== run.tokens.length || query === firstQuery(run); // a run on another count selects its first query
    // The first head depends on the text and on the heads that are off: a link that names either names the head.
    const isFirst =
      text === INITIAL.text &&
      !off.length &&
      isSameHead(selected, easiestHead(this.#page.state.whole ?? run));
    return { selected: isFirst ? null : selected, token: isLast ? null : query };
  }

  /** How many pieces the text has. @param {Model} model */
  #count(model) {
    const { text, ids } = this.#page.state;
    const read = readBy(model, text);
    return ids?.length ?? (typeof read === "string" ? model.tokenize(read) : read.ids).length;
  }

  /** The pieces of the text, if the tokenizer would split the text otherwise. @param {string} text */
  #idsBeside(text) {
    const { ids } = this.#page.state;
    if (!ids || !this.#page.opened) return this.#page.state.run ? null : (this.#link?.ids ?? null);
    const { model } = this.#page.opened;
    if (model.whyNoText !== null) return null;
    return model
      .tokenize(text)
      .map(({ id }) => id)
      .join() === ids.join()
      ? null
      : ids;
  }
}

/**
 * The head to show first: the clearest induction head, if the text repeats enough for one to stand out; else the head with the most weight on
 * the previous token, the easiest role to see in a map. Of attention to another sentence, the sharpest head.
 * @param {Shown} run
 */
export function easiestHead(run) {
  if (run.kind === "cross") return /** @type {Head} */ (sortedBy(run, "entropy").at(-1));
  const induction = run.causal ? sortedBy(run, "afterSame").find(standingOut(run, "afterSame")) : undefined;
  return induction ?? sortedBy(run, "previous")[0];
}

/** The heads of all kinds. @param {Model["info"]} info */
const allHeadsOf = (info) =>
  info.encoder
    ? KINDS.flatMap((kind) => headsOf({ ...((kind === "encoder" && info.encoder) || info), kind }))
    : headsOf(info);

/**
 * A text that a model reads, if possible the given one. A model without a tokenizer reads ids; for one that reads pictures, the text stays.
 * @param {Model} model @param {string} text
 */
function textFor({ whyNoText, info }, text) {
  if (info.vision) return text;
  const reads = whyNoText === null;
  const isIds = /^[\d\s]*$/.test(text);
  return reads === isIds ? (reads ? INITIAL.text : "0 1 2 3") : text;
}

/** Whether pieces have the letters of a text: the pieces of a link may be of another model. @param {Model} model @param {readonly number[]} ids @param {string} text */
function isTextOf(model, ids, text) {
  const letters = (/** @type {string} */ each) => each.toLowerCase().replace(/[\s\ufffd]/g, "");
  return ids.every((id) => id < model.info.vocabulary) && letters(model.decode(ids)) === letters(text);
}

/** Whether a model can read a text. @param {Model} model @param {string} text */
const isFor = ({ whyNoText }, text) => text.trim() !== "" && (whyNoText === null || /^[\d\s]+$/.test(text));
