import { TRAIN_ROWS } from "../state/shown.js";
import { Training } from "../state/training.js";
import { LoneElement } from "../../kit/elements/lone-element.js";

const VERSION = 1;

/** With the properties that the table gives it. @type {(new () => LoneElement & Record<string, any>) & Pick<typeof LoneElement, keyof typeof LoneElement>} */
const Base = /** @type {any} */ (LoneElement);

/** An element's model, and all that is said of it from outside: attributes, properties, its state as an object or a link, and what the reader changed. */
export class TrainingElement extends Base {
  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    ...LoneElement.properties,
    ...Object.fromEntries(
      TRAIN_ROWS.map(({ name, attribute, written }) => [
        name,
        {
          attribute,
          noAccessor: true,
          converter: {
            fromAttribute: (/** @type {string | null} */ text) => (text === null ? null : written(text)),
          },
        },
      ]),
    ),
  };

  /** What it trains; its parts follow it. */
  store = new Training();

  constructor() {
    super();
    this.store.addEventListener("change", (event) => this.#tell(/** @type {CustomEvent} */ (event)));
  }

  /** All that is shown, by the names of the properties, and the version of this form. Set, it takes what is named. */
  get state() {
    return {
      version: VERSION,
      ...Object.fromEntries(TRAIN_ROWS.map(({ name, read }) => [name, read(this.store.state)])),
    };
  }

  /** @param {Record<string, any>} state @throws {TypeError} where it is none that this version reads */
  set state(state) {
    if (
      state === null ||
      typeof state !== "object" ||
      Array.isArray(state) ||
      (state.version ?? VERSION) !== VERSION
    )
      throw new TypeError(`state is not an object of version ${VERSION}, as el.state gives it`);
    for (const { name } of TRAIN_ROWS) if (state[name] !== undefined) this[name] = state[name];
  }

  /** What is not as it is left out, for a link. @returns {URLSearchParams} */
  toParams() {
    const set = TRAIN_ROWS.map((row) => /** @type {const} */ ([row, row.read(this.store.state)])).filter(
      ([, value]) => value !== null,
    );
    return new URLSearchParams(set.map(([row, value]) => [row.attribute, row.asText(value)]));
  }

  /** Takes what toParams said; what it does not name is as it is left out. @param {URLSearchParams | string} params */
  fromParams(params) {
    const given = new URLSearchParams(params);
    for (const { name, attribute, written } of TRAIN_ROWS) {
      const text = given.get(attribute);
      this[name] = text === null ? null : written(text);
    }
  }

  /** @param {CustomEvent<{ before: import("../state/state.js").State, by: string }>} event */
  #tell({ detail: { before, by } }) {
    const { state } = this.store;
    for (const { message } of Object.values(state.misfits)) this.warn(message);
    if (by === "host" || !before.prediction) return;
    const changed = TRAIN_ROWS.filter(({ read }) => String(read(before)) !== String(read(state))).map(
      ({ name }) => name,
    );
    if (!changed.length) return;
    const detail = { changed, state: this.state };
    this.dispatchEvent(new CustomEvent("statechange", { detail, bubbles: true, composed: true }));
  }
}

for (const row of TRAIN_ROWS)
  Object.defineProperty(TrainingElement.prototype, row.name, {
    configurable: true,
    enumerable: true,
    /** @this {TrainingElement} */
    get() {
      return row.read(this.store.state);
    },
    /** @this {TrainingElement} @param {unknown} value */
    set(value) {
      const given = typeof value === "string" ? row.written(value) : value;
      this.store.as("host", () => row.write(this.store, given ?? null));
    },
  });
