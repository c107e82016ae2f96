import { areNumbered } from "../../kit/state/own.js";
import { inShape, makeError } from "../../kit/text/refusals.js";
import { refusedPatches } from "../words-refusals.js";

/** @typedef {import("../../kit/state/settings.js").Settings} Settings */
/** @typedef {Pick<Settings, "tokens" | "keyTokens">} Words */

/** Name of a patch. */
const NAME = /^row \d+, column \d+$/;

/**
 * A grid of patches among the tokens of attention: extra tokens such as [CLS], the patches row by row, then words, if any. The keys have the grid; the
 * queries have it too if there are as many.
 */
export class Patches {
  /**
   * @param {unknown} grid   [rows, columns], or the text of an attribute, such as "14 14"
   * @param {unknown} extra  number of tokens before the patches
   * @param {{ image?: import("../../kit/state/png.js").Raster | null, trouble?: import("../../kit/text/refusals.js").Message | null }} [shown]
   * @throws {RangeError} if they are no grid
   */
  constructor(grid, extra = 0, { image = null, trouble = null } = {}) {
    const sizes =
      typeof grid === "string"
        ? (grid.match(/[^\s,x×]+/g) ?? []).map(Number)
        : Array.from(/** @type {any} */ (grid) ?? []);
    if (sizes.length !== 2 || !sizes.every((size) => Number.isInteger(size) && size > 0))
      throw makeError(RangeError, refusedPatches("grid_form", { value: quote(grid) }));
    const before = typeof extra === "string" && extra.trim() ? Number(extra) : extra;
    if (!(Number.isInteger(before) && Number(before) >= 0))
      throw makeError(RangeError, refusedPatches("extra_form", { value: quote(extra) }));
    this.rows = sizes[0];
    this.columns = sizes[1];
    this.extra = Number(before);
    this.image = image;
    this.trouble = trouble;
  }

  /** Number of patches. */
  get count() {
    return this.rows * this.columns;
  }

  /**
   * The row and column of a token's patch, from 0; null for other tokens.
   * @param {number} token @param {string} [word]  its name, by which queries that are no patches are told apart
   */
  placeOf = (token, word) => {
    const patch = token - this.extra;
    if (!(patch >= 0 && patch < this.count) || (word !== undefined && !NAME.test(word))) return null;
    return { row: Math.floor(patch / this.columns), column: patch % this.columns };
  };

  /**
   * Names of the tokens. The author names those that are no patches, or all.
   * @param {Words} words @param {number} queries @param {number} keys @returns {Words}
   * @throws {Error} with what would fit
   */
  wordsFor = (words, queries, keys) => {
    const isSquare = queries === keys;
    if (isSquare && !areNumbered(words.keyTokens))
      throw makeError(
        RangeError,
        refusedPatches("grid_key_tokens", { tokens: words.keyTokens.length, keys }),
      );
    const given = isSquare || words.keyTokens.length ? (isSquare ? words.tokens : words.keyTokens) : [];
    const named = this.#namesOf(areNumbered(given) ? [] : given, keys);
    if (isSquare) return { tokens: named, keyTokens: [] };
    const { tokens } = words;
    if (tokens.length !== queries)
      throw makeError(RangeError, refusedPatches("grid_queries", { tokens: tokens.length, queries }));
    return { tokens, keyTokens: named };
  };

  /** @param {readonly string[]} given @param {number} keys */
  #namesOf(given, keys) {
    const others = keys - this.count;
    const isNamed = given.length === keys || (given.length > 0 && given.length === others);
    if (others < this.extra || (others > this.extra && !given.length)) throw this.#misfit(keys);
    if (given.length && !isNamed)
      throw makeError(
        RangeError,
        refusedPatches("grid_names", { tokens: given.length, keys, patches: this.count, others }),
      );
    return Array.from({ length: keys }, (_, token) => {
      const place = this.placeOf(token);
      if (place) return `row ${place.row + 1}, column ${place.column + 1}`;
      const other = token < this.extra ? token : token - this.count;
      return given[given.length === keys ? token : other] ?? (other === 0 ? "[CLS]" : `extra ${other}`);
    });
  }

  /** @param {number} keys */
  #misfit(keys) {
    const { rows, columns, extra, count } = this;
    const [side, before] = [Math.sqrt(keys - extra), keys - count];
    const fits = fitting(Number.isInteger(side) && side > 0 ? side : 0, before, before > extra);
    return inShape(refusedPatches("grid_misfit", { rows, columns, extra, made: count + extra, keys, fits }));
  }
}

/** What would fit. @param {number} side of a square grid, or 0 @param {number} extra @param {boolean} words  whether there are tokens after the patches */
function fitting(side, extra, words) {
  const parameters = { side, extra, others: extra };
  if (side && words) return refusedPatches("grid_fits_square_or_words", parameters);
  if (side) return refusedPatches("grid_fits_square", { side });
  if (words) return refusedPatches("grid_fits_words", { extra, others: extra });
  return extra >= 0 ? refusedPatches("grid_fits_extra", { extra }) : refusedPatches("grid_fits_none");
}

const LONGEST = 40; // letters of a value that a message quotes

/** @param {unknown} value */
export function quote(value) {
  const text = Array.isArray(value)
    ? `[${value.join(", ")}]`
    : typeof value === "string"
      ? JSON.stringify(value)
      : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
