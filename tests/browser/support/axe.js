import { readFileSync } from "node:fs";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { restyled } from "./explainer.js";
import { IS_NIGHTLY } from "./nightly.js";

/** The rules that look at colours. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** The script that is injected into pages. Node does not load it: most test files need no axe. */
const AXE = inRoot("node_modules/axe-core/axe.min.js");

/**
 * axe's findings on a page, a line each: rule, remedy and element.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>}
 */
export const findAxeViolations = async (page) => (await injectAxe(page))();

/**
 * Injects axe, once for each page. Uses the DevTools protocol, because the page's policy forbids other
 * scripts.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<(rules?: readonly string[]) => Promise<string[]>>} finds violations, as findAxeViolations does; rules: all by default
 */
export async function injectAxe(page) {
  const session = await page.context().newCDPSession(page);
  await evaluate(session, `${readFileSync(AXE, "utf8")}; undefined`);
  return async (runOnly) => {
    // Collects nodes and messages for violations only, which takes less time.
    const options = JSON.stringify({ resultTypes: ["violations"], runOnly });
    const violations = await evaluate(
      session,
      `axe.run(document, ${options}).then((found) => found.violations)`,
    );
    return violations.flatMap(explain);
  };
}

/**
 * Injects axe for both colour schemes, which take turns: each call runs all rules in the current scheme and leaves the page in the other one.
 * @param {import("playwright-core").Page} page in the light scheme
 * @param {boolean} [inBoth] whether the rules that look at colours run in the other scheme, too: at night by default
 * @returns {Promise<() => Promise<string[]>>} finds violations, as findAxeViolations does
 */
export async function injectAxeInSchemes(page, inBoth = IS_NIGHTLY) {
  const find = await injectAxe(page);
  /** @type {"light" | "dark"} */
  let scheme = "light";
  return async () => {
    const found = (await find()).map((each) => `${scheme}: ${each}`);
    scheme = scheme === "light" ? "dark" : "light";
    await page.emulateMedia({ colorScheme: scheme });
    await restyled(page);
    if (!inBoth) return found;
    return [...found, ...(await find(OF_COLOURS)).map((each) => `${scheme}: ${each}`)];
  };
}

/**
 * Like injectAxeInSchemes, but after the first look in each scheme, a call looks only if the page shows a kind of element that no look has met; at night, always.
 * @param {import("playwright-core").Page} page in the light scheme
 * @param {Record<"light" | "dark", Set<string>>} [met] kinds that looks have met: at other pages, too, if they share it
 * @returns {Promise<() => Promise<string[]>>} finds violations, as findAxeViolations does
 */
export async function injectAxeForKinds(page, met = { light: new Set(), dark: new Set() }) {
  const find = await injectAxeInSchemes(page);
  /** @type {"light" | "dark"} */
  let scheme = "light";
  return async () => {
    const kinds = await page.evaluate(kindsOnShow);
    const isNew = (/** @type {string} */ kind) => !met.light.has(kind) && !met.dark.has(kind);
    if (!IS_NIGHTLY && met[scheme].size && !kinds.some(isNew)) return [];
    for (const kind of kinds) met[scheme].add(kind);
    scheme = scheme === "light" ? "dark" : "light"; // as find() does
    return find();
  };
}

/** Kinds of visible elements, for axe's rules: host, name, classes, role and states. */
function kindsOnShow() {
  const states = ["disabled", "tabindex", "role", "aria-(?!label|value|describedby|controls|owns)\\w+"];
  const isState = new RegExp(`^(${states.join("|")})$`);
  /** @param {ParentNode} root @param {string} host @returns {string[]} */
  const kindsIn = (root, host) =>
    [...root.querySelectorAll("*")]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }))
      .flatMap((each) => {
        // Attributes of the project's own elements are their settings, which no rule reads.
        const isRead = (/** @type {string} */ name) => !each.localName.includes("-") || isState.test(name);
        const names = each.getAttributeNames().filter(isRead);
        const said = names.map((name) => (isState.test(name) ? `${name}=${each.getAttribute(name)}` : name));
        const kind = [host, each.localName, ...[...each.classList].sort(), ...said.sort()].join(" ");
        return [kind, ...(each.shadowRoot ? kindsIn(each.shadowRoot, each.localName) : [])];
      });
  return [...new Set(kindsIn(document, ""))];
}

/** @param {import("axe-core").Result} violation @returns {string[]} */
function explain({ id, help, nodes }) {
  return nodes.map(
    (node) => `${id}: ${help}: ${node.target.flat().join(" >> ")}: ${node.failureSummary ?? ""}`,
  );
}

/** @param {import("playwright-core").CDPSession} session @param {string} expression */
async function evaluate(session, expression) {
  const answer = await session.send("Runtime.evaluate", {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (answer.exceptionDetails)
    throw new Error(`axe could not run: ${JSON.stringify(answer.exceptionDetails)}`);
  return answer.result.value;
}
