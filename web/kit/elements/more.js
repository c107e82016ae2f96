import { LitElement, css, html } from "lit";
import { FILES } from "../text/files.js";
import { say } from "../text/words.js";
import { define } from "./define.js";
import { floatingBox } from "./floating-box.js";
import { localeAt } from "./language.js";
import { theme } from "./theme.js";

const GAP = 4; // px between the button and the panel, and between the panel and the window's edge
const CONTROLS = "a[href], button, input, select";

/**
 * The button ⋯ of a figure. It opens a panel with everything that a reader may want to do with the figure, which the figure slots. In an article
 * the button shows while the figure is hovered or focused; see moreOnHover.
 */
export class More extends LitElement {
  static properties = { open: { state: true } };

  static styles = [
    theme,
    css`
      :host {
        display: block;
        flex: none;
        height: 24px;
        text-align: right;
      }
      button {
        width: 30px;
        height: 24px;
        padding: 0;
        border: 0;
        border-radius: 7px;
        background: none;
        color: var(--_muted);
        font-weight: 600;
        line-height: 1;
      }
      button:is(:hover, [aria-expanded="true"]) {
        background: var(--_hairline);
        color: var(--_ink);
      }
      button:not(:focus-visible, [aria-expanded="true"]) {
        opacity: var(--_more, 1);
      }
      #panel {
        ${floatingBox}
        max-width: calc(100vw - 8px);
        max-height: calc(100vh - 8px);
        color: var(--_muted);
      }
      #panel:popover-open {
        display: grid;
        justify-items: start;
        gap: 4px;
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
    /** Whether the panel is open. */
    this.open = false;
    this.addEventListener("focusout", () => this.#left());
  }

  /** Words in the element's language. */
  get locale() {
    return localeAt(this);
  }

  render() {
    const { more } = say(FILES, this);
    return html`<button
        popovertarget="panel"
        aria-label=${more}
        aria-expanded=${this.open}
        title=${more}
        @keydown=${this.#keyOnButton}
      >
        ⋯
      </button>
      <div
        id="panel"
        popover
        role="group"
        aria-label=${more}
        @toggle=${this.#toggled}
        @keydown=${this.#keyOnPanel}
      >
        <slot></slot>
      </div>`;
  }

  get #button() {
    return /** @type {HTMLElement} */ (this.renderRoot.querySelector("button"));
  }

  get #panel() {
    return /** @type {HTMLElement} */ (this.renderRoot.querySelector("#panel"));
  }

  /** The controls in the panel, in order; some are in the shadow root of a slotted element. @returns {HTMLElement[]} */
  get #controls() {
    const slot = /** @type {HTMLSlotElement} */ (this.renderRoot.querySelector("slot"));
    return slot
      .assignedElements({ flatten: true })
      .flatMap((each) => [
        ...(each.matches(CONTROLS) ? [/** @type {HTMLElement} */ (each)] : []),
        .../** @type {NodeListOf<HTMLElement>} */ ((each.shadowRoot ?? each).querySelectorAll(CONTROLS)),
      ]);
  }

  /** Closes the panel and returns the focus to the button. */
  close() {
    this.#panel.hidePopover();
    this.#button.focus();
  }

  /** Stops following the button. @type {AbortController | undefined} */
  #following;

  /** @param {ToggleEvent} event */
  #toggled({ newState }) {
    this.open = newState === "open";
    this.#following?.abort();
    if (!this.open) return;
    const { signal } = (this.#following = new AbortController());
    for (const type of ["scroll", "resize"])
      addEventListener(type, () => this.#place(), { signal, capture: true, passive: true });
    this.#place();
    this.#controls[0]?.focus({ preventScroll: true });
  }

  /** Places the panel below the button, or above it if there is no room. */
  #place() {
    const [at, panel] = [this.#button.getBoundingClientRect(), this.#panel];
    const { width, height } = panel.getBoundingClientRect();
    const left = Math.max(GAP, Math.min(at.right, innerWidth - GAP) - width);
    const fits = at.bottom + GAP + height <= innerHeight || at.top < height + GAP;
    const top = fits ? at.bottom + GAP : at.top - GAP - height;
    const zoom = width / panel.offsetWidth || 1; // a zoomed host multiplies lengths
    panel.style.setProperty("left", `${left / zoom}px`);
    panel.style.setProperty("top", `${top / zoom}px`);
  }

  /** @param {KeyboardEvent} event */
  #keyOnButton(event) {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    event.stopPropagation();
    if (!this.open) this.#panel.showPopover();
  }

  /** Arrows move between the controls, and Escape closes the panel. @param {KeyboardEvent} event */
  #keyOnPanel(event) {
    const controls = this.#controls;
    const at = controls.findIndex((each) => each.matches(":focus"));
    const { length } = controls;
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1 }[event.key];
    if (to === undefined && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (to === undefined) this.close();
    else controls[(to + length) % length]?.focus();
  }

  /** Closes the panel once the focus is outside, but not when the window loses it. */
  #left() {
    requestAnimationFrame(() => {
      const isInside = [this.#button, ...this.#controls].some((each) => each.matches(":focus"));
      if (document.hasFocus() && !isInside) this.#panel.hidePopover();
    });
  }
}

define("mha-more", More);

/** Styles of a public element: with a mouse, the buttons ⋯ of its figures show only while the element is hovered or has the focus. */
export const moreOnHover = css`
  @media (hover: hover) {
    :host(:not(:hover, :focus-within)) {
      --_more: 0;
    }
  }
`;
