import { nearestName } from "../core/spelling.js";
import { COMMAND } from "../render/words.js";

/**
 * Parses the arguments of a command by a table of its options.
 *
 * @typedef {object} Option
 * @property {string} name      name of the option: --name
 * @property {string} [takes]   kind of its value; absent for a flag
 * @property {string} says
 * @property {string} [usual]   default
 */

/** An error of the caller; its message is for them. */
export class Misuse extends Error {}

/** Wraps errors about values that do not exist or go together. @param {Error} error @returns {never} */
export function asMisuse(error) {
  throw ["HeadscopeError", "RangeError"].includes(error.name) ? new Misuse(error.message) : error;
}

/**
 * Options by name, as text; a flag without a value is "". The last of repeated options counts.
 * @param {readonly string[]} given
 * @param {readonly Option[]} options
 * @param {string} command  name of the command
 * @param {string[]} [others]  takes what belongs to no option, which is refused if left out
 * @returns {Map<string, string>}
 * @throws {Misuse}
 */
export function optionsIn(given, options, command, others) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (let i = 0; i < given.length; i++) {
    const [, name, , written] = /^--([^=]*)(=([^]*))?$/.exec(given[i]) ?? [];
    if (name === undefined) {
      if (/^(true|false)$/.test(given[i]) && given[i - 1]?.startsWith("--"))
        throw new Misuse(COMMAND.flagTakes(given[i - 1], given[i]));
      if (!others) throw new Misuse(COMMAND.unexpected(given[i]));
      others.push(given[i]);
      continue;
    }
    const option = options.find((each) => each.name === name);
    if (!option)
      throw new Misuse(
        COMMAND.unknownOption(
          name,
          nearestName(
            name,
            options.map((each) => each.name),
          ),
          command,
        ),
      );
    if (written !== undefined || !option.takes) found.set(name, written ?? "");
    else if (i + 1 < given.length && !given[i + 1].startsWith("--")) found.set(name, given[++i]);
    else throw new Misuse(COMMAND.needsValue(name, option.takes));
  }
  return found;
}

/** @param {readonly Option[]} options */
export function helpFor(options) {
  const left = options.map(({ name, takes }) => `  --${name}${takes ? ` ${takes}` : ""}`);
  const most = Math.max(...left.map(({ length }) => Math.min(length, LEFT)));
  return options
    .map(({ says, usual }, i) => {
      const first = left[i].length > most ? `${left[i]}\n${" ".repeat(most)}` : left[i].padEnd(most);
      return `${first}  ${inLines(`${says}${usual ? ` (${usual})` : ""}`, WIDE - most).join(`\n${" ".repeat(most + 2)}`)}\n`;
    })
    .join("");
}

const LEFT = 30; // columns of a terminal
const WIDE = 98;

/** @param {string} text @param {number} width */
function inLines(text, width) {
  /** @type {string[]} */
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    if (last && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}
