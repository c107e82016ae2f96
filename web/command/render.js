import { asWritten } from "../kit/state/attribute-values.js";
import { renderCSV, renderNumbers, renderSVG } from "../render/index.js";
import { VIEWS } from "../kit/state/views.js";
import { PRESET, PRESETS } from "../kit/state/presets.js";
import { ROWS } from "../kit/state/shown.js";
import { COMMAND, OPTIONS } from "../render/words.js";
import { SAYS } from "./setting-words.js";
import { asJSON, write } from "./output.js";
import { Misuse, asMisuse, helpFor, optionsIn } from "./options.js";

/**
 * headscope render: writes a picture, or its numbers, to a file.
 *
 * @typedef {import("./options.js").Option} Option
 * @typedef {import("../render/index.js").RenderOptions} RenderOptions
 */

/** Placeholders of values, by kind of the row. @type {Readonly<Record<string, string>>} */
const TAKES = {
  count: "NUMBER",
  fraction: "NUMBER",
  seed: "NUMBER",
  index: "NUMBER",
  tokens: "TEXT",
  text: "TEXT",
  step: "ID",
  heads: "HEADS",
  scales: "SCALES",
  window: "KEYS",
};

/** Own options. @type {readonly Option[]} */
const OWN = [
  { name: "view", takes: Object.keys(VIEWS).join("|"), says: OPTIONS.view, usual: "walk" },
  { name: "width", takes: "PX", says: OPTIONS.width, usual: "960" },
  { name: "theme", takes: "light|dark", says: OPTIONS.theme, usual: "light" },
  { name: "look", takes: "LOOK", says: OPTIONS.look },
  { name: PRESET, takes: PRESETS.map(({ id }) => id).join("|"), says: OPTIONS.attention },
  { name: "alt", takes: "TEXT", says: OPTIONS.alt },
  { name: "out", takes: "FILE", says: OPTIONS.out, usual: "-" },
  { name: "animate", takes: "FILE", says: OPTIONS.animate },
  { name: "json", says: OPTIONS.json },
];

/** Options for settings. @type {readonly Option[]} */
const SETTINGS = ROWS.map((row) => ({
  name: row.attribute,
  takes: "choices" in row && row.kind === "choice" ? row.choices?.join("|") : TAKES[row.kind],
  says: SAYS[/** @type {keyof typeof SAYS} */ (row.name)],
  usual: usualOf(row.default),
}));

/** Contents of a file, by its ending. @type {Readonly<Record<string, (options: RenderOptions) => Promise<string>>>} */
const KINDS = { svg: renderSVG, csv: renderCSV, json: numbersAsJSON };

/** @satisfies {import("./run.js").Subcommand} */
export const RENDER = {
  help: () =>
    `${COMMAND.renderUsage}\n\n${helpFor(OWN)}\n${COMMAND.settings}\n\n${helpFor(SETTINGS)}\n${COMMAND.renderMore}\n`,

  async run(given, { stdout }) {
    const found = optionsIn(given, [...OWN, ...SETTINGS], "render");
    const animated = found.get("animate");
    if (animated !== undefined) {
      if (found.has("out") || found.has("json")) throw new Misuse(COMMAND.animateAlone);
      const { animate } = await import("./animate.js");
      return animate(renderOptions(found), animated).catch(asMisuse);
    }
    const out = found.get("out") ?? "-";
    const text = await kindOf(found, out)(renderOptions(found)).catch(asMisuse);
    if (out === "-") stdout.write(text);
    else write(out, text);
  },
};

/** @param {unknown} value */
function usualOf(value) {
  if (value === true) return "on";
  return ["string", "number"].includes(typeof value) && value !== "" ? String(value) : undefined;
}

/** @param {Map<string, string>} found @param {string} out */
function kindOf(found, out) {
  const [, ending = ""] = /\.(\w+)$/.exec(out.toLowerCase()) ?? [];
  if (found.has("json") && out !== "-" && ending !== "json") throw new Misuse(COMMAND.jsonEnding(out));
  if (found.has("json")) return numbersAsJSON;
  if (out === "-") return renderSVG;
  if (ending === "gif" || ending === "webm") throw new Misuse(COMMAND.animateOut(out));
  if (ending === "png") throw new Misuse(COMMAND.png);
  if (!Object.hasOwn(KINDS, ending)) throw new Misuse(COMMAND.ending(out, Object.keys(KINDS)));
  return KINDS[ending];
}

/** @param {Map<string, string>} found @returns {RenderOptions} */
function renderOptions(found) {
  if (!found.get("tokens")) throw new Misuse(COMMAND.noTokens);
  const rows = ROWS.filter(({ attribute }) => found.has(attribute));
  const width = found.get("width")?.trim();
  return {
    ...Object.fromEntries(
      rows.map((row) => [row.name, asWritten(row, /** @type {string} */ (found.get(row.attribute)))]),
    ),
    ...(width === undefined ? {} : { width: /** @type {any} */ (Number(width) || width) }),
    ...(found.has("look") ? { look: lookIn(/** @type {string} */ (found.get("look"))) } : {}),
    ...Object.fromEntries(
      ["view", "theme", "alt", PRESET].flatMap((name) => (found.has(name) ? [[name, found.get(name)]] : [])),
    ),
  };
}

/** Parses name=value pairs: values may contain commas, but no equals sign. @param {string} text @returns {Record<string, string>} */
function lookIn(text) {
  const given = text.split(/,(?=[^,=]*=)/).map((each) => each.split(/=(.*)/s));
  if (given.some(({ length }) => length < 2)) throw new Misuse(COMMAND.look(text));
  return Object.fromEntries(given.map(([name, value]) => [name.trim(), value.trim()]));
}

/** @param {RenderOptions} options */
async function numbersAsJSON(options) {
  return asJSON(await renderNumbers(options));
}
