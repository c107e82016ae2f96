import { inLang } from "./lang.js";
import { isPlain } from "./of-page.js";
import { packQuery, unpackQuery } from "./packed-query.js";

/** Keeps the state of an element in the page's address: a link reproduces the picture, and Back undoes. */

/**
 * @typedef {HTMLElement & { toParams: () => URLSearchParams, fromParams: (params: URLSearchParams) => void, loaded: () => Promise<void>, holdUntil?: (ready: Promise<unknown>) => void }} Kept   an element whose state is in the address
 */

/**
 * @typedef {object} Story  a state that the plain address stands for
 * @property {URLSearchParams} params  that state
 * @property {(params: URLSearchParams, first: URLSearchParams) => boolean} holds  whether a state still has the plain address; `first`: the first state
 */

const LONG = 1200; // letters; longer queries are packed
const TOGETHER = 1000; // ms within which typing or dragging is one history entry
const AT_ONCE = 50; // ms within which all effects of one press are one history entry

/** Changes of these are separate history entries, however close. */
const APART = ["step", "head", "token", "keyToken", "feature", "column", "wrong", "language", "compared"];

/** The initial selection depends on these. */
const SIZES = ["tokens", "key-tokens", "heads", "d-model", "d-k", "d-v"];

/** The selection, which has its initial value if the link sets none. */
const SELECTION = ["head", "token", "key-token", "feature", "column"];

/** The initial key is the strongest for these: a link that sets any of them names the key too. */
const KEY_DEPENDS = [
  ...[
    "head",
    "token",
    "causal",
    "weights",
    "seed",
    "kv-heads",
    "training",
    "layer",
    "attention-kind",
    "vision-picture",
    "painted",
  ],
];

/** Weights of models that read other tokens than those of the setting: the initial token depends on their number. */
const READ_OTHERS = ["language", "translation", "vision"];

/**
 * @param {Kept} element the element of the page; attributes that the page sets are not in links
 * @param {() => boolean} goesOn whether the state changes by itself
 * @param {(query: string) => string} [asPage] adds the page's parameters to a query
 * @param {Story | null} [story] the state of the plain address, if it is not that of the markup
 */
export async function keepInAddress(element, goesOn, asPage = inLang, story = null) {
  const whole = element.toParams();
  const markup = only(whole, SIZES);
  let opened = markup;
  let last = { names: "", at: -Infinity };
  let latest = {};
  /** @type {ReturnType<typeof setTimeout>} */
  let soon;

  const show = async () => {
    const asked = (latest = {});
    const given = await unpackQuery(location.search);
    const isSame = SIZES.every((name) => !given.has(name) || given.get(name) === markup.get(name));
    const under = isPlain(given) ? mergeParams(whole, story ? first : opened) : isSame ? opened : markup;
    if (asked === latest) element.fromParams(mergeParams(under, given));
  };
  const write = async () => {
    const asked = (latest = {});
    const params = element.toParams();
    if (story?.holds(params, first)) {
      if (!isPlainAddress())
        history.replaceState(null, "", `${location.pathname}${asPage("")}${location.hash}`);
      return;
    }
    const isSame = SIZES.every((name) => params.get(name) === markup.get(name));
    const changes = without(params, isSame ? opened : markup);
    if (READ_OTHERS.includes(changes.get("weights") ?? "")) changes.set("token", params.get("token") ?? "");
    const key = params.get("key-token");
    if (key && KEY_DEPENDS.some((name) => changes.has(name))) changes.set("key-token", key);
    const query = String(changes);
    const search = asPage(query.length > LONG ? await packQuery(query) : query && `?${query}`);
    if (asked === latest) history.replaceState(null, "", `${location.pathname}${search}${location.hash}`);
  };

  /** Playing and training are one history entry, written when they pause. */
  const writeOnPause = () => {
    if (goesOn()) soon = setTimeout(writeOnPause, AT_ONCE);
    else write();
  };

  let first = story?.params ?? whole; // the state of the plain address, with the initial selection once there is a picture
  addEventListener("popstate", show);
  const shown = location.search || story ? show() : Promise.resolve();
  element.holdUntil?.(shown);
  await shown;
  if (story) first = element.toParams();
  const given = await unpackQuery(location.search);
  const initial = SELECTION.filter((name) => !given.has(name)); // what the link names stays in the address
  let isOpen = Boolean(story); // links name all that differs from the markup
  const open = () => {
    if (!isOpen) opened = mergeParams(markup, only(element.toParams(), initial));
    isOpen = true;
  };

  // Also while trained weights load: the reader may choose others.
  element.addEventListener("statechange", (event) => {
    open();
    const { changed, arrived } = /** @type {CustomEvent<{ changed: string[], arrived?: true }>} */ (event)
      .detail;
    if (arrived) return void write(); // belongs to the entry of the reader's choice
    if (story?.holds(element.toParams(), first)) return void write();
    const now = { names: changed.join(), at: performance.now() };
    const since = now.at - last.at;
    const isApart = changed.some((name) => APART.includes(name));
    const isSame = now.names === last.names && since < TOGETHER && !isApart;
    last = now;
    clearTimeout(soon);
    if (since < AT_ONCE || isSame || goesOn()) soon = setTimeout(writeOnPause, AT_ONCE);
    else {
      history.pushState(null, "", location.href);
      write();
    }
  });
  await element.loaded().catch(() => {}); // the element shows the error
  if (story && isPlainAddress()) first = element.toParams();
  open();
}

/** Whether the page's defaults apply. */
const isPlainAddress = () => isPlain(new URLSearchParams(location.search));

/** @param {URLSearchParams} params @param {readonly string[]} names */
const only = (params, names) => new URLSearchParams([...params].filter(([name]) => names.includes(name)));

/** @param {URLSearchParams} base @param {URLSearchParams} over */
export const mergeParams = (base, over) =>
  new URLSearchParams({ ...Object.fromEntries(base), ...Object.fromEntries(over) });

/** @param {URLSearchParams} params @param {URLSearchParams} others */
const without = (params, others) =>
  new URLSearchParams([...params].filter(([name, value]) => others.get(name) !== value));
