import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";
import { UserError } from "./user-error.mjs";

/**
 * The address of the hosted pages, with a slash at its end: that of the environment, or `homepage` of package.json. Empty if neither states one;
 * then figures have no link to the hosted pages, and the build writes no oEmbed files.
 */
export function siteAddress() {
  const { homepage = "" } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const given = process.env.HEADSCOPE_SITE ?? homepage;
  if (given === "") return "";
  const { protocol, search, hash } = URL.canParse(given) ? new URL(given) : new URL("about:");
  if (!/^https?:$/.test(protocol) || search || hash)
    throw new UserError(`The address of the site is ${JSON.stringify(given)}.`, {
      details:
        "HEADSCOPE_SITE, or homepage in package.json, must be an http or https address without a query, such as https://example.org/headscope/.",
    });
  return given.endsWith("/") ? given : `${given}/`;
}
