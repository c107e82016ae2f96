import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/**
 * The address where a reader reports a wrong sentence: a new issue of the repository in package.json, with a title.
 * @param {string} title @param {unknown} [repository] as in package.json: an address, `github:OWNER/NAME`, or an object with `url`
 * @returns {string | null} null if the repository is not set, or has no pages on GitHub
 */
export function reportAddress(
  title,
  repository = JSON.parse(readFileSync(inRoot("package.json"), "utf8")).repository,
) {
  const address = typeof repository === "string" ? repository : (/** @type {any} */ (repository)?.url ?? "");
  const [, name] =
    /^(?:github:|(?:git\+)?https:\/\/github\.com\/)([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(address) ?? [];
  return name ? `https://github.com/${name}/issues/new?${new URLSearchParams({ title })}` : null;
}
