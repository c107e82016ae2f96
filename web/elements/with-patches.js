/**
 * Adds the properties of an image to an element that shows attention given to it: `image`, `grid` and `extra`. The code that reads and draws
 * images loads when one of them is set.
 *
 * @typedef {import("../kit/elements/embeddable.js").Embeddable} Embeddable
 * @typedef {object} Given
 * @property {string | Blob | ImageData | CanvasImageSource | import("../core/types.js").TensorInput | null} image
 * @property {string | readonly [rows: number, columns: number] | null} grid
 * @property {string | number} extra
 */

/** @type {Readonly<Given>} */
const NONE = { image: null, grid: null, extra: 0 };

/** @template {abstract new (...given: any[]) => Embeddable} Base @param {Base} base */
export function withPatches(base) {
  class WithPatches extends /** @type {any} */ (base) {
    static properties = {
      .../** @type {any} */ (base).properties,
      image: { noAccessor: true },
      grid: { noAccessor: true },
      extra: { noAccessor: true },
    };

    #given = NONE;
    /** @type {Promise<void> | null} */
    #reading = null;

    /** The image that the patches are cut from: a URL, a Blob, an ImageData, a canvas, or pixels { data, shape: [height, width, 3] }. */
    get image() {
      return this.#given.image;
    }

    set image(image) {
      this.#take({ image: image ?? null });
    }

    /** Rows and columns of the patches: [14, 14]. */
    get grid() {
      return this.#given.grid;
    }

    set grid(grid) {
      this.#take({ grid: grid ?? null });
    }

    /** Number of tokens before the patches, such as [CLS]. */
    get extra() {
      return this.#given.extra;
    }

    set extra(extra) {
      this.#take({ extra: extra ?? 0 });
    }

    /** @param {Partial<Given>} change */
    #take(change) {
      this.#given = { ...this.#given, ...change };
      if (this.#reading) return;
      this.#reading = Promise.resolve().then(() => this.#read());
      this.holdUntil(this.#reading);
    }

    /** Reads what was set last, once for all properties that were set together. @returns {Promise<void>} */
    async #read() {
      const given = this.#given;
      const isGiven = given.grid !== null || given.image !== null;
      const patches = isGiven
        ? await import("./patches.js").then(({ patchesOf }) => patchesOf(given)).catch(refusing)
        : null;
      if (given !== this.#given) return this.#read(); // set again meanwhile
      this.#reading = null;
      this.store.give({ patches });
    }

    /** Also waits for the image. */
    async loaded() {
      await this.#reading;
      return super.loaded();
    }
  }
  return /** @type {Base & (abstract new (...given: any[]) => Given)} */ (
    /** @type {unknown} */ (WithPatches)
  );
}

/** Patches that refuse every picture with an error. @param {unknown} error @returns {any} */
const refusing = (error) => ({
  wordsFor() {
    throw error;
  },
});
