import { TRAIN_ROWS } from "../state/shown.js";
import { Training } from "../state/training.js";
import { LoneElement } from "../../kit/elements/lone-element.js";

const VERSION = 1;

/**
 * The base class, with the properties that the table defines.
 * @type {(new () => LoneElement & Record<string, any>) & Pick<typeof LoneElement, keyof typeof LoneElement>}
 */
const Base = /** @type {any} */ (LoneElement);

/**
 * The public interface of an element's model: attributes, properties, state (as an object and as a link), and
 * events about readers' changes.
 */
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

  /** The model. All parts show its state. */
  store = new Training();

  constructor() {
    super();
    this.store.addEventListener("change", (event) => this.#tell(/** @type {CustomEvent} */ (event)));
  }

  /** The whole state by property name, with a version. Setting it changes the named properties. */
  get state() {
    return {
      version: VERSION,
      ...Object.fromEntries(TRAIN_ROWS.map(({ name, read }) => [name, read(this.store.state)])),
    };
  }

  /** @param {Record<string, any>} state @throws {TypeError} if this version cannot read it */
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

  /** Values that differ from the defaults, for a link. @returns {URLSearchParams} */
  toParams() {
    const set = TRAIN_ROWS.map((row) => /** @type {const} */ ([row, row.read(this.store.state)])).filter(
      ([, value]) => value !== null,
    );
    return new URLSearchParams(set.map(([row, value]) => [row.attribute, row.asText(value)]));
  }

  /** Restores the state of toParams(). Values that are not named return to their defaults. @param {URLSearchParams | string} params */
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
    for (const { message } of Object.values(state.invalidValues)) this.warn(message);
    if (by === "host" || before.status !== "ready") return;
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
