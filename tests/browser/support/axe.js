import axe from "axe-core";

/**
 * axe's findings on a page, a line each: rule, remedy and element.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>}
 */
export const findAxeViolations = async (page) => (await injectAxe(page))();

/**
 * Injects axe, once for each page. Uses the DevTools protocol, because the page's policy forbids other
 * scripts.
 * script of others.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<() => Promise<string[]>>} looks, and says what findAxeViolations does
 */
export async function injectAxe(page) {
  const session = await page.context().newCDPSession(page);
  await evaluate(session, `${axe.source}; undefined`);
  return async () => {
    const violations = await evaluate(session, RUN);
    return violations.flatMap(explain);
  };
}

/** Makes axe collect nodes and messages for violations only, which takes less time. */
const RUN = `axe.run(document, { resultTypes: ["violations"] }).then((found) => found.violations)`;

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
