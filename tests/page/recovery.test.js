// A core that has failed is replaced, and the reader's state is shown again.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { HeadscopeError } from "../../web/core/errors.js";
import { Recovery } from "../../web/kit/state/recovery.js";
import { Store } from "../../web/kit/state/store.js";
import { OpeningStore } from "../../web/opening/state/opening-store.js";
import { Training } from "../../web/train/state/training.js";
import { until } from "../browser/support/until.js";
import { words } from "./support/pictures.js";

/** Makes the next call of a bound function end in a trap. @param {import("../../web/core/index.js").Core} core @param {string} name */
function trapIn(core, name) {
  core.boundary.module[name] = () => {
    throw new WebAssembly.RuntimeError("memory access out of bounds");
  };
}

/** Ends the core in a trap, as another element of the page may. @param {import("../../web/core/index.js").Core} core */
function trap(core) {
  const bound = {
    fail() {
      throw new WebAssembly.RuntimeError("memory access out of bounds");
    },
  };
  assert.throws(() => core.boundary.ask(bound, "fail"), /this core has failed/);
}

/** Makes the next training step of a model end in a trap. @param {Training} training */
function trapInTraining(training) {
  const { native } = /** @type {any} */ (training).model;
  native.train = () => {
    throw new WebAssembly.RuntimeError("memory access out of bounds");
  };
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

test("an owner forgets a dead core before the core is loaded again, and is told when it fails too often", async () => {
  /** @type {unknown[]} */
  const told = [];
  const recovery = new Recovery({
    forget: () => told.push(["forget", recovery.core]),
    restore: async () => {
      told.push(["restore", recovery.core]);
      await recovery.load();
    },
    giveUp: ({ message }) => told.push(["give up", message.slice(0, 20)]),
  });
  let core = await recovery.load();
  assert.equal(await recovery.load(), core);
  for (let i = 0; i < 3; i++) {
    trap(core);
    assert.ok((await core.failed) instanceof HeadscopeError);
    await until(() => recovery.core !== null && recovery.core !== core);
    core = await recovery.load();
  }
  const once = [
    ["forget", null],
    ["restore", null],
  ];
  assert.deepEqual(told.splice(0), [...once, ...once, ...once]);
  trap(core);
  await core.failed;
  await until(() => told.length === 2);
  assert.deepEqual(told.splice(0), [
    ["forget", null],
    ["give up", "this core has failed"],
  ]);
  core = await recovery.load();
  recovery.release();
  trap(core);
  await core.failed;
  await loadCore();
  assert.deepEqual(told, [], "a core that is no longer in use");
});

for (const [cause, act] of /** @type {const} */ ([
  ["another element", async () => trap(await loadCore())],
  ["a training step", async (/** @type {Training} */ training) => trapInTraining(training)],
]))
  for (const pace of /** @type {const} */ (["watch", "fast", "end"]))
    test(`after a trap by ${cause} while training runs (${pace}) the model returns to the same step, as while paused`, async () => {
      const training = new Training();
      await training.load();
      const model = /** @type {any} */ (training).model;
      training.run(pace);
      while (training.state.step < 3 || !training.state.pace) training.work(0);
      const { step } = training.state;
      training.addEventListener("change", () =>
        assert.equal(training.state.status, "ready", "no placeholder"),
      );
      await act(training);
      training.work(0); // the next frame
      await until(() => ![null, model].includes(/** @type {any} */ (training).model));
      while (training.isBusy) training.work(0);
      const { at, status, failure, whole } = training.state;
      assert.deepEqual([at, status, failure], [step, "ready", null]);
      const same = (await loadCore()).createModel({ seed: 1 });
      same.train(step);
      assert.deepEqual(whole?.kinds, same.evaluate().kinds);
      training.rest(); // later tests end the same core
    });

test("training whose every core fails says so, calls no dead core, and goes on when it is loaded again", async () => {
  const training = new Training();
  await training.load();
  training.run("watch");
  while (training.state.step < 2) training.work(0);
  for (let i = 0; i < 4; i++) {
    const model = /** @type {any} */ (training).model;
    trapInTraining(training);
    training.work(0);
    await until(() => /** @type {any} */ (training).model !== model);
    if (i < 3) await until(() => Boolean(/** @type {any} */ (training).model));
  }
  const { status, failure } = training.state;
  assert.equal(status, "failed");
  assert.match(String(failure?.message), /^this core has failed/);
  for (const act of ["halt", "stepOn", "sayAnother", "order", "rest"])
    /** @type {any} */ (training)[act]();
  await training.load();
  while (training.isBusy) training.work(0);
  assert.deepEqual([training.state.status, training.state.at], ["ready", 2]);
  training.rest();
});

test("an error of training that is no trap ends the work with a message", async () => {
  const training = new Training();
  await training.load();
  training.run("watch");
  while (training.state.step < 2) training.work(0);
  /** @type {any} */ (training).model.native.train = () => {
    throw new RangeError("Array buffer allocation failed");
  };
  while (training.isBusy) training.work(0);
  assert.match(String(training.state.failure?.message), /^no memory for the result/);
  await training.load();
  while (training.isBusy) training.work(0);
  assert.deepEqual([training.state.status, training.state.at], ["ready", 2]);
  training.rest();
});

test("an opening whose core fails while its model is trained is computed in a fresh core", async () => {
  const store = new OpeningStore();
  const loaded = store.load().catch(({ code }) => code);
  await until(() => store.state.progress !== null);
  trap(await loadCore());
  assert.equal(await loaded, "disposed");
  await until(() => store.state.opening !== null);
  assert.deepEqual([store.state.status, store.state.failure], ["ready", null]);
});
