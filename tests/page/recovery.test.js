// A core that has failed is replaced, and the reader's state is shown again.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { Store } from "../../web/kit/state/store.js";
import { Training } from "../../web/train/state/training.js";
import { words } from "./support/pictures.js";

/** Makes the next call of a bound function end in a trap. @param {import("../../web/core/index.js").Core} core @param {string} name */
function trapIn(core, name) {
  core.boundary.module[name] = () => {
    throw new WebAssembly.RuntimeError("memory access out of bounds");
  };
}

/** Resolves when `isSo` returns true. @param {() => boolean} isSo */
async function until(isSo) {
  const end = performance.now() + 5000;
  while (!isSo()) {
    assert.ok(performance.now() < end, "it never came to be so");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** @param {string[]} tokens */
async function shown(tokens) {
  const store = new Store();
  store.configure({ tokens, dModel: 16, heads: 2 }, "host");
  await store.load();
  return store;
}

test("after a trap the picture comes from a fresh core, with the reader's settings and selection", async () => {
  const store = await shown(words(4));
  store.goTo("weights");
  store.select({ head: 1, token: 2, key: 0 });
  const { core } = store;
  assert.ok(core);
  trapIn(core, "embed");
  store.configure({ tokens: words(5) });
  assert.match(store.state.problem?.message ?? "", /^this core has failed/);
  await until(() => store.state.problem === null && store.core !== core);
  const { picture, step, selection } = store.state;
  assert.deepEqual([step, selection.head, selection.token, selection.key], ["weights", 1, 2, 0]);
  const other = await shown(words(5));
  assert.deepEqual(picture?.values("output"), other.state.picture?.values("output"));
  store.configure({ causal: true });
  assert.equal(store.state.problem, null);
});

test("every other store of the page also recovers, even on a wrong path", async () => {
  const [one, other] = [await shown(words(3)), await shown(words(4))];
  await other.tryWrong("no_scale");
  const { core } = one;
  assert.ok(core && core === other.core && other.state.comparison);
  trapIn(core, "embed");
  one.configure({ tokens: words(2) });
  await until(() => one.core !== core && other.core !== core && Boolean(other.state.comparison));
  assert.equal(one.core, other.core);
  assert.deepEqual([other.state.problem, other.state.comparison?.fault], [null, "no_scale"]);
  assert.ok(other.state.comparison?.wrong.values("output").every(Number.isFinite));
});

test("an input that breaks every core is reported, and stops the recovery", async () => {
  const store = await shown(words(3));
  let cores = 0;
  store.addEventListener("change", () => {
    if (store.core && !Object.hasOwn(store.core.boundary.module, "trapped")) {
      cores++;
      store.core.boundary.module.trapped = true;
      trapIn(store.core, "embed");
    }
  });
  store.configure({ tokens: words(4) });
  for (let i = 0; i < 20; i++) {
    store.configure({ seed: i });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.match(store.state.problem?.message ?? "", /^this core has failed/);
  assert.ok(cores <= 5, `${cores} cores`);
});

test("a model in training returns to the same step", async () => {
  const training = new Training();
  await training.load();
  for (let i = 0; i < 3; i++) training.stepOn();
  while (training.isBusy) training.work(0);
  const { words: known, whole } = training.state;
  const core = await loadCore();
  trapIn(core, "createHeadFit");
  assert.throws(
    () =>
      core.createHeadFit({ x: { data: [1], shape: [1, 1, 1] }, wanted: { data: [1], shape: [1, 1] }, dK: 1 }),
    {
      code: "disposed",
    },
  );
  const fresh = await loadCore();
  await new Promise((resolve) => setTimeout(resolve, 50));
  while (training.isBusy) training.work(0);
  assert.deepEqual([training.state.at, training.state.words, training.state.whole], [3, known, whole]);
  training.stepOn();
  while (training.isBusy) training.work(0);
  const model = fresh.createModel({ seed: 1 });
  for (let i = 0; i < 4; i++) model.train();
  assert.deepEqual(training.state.whole?.kinds, model.evaluate().kinds);
});
