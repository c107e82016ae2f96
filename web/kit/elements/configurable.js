import { whyInvalid } from "../state/invalid-settings.js";
import { PRESET, drawnAs, presetNamed, whyNoPreset } from "../state/presets.js";
import { ROWS } from "../state/shown.js";
import { Store } from "../state/store.js";
import { VERSION, isDeeplyEqual, defaultSettings, valueIn, snapshotOf } from "../state/snapshot.js";
import { whyNoLink } from "./hosted-link.js";
import { localeAt } from "./language.js";
import { unknownAttributes } from "./unknown-attributes.js";
import { fromProperty, asWritten, converterOf, paramsOf } from "../state/attribute-values.js";
import { TrackedElement } from "./tracked-element.js";

/** @import { Settings } from "../state/settings.js" */

/**
 * The base class, with the properties that the tables define.
 * @type {(new () => TrackedElement & Settings & import("../state/shown.js").Shown) & Pick<typeof TrackedElement, keyof typeof TrackedElement>}
 */
const Base = /** @type {any} */ (TrackedElement);

/** Attributes by lower-cased property name, for properties whose attribute has hyphens. */
const SPELLED = new Map(
  ROWS.filter(({ name, attribute }) => name.toLowerCase() !== attribute).map(({ name, attribute }) => [
    name.toLowerCase(),
    attribute,
  ]),
);

/**
 * Attributes and properties of a public element, from the tables and its own, read from and written to its store. Inside another element,
 * that element provides the store.
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
    link: {},
    for: {},
    readonly: { type: Boolean },
  };

  /** Attributes that are not in the tables and have a fixed set of values. @type {Readonly<Record<string, readonly string[]>>} */
  static choices = { theme: ["light", "dark"], loading: ["lazy", "eager"] };

  /** Also observes lower-cased property names, such as dmodel for d-model: frameworks that render on a server write properties as attributes. */
  static get observedAttributes() {
    return [...super.observedAttributes, ...SPELLED.keys(), PRESET];
  }

  /** @param {string} name @param {string | null} before @param {string | null} text */
  attributeChangedCallback(name, before, text) {
    if (name === PRESET) return this.#takePreset(text);
    super.attributeChangedCallback(SPELLED.get(name) ?? name, before, text);
  }

  #home = new Store();
  #store = this.#home;
  #own = true;
  /** Values that a preset set and the author has not set since, by row name. @type {Readonly<Record<string, unknown>>} */
  #ofPreset = {};

  constructor() {
    super();
    /** @type {"light" | "dark" | undefined} */
    this.theme = undefined;
    /** @type {"lazy" | "eager"} */
    this.loading = "lazy";
    /** A text alternative for the picture. */
    this.alt = "";
    /** The address of the pages that the menus of the figure link to, or none. Defaults to the address that the build stated. */
    this.link = "";
    /** The id of the element whose state is shown. */
    this.for = "";
    /** Whether the element is a figure without controls. */
    this.readonly = false;
  }

  /**
   * Takes the settings of a model, except those that have attributes of their own. Removing the attribute restores the defaults of the
   * settings that still have the model's values.
   * @param {string | null} id of the preset
   */
  #takePreset(id) {
    const preset = presetNamed(id);
    if (!preset && id !== null) return; // invalidValues has a message
    const isTaken = (/** @type {typeof ROWS[number]} */ row) =>
      preset
        ? !this.hasAttribute(row.attribute)
        : row.name in this.#ofPreset &&
          isDeeplyEqual(valueIn(this.#store.state, row), this.#ofPreset[row.name]);
    const taken = ROWS.filter(isTaken).map(({ name }) => name);
    const values = Object.fromEntries(
      Object.entries(drawnAs(preset)).filter(([name]) => taken.includes(name)),
    );
    this.#ofPreset = preset ? values : {};
    this.#store.take(values, "host");
  }

  /** Sets a setting or a shown value for the author. @param {typeof ROWS[number]} row @param {unknown} value */
  writeByAuthor(row, value) {
    const { [row.name]: _, ...others } = this.#ofPreset;
    this.#ofPreset = others;
    this.#store.take({ [row.name]: fromProperty(row, value ?? row.default) }, "host");
  }

  /** Words in the element's language. @returns {import("../text/words.js").Locale | undefined} */
  get locale() {
    return localeAt(this);
  }

  /** Messages about invalid attribute values. @returns {import("../text/refusals.js").Message[]} */
  get invalidValues() {
    const { choices, observedAttributes } = /** @type {typeof Configurable} */ (this.constructor);
    const known = observedAttributes.filter((name) => !SPELLED.has(name) || this.hasAttribute(name));
    const own = Object.entries(choices).map(([attribute, words]) => {
      const value = /** @type {any} */ (this)[attribute];
      return value ? whyInvalid({ kind: "choice", attribute, choices: words }, value) : null;
    });
    const { invalidValues } = this.#store.state;
    const preset = this.getAttribute(PRESET);
    if (preset !== null) own.push(whyNoPreset(preset));
    own.push(whyNoLink(this.link));
    return [
      ...unknownAttributes(this, known),
      ...own.filter((said) => said !== null),
      ...(this.#own ? Object.values(invalidValues) : []),
    ];
  }

  /** Whether this element owns its store. The owner loads the core, fires events and handles keys. */
  get ownsStore() {
    return this.#own;
  }

  get store() {
    return this.#store;
  }

  /** Returns to the element's own state. */
  leave() {
    this.#store = this.#home;
    this.#own = true;
    this.requestUpdate();
  }

  /** Shows the state of another element. @param {Store} store */
  set store(store) {
    this.#store = store;
    this.#own = false;
    this.requestUpdate();
  }

  /** All settings and shown values by property name, with a version number. Setting `state` changes only the named properties. */
  get state() {
    return snapshotOf(this.#store.state);
  }

  /** @param {Record<string, any>} state @throws {TypeError} if the object is no state of this version */
  set state(state) {
    this.#store.take(readState(state), "host");
  }

  /** The values that differ from the defaults, as attribute values for a link. @returns {URLSearchParams} */
  toParams() {
    return paramsOf(this.#store.state);
  }

  /**
   * Applies parameters from toParams(). Missing ones take their defaults; the sentence stays.
   * @param {URLSearchParams | string} params
   */
  fromParams(params) {
    this.#store.take({ ...defaultSettings(), ...valuesOfLink(params) }, "host");
  }

  /** Shows the state of a link while the pointer is over it. @param {URLSearchParams | string} params */
  preview(params) {
    this.#store.peek(valuesOfLink(params));
  }

  /** Ends the preview. */
  endPreview() {
    this.#store.unpeek();
  }

  /** Applies a link as an action of the reader. @param {URLSearchParams | string} params */
  act(params) {
    this.#store.unpeek();
    this.#store.take(valuesOfLink(params), "reader");
  }
}

/** Values of link parameters, by row name. @param {URLSearchParams | string} params */
function valuesOfLink(params) {
  const given = new URLSearchParams(params);
  const rows = ROWS.filter(({ attribute }) => given.has(attribute));
  const preset = presetNamed(given.get(PRESET));
  return {
    ...(preset && drawnAs(preset)),
    ...Object.fromEntries(
      rows.map((row) => [row.name, asWritten(row, /** @type {string} */ (given.get(row.attribute)))]),
    ),
  };
}

/** Values of a state object, by row name. @param {unknown} state @returns {Record<string, any>} */
export function readState(state) {
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
  return Object.fromEntries(rows.map((row) => [row.name, fromProperty(row, given[row.name] ?? row.default)]));
}

/** The author's own numbers instead of the page's; null removes them. */
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
      // Frameworks also set the property to the attribute's text.
      if (name === PRESET && typeof value === "string") this.setAttribute(PRESET, value);
      else this.store.give({ [name]: value ?? null });
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
    /** Removing an attribute restores the default. @this {Configurable} @param {unknown} value */
    set(value) {
      this.writeByAuthor(row, value);
    },
  });
