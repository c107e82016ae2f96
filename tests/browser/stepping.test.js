// A removed element does nothing: after a thousand changes between two steps there are as many live elements, nodes and listeners as before.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";

const browser = useBrowser();

/** Elements that stand at one of the two steps alone. */
const TAGS = ["mha-reach", "mha-attends"];
const CHANGES = 1000;
/** What a few more canvases, notes and cached scenes may take. */
const NODES = 300;
const LISTENERS = 100;

/** Counts what is alive after a collection of garbage. @param {import("playwright-core").Page} page */
async function counting(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const live = async (/** @type {string} */ tag) => {
    const group = { objectGroup: "counted" };
    const expression = `customElements.get("${tag}").prototype`;
    const { result } = await session.send("Runtime.evaluate", { expression, ...group });
    const prototypeObjectId = result.objectId ?? "";
    const { objects } = await session.send("Runtime.queryObjects", { prototypeObjectId, ...group });
    const length = await session.send("Runtime.callFunctionOn", {
      objectId: objects.objectId,
      functionDeclaration: "function () { return this.length; }",
    });
    await session.send("Runtime.releaseObjectGroup", group);
    return Number(length.result.value);
  };
  return async () => {
    await drawn(page);
    await session.send("HeapProfiler.collectGarbage");
    const elements = Object.fromEntries(
      await Promise.all(TAGS.map(async (tag) => /** @type {const} */ ([tag, await live(tag)]))),
    );
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (/** @type {string} */ name) => Number(metrics.find((each) => each.name === name)?.value);
    return { elements, nodes: of("Nodes"), listeners: of("JSEventListeners") };
  };
}

/** Changes between two steps, each rendered before the next. @param {import("playwright-core").Page} page @param {number} times even: it ends where it began */
const change = (page, times) =>
  page.evaluate(async (times) => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    for (let i = 0; i < times; i++) {
      element.step = i % 2 ? "weights" : "output";
      await element.updateComplete;
      await new Promise((resolve) => setTimeout(resolve));
    }
  }, times);

test(`${CHANGES} changes between the steps weights and output leave no element, node or listener behind`, async () => {
  const { page, seen, close } = await browser.open("?step=weights", { reducedMotion: "reduce" });
  await ready(page);
  const count = await counting(page);
  await change(page, 40); // until all that both steps load is there
  const before = await count();
  await change(page, CHANGES);
  const after = await count();
  for (const tag of TAGS) {
    assert.ok(before.elements[tag] > 0, `${tag} is counted`);
    assert.ok(after.elements[tag] <= before.elements[tag] + 3, `${after.elements[tag]} live ${tag}`);
  }
  assert.ok(after.nodes < before.nodes + NODES, `${before.nodes} nodes, then ${after.nodes}`);
  assert.ok(
    after.listeners < before.listeners + LISTENERS,
    `${before.listeners} listeners, then ${after.listeners}`,
  );
  seen.assertQuiet();
  await close();
});
