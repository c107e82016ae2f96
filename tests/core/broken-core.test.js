// After a call that traps, no later call reads wasm memory.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";

const options = { dModel: 8, numHeads: 2 };
const failed = {
  name: "HeadscopeError",
  code: "disposed",
  message: /^this core has failed \(RuntimeError: .+\) and can not go on; loadCore\(\) gives a fresh one/,
};

/** Makes the next embedding of a core throw an error. @param {import("../../web/core/index.js").Core} core @param {Error} error */
function breakEmbed(core, error) {
  core.boundary.module.embed = () => {
    throw error;
  };
}

test("after a trap every call throws, and loadCore returns a fresh core", async () => {
  const core = await loadCore();
  const layer = core.createLayer(options);
  const query = core.embed(["a", "b"], options);
  const run = layer.forward({ query });
  const { output } = run;
  breakEmbed(core, new WebAssembly.RuntimeError("memory access out of bounds"));
  for (const call of [
    () => core.embed(["a"], options),
    () => core.createLayer(options),
    () => layer.forward({ query }),
    () => run.tensor("q"),
  ])
    assert.throws(call, failed);
  run.dispose();
  layer.dispose();
  const fresh = await loadCore();
  assert.notEqual(fresh, core);
  assert.equal(await loadCore(), fresh);
  assert.deepEqual(fresh.createLayer(options).forward({ query }).output, output);
  assert.throws(() => core.version, failed);
});

test("a stack overflow breaks a core; missing memory for a result does not", async () => {
  const core = await loadCore();
  const { embed } = core.boundary.module;
  breakEmbed(core, new RangeError("Array buffer allocation failed"));
  assert.throws(() => core.embed(["a"], options), {
    code: "memory",
    message: "no memory for the result: Array buffer allocation failed",
  });
  core.boundary.module.embed = embed;
  assert.ok(core.embed(["a"], options));
  breakEmbed(core, new RangeError("Maximum call stack size exceeded"));
  assert.throws(() => core.embed(["a"], options), { code: "disposed" });
  assert.throws(() => core.createLayer(options), { code: "disposed" });
  assert.notEqual(await loadCore(), core);
});
