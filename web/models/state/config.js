import { show } from "../../core/check.js";
import { modelMessage, modelRefusal } from "../words-refusals.js";
import { CONFIG } from "./sources.js";

/** Largest size that a config may give. */
const MOST = 2 ** 31 - 1;

/** @param {readonly unknown[]} list @param {number} vocabulary */
const areIds = (list, vocabulary) =>
  list.every((each) => Number.isInteger(each) && Number(each) >= 0 && Number(each) < vocabulary);

/**
 * Fields of config.json. A missing field has the default of its family in transformers; the code that reads
 * the field states the default. So does a null field, unless null turns something off (see isOff).
 */
export class Config {
  #fields;
  #path;
  #file;

  /**
   * @param {Readonly<Record<string, any>>} fields @param {string} [path] of the fields in the file, with a dot at its end @param {string} [file]
   */
  constructor(fields, path = "", file = CONFIG) {
    this.#fields = fields;
    this.#path = path;
    this.#file = file;
  }

  /** @param {string} name @returns {unknown} undefined if missing or null */
  given(name) {
    return (Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined) ?? undefined;
  }

  /** Whether a field is null, which turns its option off. @param {string} name */
  isOff(name) {
    return Object.hasOwn(this.#fields, name) && this.#fields[name] === null;
  }

  /** @param {string} name @param {number} usual @param {{ least?: number, most?: number }} [limits] */
  whole(name, usual, { least = 1, most = MOST } = {}) {
    const value = this.given(name) ?? usual;
    if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
    return this.#refuse(name, value, modelMessage("expected_whole", { least, most }));
  }

  /** A whole number that divides another. @param {string} name @param {number} usual @param {number} of */
  divisor(name, usual, of) {
    const value = this.whole(name, usual, { most: of });
    return of % value ? this.#refuse(name, value, modelMessage("expected_divisor", { of })) : value;
  }

  /** A height and a width: two numbers, or one for both. @param {string} name @param {number} usual @returns {readonly [height: number, width: number]} */
  pair(name, usual) {
    const value = this.given(name) ?? usual;
    const [height, width, ...others] = Array.isArray(value) ? value : [value, value];
    if (
      !others.length &&
      [height, width].every((each) => Number.isInteger(each) && each >= 1 && each <= MOST)
    )
      return [height, width];
    return this.#refuse(name, value, modelMessage("expected_pair", { most: MOST }));
  }

  /** Ids of pieces: a number, or a list of them. @param {string} name @param {readonly number[]} usual @param {number} vocabulary @returns {readonly number[]} */
  ids(name, usual, vocabulary) {
    const value = this.given(name) ?? usual;
    const list = Array.isArray(value) ? value : [value];
    if (areIds(list, vocabulary)) return list;
    return this.#refuse(name, value, modelMessage("expected_ids", { most: vocabulary - 1 }));
  }

  /** Lists of ids of pieces; none if missing. @param {string} name @param {number} vocabulary @returns {readonly (readonly number[])[]} */
  idLists(name, vocabulary) {
    const value = this.given(name) ?? [];
    const isList = (/** @type {unknown} */ each) =>
      Array.isArray(each) && each.length > 0 && areIds(each, vocabulary);
    if (Array.isArray(value) && value.every(isList)) return value;
    return this.#refuse(name, value, modelMessage("expected_id_lists", { most: vocabulary - 1 }));
  }

  /** One of some numbers. @param {string} name @param {number} usual @param {readonly number[]} known */
  oneOf(name, usual, known) {
    const value = this.given(name) ?? usual;
    if (typeof value === "number" && known.includes(value)) return value;
    return this.#refuse(name, value, modelMessage("expected_one_of", { known: known.join(", ") }));
  }

  /** So many finite numbers. @param {string} name @param {readonly number[]} usual @param {number} count @returns {readonly number[]} */
  numbers(name, usual, count) {
    const value = this.given(name) ?? usual;
    if (Array.isArray(value) && value.length === count && value.every(Number.isFinite)) return value;
    return this.#refuse(name, value, modelMessage("expected_numbers", { count }));
  }

  /** Count of fields. */
  get count() {
    return Object.keys(this.#fields).length;
  }

  /** A finite number above 0. @param {string} name @param {number} usual */
  positive(name, usual) {
    const value = this.given(name) ?? usual;
    if (typeof value === "number" && value > 0 && Number.isFinite(value)) return value;
    return this.#refuse(name, value, modelMessage("expected_positive"));
  }

  /** @param {string} name @param {boolean} usual */
  flag(name, usual) {
    const value = this.given(name) ?? usual;
    if (typeof value === "boolean") return value;
    return this.#refuse(name, value, modelMessage("expected_flag"));
  }

  /** The value for a choice's name. @template T @param {string} name @param {string} usual @param {Readonly<Record<string, T>>} choices @returns {T} */
  choice(name, usual, choices) {
    const value = this.given(name) ?? usual;
    if (typeof value === "string" && Object.hasOwn(choices, value)) return choices[value];
    return this.#refuse(
      name,
      value,
      modelMessage("expected_one_of", { known: Object.keys(choices).join(", ") }),
    );
  }

  /** Throws if an unsupported option is on. @param {string} name */
  mustBeOff(name) {
    if (this.flag(name, false)) this.#refuse(name, true, modelMessage("expected_off"));
  }

  /** Throws if an unsupported field is there, and is not null. @param {string} name @param {import("../words-refusals.js").ModelRefusal} [expected] */
  mustBeMissing(name, expected = "expected_missing") {
    const value = this.given(name);
    if (value !== undefined) this.#refuse(name, value, modelMessage(expected));
  }

  /** Throws unless an object is missing or empty. @param {string} name @param {import("../words-refusals.js").ModelRefusal} expected */
  mustBeEmpty(name, expected) {
    const value = this.given(name) ?? {};
    if (typeof value !== "object" || Object.keys(value).length)
      this.#refuse(name, value, modelMessage(expected));
  }

  /** So many numbers above 0. @param {string} name @param {number} count @returns {number[]} */
  positives(name, count) {
    const value = this.given(name);
    const isPositive = (/** @type {unknown} */ each) =>
      typeof each === "number" && each > 0 && Number.isFinite(each);
    if (Array.isArray(value) && value.length === count && value.every(isPositive)) return value;
    return this.#refuse(name, value, modelMessage("expected_positives", { count }));
  }

  /** Numbers of some layers; none if missing. @param {string} name @param {number} layers @returns {number[]} */
  layerNumbers(name, layers) {
    const value = this.given(name) ?? [];
    const isLayer = (/** @type {unknown} */ each) => Number.isInteger(each) && Number(each) >= 0;
    if (Array.isArray(value) && value.every(isLayer)) return value;
    return this.#refuse(name, value, modelMessage("expected_layers", { most: layers - 1 }));
  }

  /**
   * One of the known values for each layer; undefined if missing.
   * @template {string | number} T @param {string} name @param {number} layers @param {readonly T[]} known
   * @param {(value: unknown) => unknown} [read] the list in the field
   */
  eachLayer(name, layers, known, read = (value) => value) {
    const given = this.given(name);
    if (given === undefined) return undefined;
    const value = read(given);
    if (Array.isArray(value) && value.length === layers && value.every((each) => known.includes(each)))
      return /** @type {T[]} */ (value);
    return this.#refuse(
      name,
      given,
      modelMessage("expected_each_layer", { layers, known: known.join(", ") }),
    );
  }

  /** Fields of an object; undefined if missing. @param {string} name */
  part(name) {
    const value = this.given(name);
    if (value === undefined) return undefined;
    if (typeof value !== "object" || Array.isArray(value))
      return this.#refuse(name, value, modelMessage("expected_object"));
    return new Config(/** @type {object} */ (value), `${this.#path}${name}.`, this.#file);
  }

  /** @param {string} name @param {unknown} value @param {import("../../core/message.js").Message} expected @returns {never} */
  #refuse(name, value, expected) {
    const said = typeof value === "object" ? JSON.stringify(value) : value;
    throw modelRefusal("config", "config_field", {
      file: this.#file,
      field: `${this.#path}${name}`,
      value: show(said),
      expected,
    });
  }
}
