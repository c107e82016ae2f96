import { inLang } from "./lang.js";
import { packed, unpacked } from "./packed-query.js";

/** All of what an element shows, in the page's address: a link to it is a link to this very picture, and Back is undo. */

/** @typedef {HTMLElement & { toParams: () => URLSearchParams, fromParams: (params: URLSearchParams) => void, loaded: () => Promise<void>, holdUntil?: (ready: Promise<unknown>) => void }} Kept   an element whose state a link says */

const LONG = 1200; // letters: a longer query is packed
const TOGETHER = 1000; // ms: what is typed or dragged is one entry
const AT_ONCE = 50; // ms: so is all that one press does

/** Of these each change is an entry of its own, however soon it follows. */
const APART = ["step", "head", "token", "keyToken", "feature", "column", "wrong", "language", "compared"];

/** What is selected at first depends on these. */
const SIZES = ["tokens", "key-tokens", "heads", "d-model", "d-k", "d-v"];

/** What is selected, as it is at first where nobody says it. */
const SELECTION = ["head", "token", "key-token", "feature", "column"];

/** What a link says to the page, and not to what that shows. */
const OF_PAGE = ["lang", "present"];

/** @param {Kept} element as its page has it: of what that says itself, a link says nothing @param {() => boolean} goesOn whether it changes by itself @param {(query: string) => string} [asPage] the query with what it says to the page */
export async function keepInAddress(element, goesOn, asPage = inLang) {
  const whole = element.toParams();
  const markup = only(whole, SIZES);
  let opened = markup;
  let last = { names: "", at: -Infinity };
  let latest = {};
  /** @type {ReturnType<typeof setTimeout>} */
  let soon;

  const show = async () => {
    const asked = (latest = {});
    const given = await unpacked(location.search);
    const isSame = SIZES.every((name) => !given.has(name) || given.get(name) === markup.get(name));
    const isPlain = [...given.keys()].every((name) => OF_PAGE.includes(name)); // then all is as the page has it
    const under = isPlain ? merged(whole, opened) : isSame ? opened : markup;
    if (asked === latest) element.fromParams(merged(under, given));
  };
  const write = async () => {
    const asked = (latest = {});
    const params = element.toParams();
    const isSame = SIZES.every((name) => params.get(name) === markup.get(name));
    const query = String(without(params, isSame ? opened : markup));
    const search = asPage(query.length > LONG ? await packed(query) : query && `?${query}`);
    if (asked === latest) history.replaceState(null, "", `${location.pathname}${search}${location.hash}`);
  };

  addEventListener("popstate", show);
  const shown = location.search ? show() : Promise.resolve();
  element.holdUntil?.(shown);
  await shown;
  await element.loaded().catch(() => {}); // which the element says
  opened = merged(markup, only(element.toParams(), SELECTION));

  element.addEventListener("statechange", (event) => {
    const { changed } = /** @type {CustomEvent<{ changed: string[] }>} */ (event).detail;
    const now = { names: changed.join(), at: performance.now() };
    const since = now.at - last.at;
    const isApart = changed.some((name) => APART.includes(name));
    const isSame = now.names === last.names && since < TOGETHER && !isApart;
    last = now;
    clearTimeout(soon);
    // What plays is one entry, and so is what goes on: that is written when it pauses.
    if (since < AT_ONCE || isSame || goesOn()) soon = setTimeout(write, AT_ONCE);
    else {
      history.pushState(null, "", location.href);
      write();
    }
  });
}

/** @param {URLSearchParams} params @param {readonly string[]} names */
const only = (params, names) => new URLSearchParams([...params].filter(([name]) => names.includes(name)));

/** @param {URLSearchParams} base @param {URLSearchParams} over */
export const merged = (base, over) =>
  new URLSearchParams({ ...Object.fromEntries(base), ...Object.fromEntries(over) });

/** @param {URLSearchParams} params @param {URLSearchParams} others */
const without = (params, others) =>
  new URLSearchParams([...params].filter(([name, value]) => others.get(name) !== value));
