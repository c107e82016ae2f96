import { LitElement } from "lit";
import { isWhole } from "../../core/check.js";
import { SETTINGS, isSet } from "../../state/settings.js";
import { Store } from "../../state/store.js";
import { asAttribute, asGiven, converterOf } from "./given.js";

/** @import { Settings } from "../../state/settings.js" */

/** With the properties that the table gives its heirs. @type {(new () => LitElement & Settings) & Pick<typeof LitElement, keyof typeof LitElement>} */
const Base = /** @type {any} */ (LitElement);

/**
 * The attributes and properties of a public element, read from and written to its store: those of the table of settings, and what is its own.
 * Inside another element it is handed that one's store.
 */
export class Configurable extends Base {
  static properties = {
    ...Object.fromEntries(SETTINGS.map((row) => [row.name, { noAccessor: true, ...converterOf(row) }])),
    step: { noAccessor: true },
    head: { noAccessor: true, type: Number },
    store: { attribute: false, noAccessor: true },
    attention: { attribute: false, noAccessor: true },
    parameters: { attribute: false, noAccessor: true },
    input: { attribute: false, noAccessor: true },
    theme: {},
    loading: {},
    alt: {},
  };

  #store = new Store();
  #own = true;

  constructor() {
    super();
    /** @type {"light" | "dark" | undefined} */
    this.theme = undefined;
    /** @type {"lazy" | "eager"} */
    this.loading = "lazy";
    /** A sentence for those who do not see the picture. */
    this.alt = "";
  }

  /** Whether the store is this element's, so that it loads, tells and answers keys. */
  get ownsStore() {
    return this.#own;
  }

  get store() {
    return this.#store;
  }

  /** Hands over another element's state. @param {Store} store */
  set store(store) {
    this.#store = store;
    this.#own = false;
    this.requestUpdate();
  }

  /** What was set of the sentence and the layer, for a link: each as its attribute takes it. @returns {URLSearchParams} */
  toParams() {
    const { settings } = this.#store.state;
    const rows = SETTINGS.filter((row) => isSet(settings, row));
    return new URLSearchParams(rows.map((row) => [row.attribute, asAttribute(settings[row.name])]));
  }

  /** Takes what toParams said; of other names nothing. @param {URLSearchParams} params */
  fromParams(params) {
    for (const { attribute } of SETTINGS) {
      const text = params.get(attribute);
      if (text !== null) this.setAttribute(attribute, text);
    }
  }

  /** The id of the step on show. Set to one that does not happen, it stays where it is. */
  get step() {
    return this.#store.state.step;
  }
  set step(id) {
    this.#store.showStep(id);
  }

  /** The selected head, or null. */
  get head() {
    return this.#store.state.selection.head;
  }
  set head(head) {
    const at = asGiven("count", head);
    this.#store.select({ head: isWhole(at, 0) ? at : null }, "host");
  }
}

/** Numbers of one's own, in place of the page's; null gives them back. */
for (const name of /** @type {const} */ (["attention", "parameters", "input"]))
  Object.defineProperty(Configurable.prototype, name, {
    configurable: true,
    enumerable: true,
    /** @this {Configurable} */
    get() {
      return this.store.state.own[name];
    },
    /** @this {Configurable} @param {any} value */
    set(value) {
      this.store.give({ [name]: value ?? null });
    },
  });

for (const row of SETTINGS)
  Object.defineProperty(Configurable.prototype, row.name, {
    configurable: true,
    enumerable: true,
    /** @this {Configurable} */
    get() {
      return this.store.state.settings[row.name];
    },
    /** What is taken away is as if it had never been set. @this {Configurable} @param {unknown} value */
    set(value) {
      this.store.configure({ [row.name]: asGiven(row.kind, value ?? row.default) }, "host");
    },
  });
