import axe from "axe-core";

/**
 * What axe finds wrong with a page, a line for each: rule, what to do, and where.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>}
 */
export const findAxeViolations = async (page) => (await injectAxe(page))();

/**
 * Once for a page that is looked at in many states. It is injected over the DevTools protocol, since the page's policy forbids it any
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
