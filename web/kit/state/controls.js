import { quoteValue } from "../text/quoted.js";
import { refused } from "../text/refusals.js";
import { SETTINGS } from "./settings.js";

/** Settings that `few` shows. */
const FEW = ["tokens", "heads", "causal"];

/** Names that `controls` may contain. */
const ALL = SETTINGS.map(({ attribute }) => /** @type {string} */ (attribute));

/**
 * The attributes of the settings whose controls are shown.
 * @param {string | null} controls  "none", "few", "all", or names of settings
 * @returns {{ names: readonly string[], unknown: import("../text/refusals.js").Message | null }} the settings, and the names that do not
 * exist
 */
export function controlsNamed(controls) {
  if (controls === "none") return { names: [], unknown: null };
  if (controls === "few") return { names: FEW, unknown: null };
  const given = String(controls ?? "")
    .split(/[\s,]+/)
    .filter(Boolean);
  if (!given.length || controls === "all") return { names: ALL, unknown: null };
  const unknown = given.find((name) => !ALL.includes(name));
  return {
    names: ALL.filter((name) => given.includes(name)),
    unknown:
      unknown === undefined
        ? null
        : refused("none_of", {
            ...{ name: "controls", value: quoteValue(unknown) },
            choices: ["none", "few", "all", ...ALL].join(", "),
          }),
  };
}
