import { parseValue } from "../embed/state/rows.js";
import { SCALES, TONES, ownPalette } from "../kit/draw/own-palette.js";
import { AXIS_NAMES, DARK, LIGHT } from "../kit/draw/palette.js";
import { makeError } from "../kit/text/refusals.js";
import { RENDER } from "./words.js";

/**
 * Colours and fonts of an author, named like the elements' `--mha-*` properties without the prefix, and the resulting palette, equal to a
 * browser's.
 *
 * @typedef {"paper" | "card" | "ink" | "accent" | "muted" | "hairline" | "B" | "T" | "H" | "d_k" | "d_model"} Colour
 * @typedef {Partial<Record<Colour | "heat" | "font" | "font-mono", string>>} Look  colours as #rgb or #rrggbb; heat is one colour, several
 *   separated by commas, or the name of a scale; fonts are families separated by commas
 */

/** Kinds of axes, by authors' names. */
const AXES = Object.fromEntries(Object.entries(AXIS_NAMES).map(([kind, name]) => [name, kind]));

/** Parsers by kind. @type {ReadonlyMap<string, "colour" | "font">} */
const KINDS = new Map([
  ...[...TONES, ...Object.keys(AXES), "heat"].map(
    (name) => /** @type {[string, "colour"]} */ ([name, "colour"]),
  ),
  ...["font", "font-mono"].map((name) => /** @type {[string, "font"]} */ ([name, "font"])),
]);

/** Examples for error messages. */
const EXAMPLES = { colour: "#a03000", font: "Georgia, serif" };

/**
 * @param {"light" | "dark"} theme @param {unknown} look
 * @throws {RangeError | TypeError} with the value given, the value expected and an example
 */
export function paletteFor(theme, look) {
  const base = theme === "dark" ? DARK : LIGHT;
  const given = lookOf(look);
  const colours = (/** @type {readonly string[]} */ names) =>
    names.filter((name) => given[name]).map((name) => [AXES[name] ?? name, given[name]]);
  const { heat = "", font, "font-mono": mono } = given;
  const isScale = SCALES.includes(heat);
  return ownPalette(base, {
    tones: Object.fromEntries(colours(TONES)),
    axis: Object.fromEntries(colours(Object.keys(AXES))),
    heat: isScale || !heat ? [] : heat.split(","),
    scale: isScale ? heat : "",
    fonts: { sans: font || base.fonts.sans, mono: mono || base.fonts.mono },
  });
}

/** @param {unknown} look @returns {Record<string, string>} resolved values; omitted ones stay omitted */
function lookOf(look) {
  if (look === undefined || look === null) return {};
  if (typeof look !== "object" || Array.isArray(look)) throw new TypeError(RENDER.look(look));
  const given = Object.entries(look).filter(([, value]) => String(value ?? "").trim());
  return Object.fromEntries(given.map(([name, value]) => [name, lookRead(name, String(value))]));
}

/** @param {string} name @param {string} text */
function lookRead(name, text) {
  if (name === "heat") return heatRead(text);
  const kind = KINDS.get(name);
  if (!kind) throw new RangeError(RENDER.noneOf("look", name, [...KINDS.keys()]));
  const { value, refusal } = valueOf(name, kind, text);
  if (refusal !== null) throw makeError(RangeError, refusal);
  if (kind === "colour") return value;
  if (hasKeyword(value)) throw new RangeError(RENDER.keyword(name, value));
  return familiesIn(value);
}

/** @param {string} name @param {"colour" | "font"} kind @param {string} text */
const valueOf = (name, kind, text) =>
  parseValue({ name, kind, example: EXAMPLES[kind], place: "style", default: "" }, text);

/** Parses the name of a scale, or colours. @param {string} text */
function heatRead(text) {
  if (SCALES.includes(text.trim())) return text.trim();
  const stops = text.split(",").map((each) => valueOf("heat", "colour", each).value);
  if (!stops.every(Boolean)) throw new RangeError(RENDER.heat(text, SCALES));
  return stops.join(",");
}

/** CSS-wide keywords, which have another meaning in a list of fonts. */
const KEYWORD = /^(inherit|initial|unset|revert|revert-layer|default)$/i;
const GENERIC = /^(serif|sans-serif|monospace|cursive|fantasy|math|system-ui|ui-.+)$/i;

/** A list of fonts as browsers serialize it: names of several words and CSS keywords are quoted. @param {string} list a valid list */
const familiesIn = (list) =>
  list
    .split(",")
    .map((each) => {
      const [, sign, name] = /** @type {string[]} */ (
        /^\s*(["']?)(.*?)\1\s*$/.exec(each.replace(/ +/g, " "))
      );
      const isPlain =
        /^-?[\p{L}_][^ ]*$/u.test(name) && !(sign && (GENERIC.test(name) || KEYWORD.test(name)));
      return isPlain ? name : `"${name}"`;
    })
    .join(", ");

/** Whether a name in the list is a CSS-wide keyword. @param {string} list */
const hasKeyword = (list) => list.split(",").some((each) => KEYWORD.test(each.trim()));
