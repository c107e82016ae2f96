// The cost meter against the core's own counts, for this layer and for known sizes.
import assert from "node:assert/strict";
import test from "node:test";
import { useBrowser } from "./support/index.js";
import { core, dModel, heads, openWalk, table, texts } from "./support/walk.js";

const browser = useBrowser();
const count = (/** @type {number} */ n) => n.toLocaleString("en-US");

test("the cost meter shows the core's counts, in total and by step, also for sizes too large to run", async () => {
  const { page, close } = await openWalk(browser);
  await page.locator("mha-cost summary").click();
  /** @type {[string, import("../../web/core/cost.js").Cost][]} */
  const sizes = [
    ["this layer", core.cost({ dModel, numHeads: heads }, { Tq: 12 })],
    ["Transformer, base: 512 / 8", core.cost({ dModel: 512, numHeads: 8 }, { Tq: 12 })],
    ["BERT, base: 768 / 12", core.cost({ dModel: 768, numHeads: 12 }, { Tq: 12 })],
    ["BERT, large: 1024 / 16", core.cost({ dModel: 1024, numHeads: 16 }, { Tq: 12 })],
    ["Llama 2, 7B: 4096 / 32", core.cost({ dModel: 4096, numHeads: 32 }, { Tq: 12 })],
    ["GPT-3: 12288 / 96", core.cost({ dModel: 12288, numHeads: 96 }, { Tq: 12 })],
  ];
  for (const [name, cost] of sizes) {
    await page.locator("mha-cost").getByRole("button", { name, exact: true }).click();
    const rows = await table(page, "mha-cost .scroll >> nth=0");
    const each = [cost, cost.oneFullSizeHead, cost.fullSizeHeads];
    assert.deepEqual(
      rows.parameters,
      each.map(({ parameters }) => count(parameters)),
      name,
    );
    assert.deepEqual(
      rows.FLOPs,
      each.map(({ flops }) => count(flops)),
      name,
    );
    assert.deepEqual(
      rows["bytes moved"],
      each.map(({ bytesRead, bytesWritten }) => count(bytesRead + bytesWritten)),
      name,
    );
    const steps = await table(page, "mha-cost .scroll >> nth=1");
    for (const { id, shape, storage, flops, bytesRead, bytesWritten } of cost.steps)
      assert.deepEqual(
        steps[id],
        [shape.join("×"), storage, count(flops), count(bytesRead + bytesWritten)],
        id,
      );
    assert.equal(
      (await texts(page, "mha-cost p")).some((said) => said.includes("by its shapes alone")),
      name !== "this layer",
    );
  }
  const said = (await texts(page, "mha-cost p")).join(" ");
  const made = sizes[5][1].steps.filter((/** @type {{ op: string }} */ { op }) => op !== "input");
  const copies = made.filter((/** @type {{ storage: string }} */ { storage }) => storage === "copy").length;
  assert.ok(said.includes(`x is given. Of the other ${made.length} steps ${copies} write memory`), said);
  const large = sizes[5][1];
  assert.equal(large.parameters, 4 * 12288 * 12288);
  await close();
});
