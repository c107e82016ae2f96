import { css, html } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { define } from "../kit/elements/define.js";
import { headingStyles } from "../kit/elements/heading.js";
import { spoken } from "../kit/elements/language.js";
import { Panel } from "../kit/elements/panel.js";
import { say } from "../kit/text/words.js";
import { KINDS, LAB_PANELS, TITLES, kindsFor, selectHead, showLab, tagOf } from "./lab-list.js";
import { LABS_SAY } from "./words.js";

/**
 * Adds the labs below an element that has a layer, after the words have loaded.
 * @param {import("../kit/elements/embeddable.js").Embeddable} element @param {string} [subject]  of the element; that of the step by default
 */
export async function showLabsBelow(element, subject) {
  await spoken(element);
  const labs = Object.assign(labsOf(element.store), { subject });
  element.after(labs);
  return labs;
}

/** An element with labs on a store's layer. @param {import("../kit/state/store.js").Store} store @param {readonly string[]} [kinds] which labs */
export function labsOf(store, kinds = KINDS) {
  define("mha-labs", Labs);
  return Object.assign(/** @type {Labs} */ (document.createElement("mha-labs")), { store, kinds });
}

/**
 * The labs that fit the current step, one fold each, headed by its question; all labs after a press. A lab loads when it is first opened, computes only while it is
 * open, and stays while it is open.
 *
 * @fires opened - a lab was opened or closed; detail { kind, isOpen }
 */
export class Labs extends Panel {
  static properties = {
    ...Panel.properties,
    kinds: { attribute: false },
    subject: { attribute: false },
    isWhole: { state: true },
    opened: { state: true },
    asked: { state: true },
  };

  static styles = [
    Panel.styles,
    headingStyles,
    css`
      :host {
        container-type: inline-size;
        padding: 12px var(--_gutter) 20px;
        border-top: 1px solid var(--_hairline);
        background: var(--_paper);
      }
      .about {
        margin: 0 0 8px;
        font-size: 13px;
        color: var(--_muted);
      }
      details {
        border-top: 1px solid var(--_hairline);
      }
      summary {
        display: grid;
        grid-template-columns: 14px 92px minmax(0, 1fr);
        gap: 0 8px;
        align-items: baseline;
        padding: 8px 0;
        cursor: pointer;
        list-style: none;
      }
      summary::-webkit-details-marker {
        display: none;
      }
      summary::before {
        content: "\\25b8";
        color: var(--_muted);
      }
      [open] > summary::before {
        content: "\\25be";
      }
      .name {
        font-weight: 600;
      }
      .question {
        color: var(--_muted);
      }
      [open] > summary .question {
        color: var(--_ink);
      }
      /* Room to scroll the lab that the address names to the top of the window. */
      .asked {
        min-height: 100svh;
      }
      .all {
        display: block;
        width: 100%;
        min-height: 36px;
        padding: 8px 0;
        border: 0;
        border-top: 1px solid var(--_hairline);
        background: none;
        color: var(--_muted);
        font: inherit;
        text-align: start;
        cursor: pointer;
      }
      .all:hover {
        color: var(--_ink);
      }
      .lab {
        min-height: 320px;
        padding: 6px 0 20px;
      }
      @container (max-width: 599px) {
        summary {
          grid-template-columns: 14px minmax(0, 1fr);
        }
        .question {
          grid-column: 2;
        }
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** Kinds of the labs on offer. @type {readonly string[]} */
    this.kinds = KINDS;
    /** What the labs are about: an operation, or "heads"; undefined for the operation of the current step. @type {string | undefined} */
    this.subject = undefined;
    /** Whether all labs are listed. */
    this.isWhole = false;
    /** Kinds of the open labs. @type {readonly string[]} */
    this.opened = [];
    /** Kind of the lab that the address named, if any. */
    this.asked = "";
    for (const kind of KINDS) LAB_PANELS.openFor(this, tagOf(kind), () => this.opened.includes(kind));
  }

  render() {
    const { store } = this;
    if (!store?.state.picture?.layer) return html``;
    const fold = (/** @type {string} */ kind) => this.#fold(kind, store);
    if (this.kinds.length === 1) return this.kinds.map(fold);
    const words = say(LABS_SAY, this);
    const listed = this.#listed(store);
    const at = Math.max(0, listed.indexOf(this.asked));
    return html`<h2>${words.heading}</h2>
      <p class="about">${words.about}</p>
      ${repeat(listed.slice(0, at), keyOf, fold)}
      <div class=${this.asked ? "asked" : ""}>
        ${repeat(listed.slice(at), keyOf, fold)}
        <button class="all" aria-expanded=${this.isWhole} @click=${() => (this.isWhole = !this.isWhole)}>
          ${this.isWhole ? words.fewer : words.all(this.kinds.length)}
        </button>
      </div>`;
  }

  /** The labs on the list: all, or those that fit and those that are open. @param {import("../kit/state/store.js").Store} store */
  #listed(store) {
    const { picture, step } = store.state;
    const fitting = kindsFor(this.subject ?? picture?.step(step)?.op ?? "");
    return this.kinds.filter(
      (kind) => this.isWhole || fitting.includes(kind) || this.opened.includes(kind) || kind === this.asked,
    );
  }

  /** @param {string} kind @param {import("../kit/state/store.js").Store} store */
  #fold(kind, store) {
    const { name, question } = say(TITLES[kind], this);
    return html`<details
      data-lab=${kind}
      ?open=${this.opened.includes(kind)}
      @toggle=${(/** @type {ToggleEvent} */ { newState }) => this.#toggle(kind, newState === "open", true)}
    >
      <summary><span class="name">${name}</span><span class="question">${question}</span></summary>
      ${this.opened.includes(kind) ? html`<div class="lab">${showLab(kind, store, this)}</div>` : ""}
    </details>`;
  }

  /**
   * Opens a lab and scrolls to it; does nothing for an unknown kind.
   * @param {string} kind @param {boolean} selects whether the lab may select a head
   */
  async openLab(kind, selects) {
    if (!this.kinds.includes(kind)) return;
    this.asked = kind;
    this.#toggle(kind, true, selects);
    await this.updateComplete;
    const lab = this.renderRoot.querySelector(`[data-lab=${kind}]`);
    if (lab) keepAtTop(lab);
  }

  /** @param {string} kind @param {boolean} isOpen @param {boolean} selects */
  #toggle(kind, isOpen, selects) {
    if (this.opened.includes(kind) === isOpen) return;
    if (this.store && isOpen && selects) selectHead(kind, this.store, "reader");
    const others = this.opened.filter((other) => other !== kind);
    this.opened = isOpen ? [...others, kind] : others;
    this.dispatchEvent(new CustomEvent("opened", { detail: { kind, isOpen } }));
  }
}

const keyOf = (/** @type {string} */ kind) => kind;

/** How readers move a page, or act on it. */
const ACTS = ["wheel", "touchstart", "pointerdown", "keydown"];
const LONGEST = 10_000; // ms

/**
 * Scrolls to an element, and again each time that the height of the element or of the page changes: what stands in them may load later. Ends when the
 * reader acts, and after ten seconds.
 * @param {Element} element
 */
function keepAtTop(element) {
  const sizes = new ResizeObserver(() => element.scrollIntoView());
  const ended = new AbortController();
  const end = () => {
    sizes.disconnect();
    ended.abort();
  };
  for (const act of ACTS) addEventListener(act, end, { capture: true, passive: true, signal: ended.signal });
  setTimeout(end, LONGEST);
  for (const each of [element, document.body]) sizes.observe(each); // observing also reports the present sizes
}
