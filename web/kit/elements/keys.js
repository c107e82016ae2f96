import { isComposing } from "./input-method.js";

const FIELDS = "input, select, textarea, [contenteditable]";

/** Keys that leave a field instead of typing into it. */
const LEAVES = /^(Tab|Escape|F\d+)$/;

/**
 * Keys of a public element: Space plays and pauses, left and right move by a stage, Escape closes what is open or clears the selection. Ignored
 * in fields and wherever a key already has a meaning. Key events that were typed or handled here do not reach the host, nor do their keyup events.
 */
export class Keys {
  /** Codes of the pressed keys that this element has handled. @type {Set<string>} */
  #ours = new Set();
  #host;

  /** @param {HTMLElement & { store: import("../state/store.js").Store, standsAlone: boolean, readonly: boolean, showsSteps: boolean, fold: () => boolean }} host  fold: closes what is open above the picture, and returns whether anything was */
  constructor(host) {
    this.#host = host;
    // A key that an inner element stopped counts as handled.
    host.addEventListener("keydown", ({ code }) => this.#ours.add(code), true);
    for (const type of ["keydown", "keypress", "keyup"])
      host.addEventListener(type, (event) => this.#keep(/** @type {KeyboardEvent} */ (event)));
  }

  /** @param {KeyboardEvent} event */
  #keep(event) {
    if (event.type === "keydown" && !this.#answers(event)) this.#ours.delete(event.code);
    if (this.#ours.has(event.code)) event.stopPropagation();
    if (event.type === "keyup") this.#ours.delete(event.code);
  }

  /** @param {KeyboardEvent} event */
  #answers(event) {
    if (event.defaultPrevented) return true;
    const { key, ctrlKey, metaKey, altKey } = event;
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (target.matches(FIELDS)) return isComposing(event) || !LEAVES.test(key);
    if (ctrlKey || metaKey || altKey) return false;
    if (/^( |Enter)$/.test(key) && target.matches("button, a, summary")) return true;
    if (/^Arrow/.test(key) && target.matches(".scroll") && target.scrollWidth > target.clientWidth)
      return true;
    if (!this.#acts(key)) return false;
    event.preventDefault();
    return true;
  }

  /** Whether this element handles a key. Inside another element, the outer element does. @param {string} key */
  #acts(key) {
    const { store, standsAlone, readonly } = this.#host;
    if (!standsAlone || readonly || !store.state.picture) return false;
    if (key === "Escape") return this.#host.fold() || store.letGo();
    if (!this.#host.showsSteps) return false;
    if (key === "ArrowRight") store.move(1);
    else if (key === "ArrowLeft") store.move(-1);
    else if (key === " ") store.play(!store.state.playing);
    else return false;
    return true;
  }
}

/**
 * The index to which an arrow, Home or End moves among `count` items in a row, wrapping around; null for other keys. A key that moves is
 * consumed.
 * @param {KeyboardEvent} event
 * @param {number} at
 * @param {number} count
 */
export function keyLeads(event, at, count) {
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: count - 1 }[event.key];
  if (to === undefined || !count) return null;
  event.preventDefault();
  event.stopPropagation();
  return (to + count) % count;
}
