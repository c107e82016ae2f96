import { LOOKS } from "../text/looks.js";
import { say } from "../text/words.js";
import { choice } from "./choice.js";

/**
 * How weights are coloured.
 * @typedef {object} Colouring
 * @property {boolean} each whether each head's colours run to its own largest weight
 * @property {boolean} log  whether colours use a logarithmic scale
 * @property {"blue" | "viridis" | "cividis"} colormap
 */

/**
 * The choices of the scale, of linear or logarithmic colours, and of the colours.
 * @param {Colouring} chosen @param {(change: Partial<Colouring>) => void} choose @param {import("../text/words.js").Localized} speaker
 */
export function lookChoices({ each, log, colormap }, choose, speaker) {
  const words = say(LOOKS, speaker);
  /** @type {readonly [boolean, string][]} */
  const scales = [
    [false, words.oneForAll],
    [true, words.oneEach],
  ];
  /** @type {readonly [boolean, string][]} */
  const logs = [
    [false, words.linear],
    [true, words.log],
  ];
  const colormaps = /** @type {[Colouring["colormap"], string][]} */ (Object.entries(words.colormaps));
  return {
    scale: choice(words.scale, words.scales, scales, each, (each) => choose({ each })),
    values: choice(words.values, words.logs, logs, log, (log) => choose({ log })),
    colours: choice(words.colours, words.Colours, colormaps, colormap, (colormap) => choose({ colormap })),
  };
}
