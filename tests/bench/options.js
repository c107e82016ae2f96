import { parseArgs } from "node:util";
import { UserError } from "../../tools/lib/user-error.mjs";

const FLAGS = /** @type {const} */ (["quick", "check", "busy", "write", "json", "serve"]);

/**
 * @param {string[]} args
 * @param {readonly string[]} names of all measurements
 */
export function readOptions(args, names) {
  const usage = `Usage: npm run bench -- ${FLAGS.map((flag) => `[--${flag}]`).join(" ")} [--only ${names.join(",")}] [--against FOLDER]`;
  /** @param {string} sentence */
  const refuse = (sentence) => new UserError(`${sentence}. ${usage}`);
  /** @type {Partial<Record<typeof FLAGS[number], boolean> & { only: string, against: string }>} */
  let values;
  const flags = Object.fromEntries(FLAGS.map((flag) => [flag, { type: /** @type {const} */ ("boolean") }]));
  try {
    const texts = {
      only: { type: /** @type {const} */ ("string") },
      against: { type: /** @type {const} */ ("string") },
    };
    ({ values } = parseArgs({ args, options: { ...flags, ...texts } }));
  } catch (error) {
    throw refuse(/** @type {Error} */ (error).message);
  }
  const only = values.only?.split(",") ?? [...names];
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw refuse(`There is no measurement "${unknown}"`);
  if (values.write && (values.only || values.quick || values.busy || values.against))
    throw refuse(
      "--write writes the whole table, of a whole and undisturbed run, so it goes with none of --only, --quick, --busy and --against",
    );
  const { against } = values;
  if (against !== undefined && !only.includes("models"))
    throw refuse("--against compares models, which are not measured");
  const [quick, check, busy, write, json, serve] = FLAGS.map((flag) => values[flag] === true);
  return { quick, check, busy, write, json, serve, only, against };
}
