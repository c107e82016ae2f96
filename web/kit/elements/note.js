import { autoUpdate, computePosition, flip, limitShift, offset, platform, shift } from "@floating-ui/dom";
import { LitElement, css } from "lit";
import { define } from "./define.js";
import { floatingBox } from "./floating-box.js";
import { isComposing } from "./input-method.js";
import { spoken } from "./language.js";
import { theme } from "./theme.js";

const GRACE = 200; // ms to move the pointer from the explained element into the note
const GAP = 6; // px between note and element, and between note and window edge

/**
 * Placement of notes. Lengths are in the window's px, even if the host is zoomed.
 * @type {Partial<import("@floating-ui/dom").ComputePositionConfig>}
 */
const BESIDE = {
  strategy: "fixed",
  placement: "bottom-start",
  middleware: [
    offset(GAP),
    flip({ padding: GAP }),
    shift({ padding: GAP, crossAxis: true, limiter: limitShift() }),
  ],
  platform: { ...platform, getDimensions: (element) => element.getBoundingClientRect() },
};

/** Loads the content of a note, by the part of its mark before the colon. Every other mark is a term of the glossary. @type {Readonly<Record<string, () => Promise<{ noteFor: NoteFor }>>>} */
const NOTES = {
  weights: () => import("./weights-note.js"),
  head: () => import("./weights-note.js"),
  term: () => import("./term-note.js"),
};

/** @typedef {import("../state/store.js").Store} Store */
/** @typedef {LitElement & { store: Store | null, locale?: import("../text/words.js").Locale }} Host */
/** @typedef {(store: Store, mark: string, speaker: Host) => unknown} NoteFor */

/**
 * A note beside the element that it explains. The note overlays the page. It closes on Escape, on a press elsewhere, or when pointer and focus have
 * left.
 */
export class Note extends LitElement {
  static styles = [
    theme,
    css`
      :host {
        ${floatingBox}
        max-width: min(380px, calc(100vw - 12px));
        max-height: calc(100vh - 12px);
      }
      :host(:not(:popover-open)) {
        display: none;
      }
      p {
        margin: 0;
      }
      p + p,
      ul + p {
        margin-top: 6px;
      }
      ul {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 2px 12px;
        margin: 6px 0 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-column: 1 / -1;
        grid-template-columns: subgrid;
      }
    `,
  ];

  /** @type {HTMLElement | null} */
  #marked = null;
  #held = false;
  #content = /** @type {unknown} */ (null);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #leaving;

  constructor() {
    super();
    /** @type {Host | null} */
    this.host = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.popover = "manual";
    this.role = "status"; // screen readers read the note when it opens
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.close();
  }

  render() {
    return this.#content;
  }

  /** @param {HTMLElement} marked the hovered, focused or pressed element @param {boolean} pressed whether to toggle holding the note */
  async asked(marked, pressed) {
    clearTimeout(this.#leaving);
    const same = this.#marked === marked;
    const here = same && this.matches(":popover-open");
    if (here && (!pressed || this.#held)) return pressed ? this.close() : undefined;
    this.#held = pressed || (same && this.#held); // a press also moves the focus, and the focus event may come first
    if (here) return;
    const host = /** @type {Host & { store: Store }} */ (this.host);
    const { store } = host;
    this.#marked = marked;
    const { step, picture } = store.state;
    const mark = marked.dataset.note ?? "";
    const { noteFor } = await (NOTES[mark.split(":")[0]] ?? NOTES.term)();
    await spoken(host);
    const content = noteFor(store, mark, host);
    // While the note loads and renders, another one may open, the step may change, or the pointer may leave.
    const isStill = () =>
      this.#marked === marked && store.state.step === step && store.state.picture === picture;
    if (isStill() && !content) return this.close();
    if (!isStill() || !(pressed || this.#isWanted())) return;
    this.#content = content;
    this.requestUpdate();
    await this.updateComplete;
    if (!isStill() || !this.#isWanted()) return;
    if (!this.matches(":popover-open")) this.#open();
    this.#unfollow?.();
    this.#unfollow = autoUpdate(marked, this, () => this.#place());
  }

  #open() {
    this.showPopover();
    const { signal } = (this.#closing = new AbortController());
    const { store } = /** @type {{ store: Store }} */ (this.host);
    const [at, step, picture] = [store.state.comparison, store.state.step, store.state.picture];
    const stays = () => {
      const { state } = store;
      if (state.comparison !== at || state.step !== step || state.picture !== picture) this.close();
    };
    store.addEventListener("change", stays, { signal });
    for (const type of ["pointerout", "focusout"])
      this.host?.renderRoot.addEventListener(type, () => this.#leave(), { signal });
    addEventListener("keydown", (event) => this.#key(event), { signal, capture: true });
    document.addEventListener("pointerdown", (event) => this.#pressed(event), { signal, capture: true });
  }

  close() {
    this.#closing?.abort();
    this.#unfollow?.();
    this.#marked = null;
    this.#held = false;
    if (this.matches(":popover-open")) this.hidePopover();
  }

  /** @type {AbortController | undefined} */
  #closing;
  /** Stops following the position of the explained element. @type {(() => void) | undefined} */
  #unfollow;

  #isWanted() {
    return this.#held || this.matches(":hover") || Boolean(this.#marked?.matches(":hover, :focus-visible"));
  }

  #leave() {
    clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => this.#isWanted() || this.close(), GRACE);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || isComposing(event)) return;
    const { store } = /** @type {Host} */ (this.host);
    const isOurs = event.composedPath().some((at) => "store" in at && at.store === store);
    if (isOurs || event.target === document.body) {
      event.stopPropagation(); // Escape closes only the note
      event.preventDefault();
    }
    this.close();
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    const path = event.composedPath();
    if (!path.includes(this) && !path.includes(/** @type {HTMLElement} */ (this.#marked))) this.close();
  }

  /** Places the note below the element, or above it if there is no room. */
  async #place() {
    const marked = this.#marked;
    if (!marked?.isConnected) return this.close();
    const { x, y } = await computePosition(marked, this, BESIDE);
    const zoom = this.getBoundingClientRect().width / this.offsetWidth || 1; // a zoomed host multiplies lengths
    this.style.setProperty("left", `${x / zoom}px`);
    this.style.setProperty("top", `${y / zoom}px`);
  }
}

/** @type {WeakMap<object, Note>} */
const notes = new WeakMap();

/** The note of a host. Each host has one, in its shadow root, so that the note inherits the host's colours. @param {Host} host */
export function noteOf(host) {
  let note = notes.get(host);
  if (!note) {
    define("mha-note", Note);
    note = /** @type {Note} */ (document.createElement("mha-note"));
    note.host = host;
    notes.set(host, note);
  }
  if (!note.isConnected) host.renderRoot.append(note); // rendering another template removes the note
  return note;
}
