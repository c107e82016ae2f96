import { effect } from "@preact/signals-core";
import { LitElement } from "lit";
import { quoteValue } from "../text/quoted.js";

/** Whether a value has a text. A symbol has none, nor has an object without prototype. @param {unknown} value */
function hasText(value) {
  try {
    return typeof `${value}` === "string";
  } catch {
    return false;
  }
}

/** An element that renders again when a signal changes that its last rendering read. A removed element tracks nothing. */
export class TrackedElement extends LitElement {
  /**
   * Properties with an attribute ignore values without text, and report them: the attribute could not reflect such a value.
   * @param {PropertyKey} name @param {string | symbol} key @param {import("lit").PropertyDeclaration} options
   */
  static getPropertyDescriptor(name, key, options) {
    const property = super.getPropertyDescriptor(name, key, options);
    if (!property?.set || options.state || options.attribute === false) return property;
    const { set } = property;
    return {
      ...property,
      /** @this {TrackedElement} @param {unknown} value */
      set(value) {
        if (hasText(value)) return set.call(this, value);
        const kept = quoteValue(property.get?.call(this));
        console.warn(
          `<${this.localName}> ${String(name)} ${quoteValue(value)} has no text; expected a string; ${String(name)} stays ${kept}`,
        );
      },
    };
  }

  /** @type {(() => void) | undefined} */
  #stopTracking;

  connectedCallback() {
    super.connectedCallback();
    this.requestUpdate();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stopTracking?.();
  }

  performUpdate() {
    if (!this.isUpdatePending) return;
    this.#stopTracking?.();
    if (!this.isConnected) return super.performUpdate();
    let isFirst = true;
    this.#stopTracking = effect(() => {
      if (!isFirst) return this.requestUpdate();
      isFirst = false;
      super.performUpdate();
    });
  }
}
