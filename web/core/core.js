import { Boundary } from "./boundary.js";
import { oneOf, show, wholeNumber } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { Layer, placeConfig } from "./layer.js";

/** @import { Cost, Embedding, Extent, LayerOptions } from "./types.js" */

/** Of all tokens that are embedded at once, far more than any layer could attend to. */
const MOST_CHARACTERS = 2 ** 24;

/** One wasm instance. */
export class Core {
  #boundary;

  /** @param {any} module what Emscripten's glue resolves to */
  constructor(module) {
    this.#boundary = new Boundary(module);
  }

  /** @returns {string} */
  get version() {
    return this.#boundary.module.version;
  }

  /**
   * One vector a token: the word's own, drawn from the seed and the word without its case, in the first half of the features, and the
   * sinusoids of the position in the second. Takes 2 ** 24 characters in all.
   * @param {readonly string[]} tokens
   * @param {{ dModel: number, seed?: number }} options
   * @returns {Embedding}
   */
  embed(tokens, options) {
    const { dModel, seed = 0 } = options ?? {};
    if (!Array.isArray(tokens) || [...tokens].some((token) => typeof token !== "string")) {
      throw new HeadscopeError("shape", `tokens ${show(tokens)} are not an array of strings`);
    }
    const characters = tokens.reduce((sum, { length }) => sum + length, 0);
    if (characters > MOST_CHARACTERS) {
      throw new HeadscopeError(
        "memory",
        `tokens of ${characters} characters are more than ${MOST_CHARACTERS}`,
      );
    }
    wholeNumber("d_model", dModel);
    wholeNumber("seed", seed, 0);
    this.#boundary.setTokens(tokens.map((token) => token.toLowerCase()));
    const x = this.#boundary.tensor("embed", dModel, seed);
    const middle = dModel - Math.floor(dModel / 2);
    return { ...x, word: [0, middle], position: [middle, dModel] };
  }

  /**
   * @param {LayerOptions} options
   * @returns {Layer}
   */
  createLayer(options) {
    const config = placeConfig(this.#boundary, options);
    const constructed = oneOf("init", options.init, ["random", "constructed"]) === "constructed";
    const seed = wholeNumber("seed", options.seed ?? 0, 0);
    return new Layer(this.#boundary, this.#boundary.call("createLayer", ...config, constructed, seed));
  }

  /**
   * What a forward pass takes, without running it or allocating any of it: for any size, and step by step.
   * @param {LayerOptions} options
   * @param {Extent} extent
   * @returns {Cost}
   */
  cost(options, extent) {
    const { B = 1, Tq, Tk, causal = false } = extent ?? {};
    const sizes = [wholeNumber("B", B), wholeNumber("T_q", Tq), wholeNumber("T_k", Tk ?? Tq)];
    /** @param {LayerOptions} each */
    const of = (each) =>
      JSON.parse(
        this.#boundary.call("cost", ...placeConfig(this.#boundary, each), ...sizes, Tk !== undefined, causal),
      );
    /** @param {number} numHeads */
    const fullSize = (numHeads) => {
      const { dModel, dKey, dValue, bias } = options;
      const { steps, ...totals } = of({ dModel, numHeads, dK: dModel, dKey, dValue, bias });
      return totals;
    };
    return { ...of(options), oneFullSizeHead: fullSize(1), fullSizeHeads: fullSize(options.numHeads) };
  }
}
