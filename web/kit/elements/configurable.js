import { whyInvalid } from "../state/invalid-settings.js";
import { ROWS } from "../state/shown.js";
import { Store } from "../state/store.js";
import { VERSION, setIn, unset, valueIn, snapshotOf } from "../state/snapshot.js";
import { localeAt } from "./language.js";
import { asAttribute, asGiven, asWritten, converterOf } from "../state/attribute-values.js";
import { TrackedElement } from "./tracked-element.js";

/** @import { Settings } from "../state/settings.js" */

/** With the properties that the tables give its heirs. @type {(new () => TrackedElement & Settings & import("../state/shown.js").Shown) & Pick<typeof TrackedElement, keyof typeof TrackedElement>} */
const Base = /** @type {any} */ (TrackedElement);

/** Properties in lower case that are no attributes, and the attribute of each. */
const SPELLED = new Map(
  ROWS.filter(({ name, attribute }) => name.toLowerCase() !== attribute).map(({ name, attribute }) => [
    name.toLowerCase(),
    attribute,
  ]),
);

/**
 * The attributes and properties of a public element, read from and written to its store: those of the tables, and what is its own.
 * Inside another element it is handed that one's store.
 */
export class Configurable extends Base {
  static properties = {
    ...Object.fromEntries(ROWS.map((row) => [row.name, { noAccessor: true, ...converterOf(row) }])),
    store: { attribute: false, noAccessor: true },
    state: { attribute: false, noAccessor: true },
    attention: { attribute: false, noAccessor: true },
    parameters: { attribute: false, noAccessor: true },
    input: { attribute: false, noAccessor: true },
    theme: { reflect: true },
    loading: {},
    alt: {},
    for: {},
    readonly: { type: Boolean },
  };

  /** Of its own attributes those that choose among words. @type {Readonly<Record<string, readonly string[]>>} */
  static choices = { theme: ["light", "dark"], loading: ["lazy", "eager"] };

  /** What a framework's server writes of a property is its name, and markup has no capitals: dmodel is d-model. */
  static get observedAttributes() {
    return [...super.observedAttributes, ...SPELLED.keys()];
  }

  /** @param {string} name @param {string | null} before @param {string | null} text */
  attributeChangedCallback(name, before, text) {
    super.attributeChangedCallback(SPELLED.get(name) ?? name, before, text);
  }

  #home = new Store();
  #store = this.#home;
  #own = true;

  constructor() {
    super();
    /** @type {"light" | "dark" | undefined} */
    this.theme = undefined;
    /** @type {"lazy" | "eager"} */
    this.loading = "lazy";
    /** A sentence for those who do not see the picture. */
    this.alt = "";
    /** The id of the element whose state it shows. */
    this.for = "";
    /** Whether it is a figure that only shows. */
    this.readonly = false;
  }

  /** The words of its language. @returns {import("../text/words.js").Locale | undefined} */
  get locale() {
    return localeAt(this);
  }

  /** What is said of values that do not exist. @returns {import("../text/refusals.js").Message[]} */
  get misfits() {
    const { choices } = /** @type {typeof Configurable} */ (this.constructor);
    const own = Object.entries(choices).map(([attribute, words]) => {
      const value = /** @type {any} */ (this)[attribute];
      return value ? whyInvalid({ kind: "choice", attribute, choices: words }, value) : null;
    });
    const { misfits } = this.#store.state;
    return [...own.filter((said) => said !== null), ...(this.#own ? Object.values(misfits) : [])];
  }

  /** Whether the store is this element's, so that it loads, tells and answers keys. */
  get ownsStore() {
    return this.#own;
  }

  get store() {
    return this.#store;
  }

  /** Shows its own state again. */
  leave() {
    this.#store = this.#home;
    this.#own = true;
    this.requestUpdate();
  }

  /** Hands over another element's state. @param {Store} store */
  set store(store) {
    this.#store = store;
    this.#own = false;
    this.requestUpdate();
  }

  /** All that is shown, by the names of the properties, and the version of this form. Set, it takes what is named. */
  get state() {
    return snapshotOf(this.#store.state);
  }

  /** @param {Record<string, any>} state @throws {TypeError} where it is none that this version reads */
  set state(state) {
    this.#store.take(read(state), "host");
  }

  /** What is not as it is left out, for a link: each as its attribute takes it. @returns {URLSearchParams} */
  toParams() {
    const set = setIn(this.#store.state);
    return new URLSearchParams(set.map(([row, value]) => [row.attribute, asAttribute(row.kind, value)]));
  }

  /**
   * Takes what toParams said; what it does not name is as it is left out, and the sentence stays.
   * @param {URLSearchParams | string} params
   */
  fromParams(params) {
    this.#store.take({ ...unset(), ...named(params) }, "host");
  }

  /** Shows what words say, as in a link, for as long as they are pointed at. @param {URLSearchParams | string} params */
  preview(params) {
    this.#store.peek(named(params));
  }

  /** Back to what was shown before the preview. */
  endPreview() {
    this.#store.unpeek();
  }

  /** Does what words say, as the reader's wish. @param {URLSearchParams | string} params */
  act(params) {
    this.#store.unpeek();
    this.#store.take(named(params), "reader");
  }
}

/** By the names of the rows. @param {URLSearchParams | string} params */
function named(params) {
  const given = new URLSearchParams(params);
  const rows = ROWS.filter(({ attribute }) => given.has(attribute));
  return Object.fromEntries(
    rows.map((row) => [row.name, asWritten(row, /** @type {string} */ (given.get(row.attribute)))]),
  );
}

/** A state that was handed in, as the rows have it. @param {unknown} state @returns {Record<string, any>} */
function read(state) {
  if (state === null || typeof state !== "object" || Array.isArray(state))
    throw new TypeError(
      `state is ${state === null ? "null" : typeof state}; expected an object as el.state gives it`,
    );
  const { version = VERSION, ...given } = /** @type {Record<string, any>} */ (state);
  if (version !== VERSION)
    throw new TypeError(
      `state is of version ${String(version).slice(0, 20)}; this Headscope reads version ${VERSION}`,
    );
  const names = ROWS.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`state has "${unknown.slice(0, 40)}"; what there is: ${names.join(", ")}`);
  const rows = ROWS.filter(({ name }) => given[name] !== undefined);
  return Object.fromEntries(rows.map((row) => [row.name, asGiven(row, given[row.name] ?? row.default)]));
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

for (const row of ROWS)
  Object.defineProperty(Configurable.prototype, row.name, {
    configurable: true,
    enumerable: true,
    /** @this {Configurable} */
    get() {
      return valueIn(this.store.state, row);
    },
    /** What is taken away is as if it had never been set. @this {Configurable} @param {unknown} value */
    set(value) {
      this.store.take({ [row.name]: asGiven(row, value ?? row.default) }, "host");
    },
  });
