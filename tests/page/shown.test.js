// Shown values in attributes, links and messages.
import assert from "node:assert/strict";
import test from "node:test";
import { asAttribute, fromProperty, asWritten } from "../../web/kit/state/attribute-values.js";
import { whyInvalid } from "../../web/kit/state/invalid-settings.js";
import { ROWS, SHOWN } from "../../web/kit/state/shown.js";
import { Store } from "../../web/kit/state/store.js";
import { changedIn, setIn, defaultSettings, snapshotOf } from "../../web/kit/state/snapshot.js";
import { LANGUAGES } from "../../web/kit/text/code/index.js";
import { FAULTS } from "../../web/kit/text/faults.js";
import { until } from "../browser/support/until.js";
import { pictureOf, words } from "./support/pictures.js";

const picture = pictureOf();

async function loaded() {
  const store = new Store();
  store.take({ tokens: words(6), heads: 4, dModel: 32 });
  await store.load();
  return store;
}

/** @param {string} name */
const row = (name) => /** @type {any} */ (ROWS.find((each) => each.name === name));

/** @param {Store} store */
const whole = ({ state }) => snapshotOf(state);

test("names and attributes are unique, and choices are the existing ones", () => {
  for (const key of /** @type {const} */ (["name", "attribute"])) {
    const all = ROWS.map((each) => each[key]);
    assert.deepEqual([...new Set(all)], all);
  }
  assert.deepEqual(
    row("language").choices,
    LANGUAGES.map(({ id }) => id),
  );
  assert.deepEqual([...row("wrong").choices].sort(), ["none", ...Object.keys(FAULTS)].sort());
});

test("every row reads back the value written to it", async () => {
  const store = await loaded();
  const values = {
    step: "weights", batch: 0, head: 3, token: 5, keyToken: 0, feature: 7, column: 31, language: "numpy", largest: true,
    headView: "arcs", scaleEach: true, log: true, byEffect: false, compared: [3, 0], headScale: { 1: 0.5, 3: 0 },
  }; // prettier-ignore
  assert.deepEqual([...Object.keys(values), "wrong", "layer"].sort(), SHOWN.map(({ name }) => name).sort());
  store.take(values);
  assert.deepEqual({ ...whole(store), ...values }, whole(store));
  assert.deepEqual(store.state.invalidValues, {});
  for (const [{ name, kind, attribute }, value] of setIn(store.state))
    assert.deepEqual(asWritten({ kind, attribute }, asAttribute(kind, value)), value, name);
  store.take({ tokens: [] });
  assert.equal(setIn(store.state)[0][0].name, "tokens", "also that there are none is said");
  store.take({ ...defaultSettings(), tokens: words(6) });
  assert.deepEqual(
    setIn(store.state).map(([{ name }]) => name),
    ["tokens"],
  );
});

test("a wrong path requested before the first picture is shown with that picture", async () => {
  const store = new Store();
  store.take({ tokens: words(3), heads: 2, dModel: 8, step: "scores", token: 1, head: 1, wrong: "no_scale" });
  assert.deepEqual([whole(store).step, whole(store).token], ["scores", 1]);
  await store.load();
  assert.deepEqual([whole(store).step, whole(store).token, whole(store).head], ["scores", 1, 1]);
  await until(() => whole(store).wrong === "no_scale");
});

test("omitted values take their defaults without a message, also if a link names them", async () => {
  const [plain, said] = [new Store(), new Store()];
  plain.take({ tokens: words(6) });
  said.take({ ...defaultSettings(), tokens: words(6) });
  said.peek({ step: "scores", head: 1 });
  said.unpeek();
  await Promise.all([plain.load(), said.load()]);
  assert.deepEqual(whole(said), whole(plain));
  assert.notEqual(whole(said).token, null, "a token is selected at first");
});

test("invalid values are reported with the valid ones, and change nothing", async () => {
  const store = await loaded();
  const before = whole(store);
  const odd = {
    step: "nowhere", head: 4, token: -1, keyToken: 1.5, feature: NaN, wrong: "all_of_it", language: "cobol",
    log: "maybe", compared: [9], headScale: { 0: 3 }, weights: "heavy", causal: "perhaps", colormap: "red",
  }; // prettier-ignore
  store.take(odd);
  assert.deepEqual(whole(store), before);
  assert.deepEqual(Object.keys(store.state.invalidValues).sort(), Object.keys(odd).sort());
  const { step, head, log, weights, headScale } = store.state.invalidValues;
  assert.match(step.message, /^step "nowhere" is none of x, q, k/);
  assert.equal(head.message, "head 4 is not there: they go from 0 to 3");
  assert.equal(log.message, 'log "maybe" is neither true nor false');
  assert.equal(
    weights.message,
    'weights "heavy" is none of constructed, random, small, trained, language, translation, vision',
  );
  assert.equal(headScale.message, 'head-scale {"0":3} scales head 0 by other than 0 to 2');
  store.take({ ...defaultSettings(), step: "q" });
  assert.deepEqual(
    store.state.invalidValues,
    {},
    "what is set to what exists, or taken away, is said no more",
  );
});

test("a wrong path that cannot be shown is reported like other values, and shown when it can be", async () => {
  const store = await loaded();
  store.take({ kvHeads: 2, wrong: "raw_inputs" });
  await until(() => "wrong" in store.state.invalidValues);
  assert.match(
    store.state.invalidValues.wrong.message,
    /^wrong "raw_inputs" needs inputs as wide as their projections: /,
  );
  assert.deepEqual([whole(store).wrong, store.state.refusal], ["none", null], "and in one place");
  store.take({ kvHeads: null });
  await until(() => whole(store).wrong === "raw_inputs");
  assert.deepEqual(store.state.invalidValues, {});
  store.take({ kvHeads: 2 }, "reader");
  store.take({ wrong: "raw_inputs" }, "reader");
  await until(() => "wrong" in store.state.invalidValues);
  store.take({ wrong: "none" });
  assert.deepEqual(store.state.invalidValues, {});
  store.peek({ wrong: "raw_inputs" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(
    [store.state.invalidValues, store.state.refusal],
    [{}, null],
    "not of what is only pointed at",
  );
  store.unpeek();
  await store.tryWrong("raw_inputs");
  assert.equal(store.state.refusal?.fault, "raw_inputs", "what a reader tries at a step is said there");
});

test("attention without a layer has no wrong paths", async () => {
  const store = new Store();
  store.give({ attention: { data: Float32Array.of(1, 0, 0.5, 0.5), shape: [1, 2, 2] } });
  store.take({ head: 0, wrong: "no_scale" });
  await store.load();
  await until(() => "wrong" in store.state.invalidValues);
  assert.equal(
    store.state.invalidValues.wrong.message,
    'wrong "no_scale" needs a layer: attention alone has no steps',
  );
  assert.equal(store.state.comparison, null);
});

test("a requested value that does not exist is reported once there is a picture", async () => {
  const store = new Store();
  store.take({ tokens: words(3), heads: 2, dModel: 8, head: 2, step: "nowhere" });
  assert.deepEqual(store.state.invalidValues, {});
  await store.load();
  assert.deepEqual(Object.keys(store.state.invalidValues).sort(), ["head", "step"]);
  assert.equal(store.state.step, "q_heads");
});

/** @param {Store} store */
const seen = ({ state }) => ({ step: state.step, heads: state.settings.heads, head: state.selection.head });

test("a preview shows and ends without events", async () => {
  const store = await loaded();
  const [before, shown] = [whole(store), seen(store)];
  /** @type {string[]} */
  const causes = [];
  store.addEventListener("change", (event) => causes.push(/** @type {CustomEvent} */ (event).detail.by));
  store.peek({ step: "scores", heads: 2 });
  assert.deepEqual(seen(store), { step: "scores", heads: 2, head: 1 });
  assert.deepEqual(whole(store), before, "what is held is not it");
  store.peek({ step: "weights", head: 99 });
  assert.equal(seen(store).step, "weights");
  assert.deepEqual(store.state.invalidValues, {}, "of what is only pointed at nothing is said");
  store.unpeek();
  assert.deepEqual([whole(store), seen(store)], [before, shown]);
  store.peek({ wrong: "no_scale" });
  store.unpeek();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(whole(store).wrong, "none", "a wrong path that was still on its way does not come");
  assert.ok(!causes.includes("reader") && !causes.includes("host"), causes.join());
});

test("the end of a preview also restores a wrong path and the selection before it", async () => {
  const store = await loaded();
  store.take({ head: 1, token: 2, keyToken: 3 });
  const held = whole(store);
  store.peek({ wrong: "no_scale" });
  await until(() => store.state.comparison !== null);
  store.unpeek();
  assert.deepEqual(whole(store), held);
  assert.deepEqual(store.state.selection.head, 1, "and not where the wrong path showed most");
  store.take({ wrong: "no_scale" });
  await until(() => whole(store).wrong === "no_scale");
  store.peek({ step: "scores" });
  assert.equal(store.state.comparison, null);
  store.unpeek();
  await until(() => store.state.comparison !== null);
});

test("values that wait for another picture still wait after a preview", async () => {
  const store = await loaded();
  store.take({ head: 12 });
  store.peek({ head: 1 });
  store.unpeek();
  assert.match(store.state.invalidValues.head.message, /head 12 is not there/);
  store.take({ heads: 16 });
  assert.equal(whole(store).head, 12);
});

test("a preview holds no core, because a trap may replace the core meanwhile", async () => {
  const store = await loaded();
  store.peek({ step: "scores" });
  assert.ok(store.state.held && !("core" in store.state.held));
  store.unpeek();
});

test("changes made during a preview outlive the preview", async () => {
  const store = await loaded();
  store.peek({ heads: 2 });
  store.goTo("weights");
  store.unpeek();
  assert.deepEqual([seen(store).step, seen(store).heads], ["weights", 4]);
  assert.equal(whole(store).step, "weights");
});

test("writing equal settings changes nothing", async () => {
  const store = await loaded();
  await store.tryWrong("no_scale");
  const { picture, comparison } = store.state;
  store.take({ tokens: words(6), heads: 4 });
  assert.ok(store.state.picture === picture && store.state.comparison === comparison);
});

test("properties can be set in any order: values wait until they exist", async () => {
  const store = await loaded();
  store.take({ head: 12 });
  assert.match(store.state.invalidValues.head.message, /head 12 is not there/);
  store.take({ heads: 16 });
  assert.deepEqual([store.state.invalidValues, whole(store).head], [{}, 12]);
  store.take({ wrong: "no_scale" });
  store.take({ heads: 8 });
  await until(() => whole(store).wrong === "no_scale");
  store.take({ head: 14 });
  const at = whole(store).head;
  store.configure({ heads: 16 });
  assert.equal(whole(store).head, at, "the reader's own change of settings moves no selection");
});

test("the layer of own attention is a value like all others", async () => {
  const store = new Store();
  const data = Float32Array.from({ length: 3 * 2 * 2 }, (_, i) => i); // three layers of one head over two tokens
  store.take({ layer: 2 });
  store.give({ attention: { data, shape: [3, 1, 2, 2] } });
  await store.load();
  const shown = () => [...(store.state.picture?.values("weights") ?? [])];
  assert.deepEqual(
    [whole(store).layer, shown()],
    [2, [8, 9, 10, 11]],
    "wished for before there is a picture",
  );
  assert.ok(setIn(store.state).some(([{ name }, value]) => name === "layer" && value === 2));
  const before = store.state;
  store.take({ layer: 3 });
  assert.equal(store.state.invalidValues.layer.message, "layer 3 is not there: they go from 0 to 2");
  assert.equal(whole(store).layer, 2);
  store.take({ layer: 1 }, "reader");
  assert.deepEqual([store.state.invalidValues, shown()], [{}, [4, 5, 6, 7]]);
  assert.deepEqual(changedIn(before, store.state), ["layer"]);
  store.peek({ layer: 0, wrong: "no_such" });
  assert.deepEqual([shown(), whole(store).layer], [[0, 1, 2, 3], 1]);
  store.peek({ layer: 7 });
  store.unpeek();
  assert.deepEqual(
    [shown(), store.state.refusal],
    [[4, 5, 6, 7], null],
    "what is not there is not previewed",
  );
  store.take({ layer: null });
  assert.deepEqual(shown(), [0, 1, 2, 3]);
  store.give({ attention: null });
  store.take({ tokens: words(2), layer: 1 });
  assert.match(store.state.invalidValues.layer.message, /layer 1 is not there/);
  store.give({ attention: { data, shape: [3, 1, 2, 2] } });
  assert.deepEqual(
    [store.state.invalidValues, shown()],
    [{}, [4, 5, 6, 7]],
    "in whichever order they are set",
  );
});

test("values are copied, so that proxies and later changes of an array have no effect", async () => {
  const compared = [1, 2];
  const given = fromProperty(row("compared"), new Proxy(compared, {}));
  compared.push(3);
  assert.deepEqual(given, [1, 2]);
  const store = await loaded();
  store.take({ compared: given, headScale: fromProperty(row("headScale"), new Proxy({ 1: 0 }, {})) });
  assert.deepEqual(whole(store).headScale, { 1: 0 });
  assert.match(whyInvalid(row("compared"), [1, 1], picture)?.message ?? "", /names a head twice/);
});

test("changed values are reported by name", async () => {
  const store = await loaded();
  const { state } = store;
  store.take({ head: 0, causal: true });
  assert.deepEqual(changedIn(state, store.state).sort(), ["causal", "head"]);
  store.preview("scores", [0, 1, 2, 3]);
  assert.deepEqual(
    changedIn(state, store.state).sort(),
    ["causal", "head"],
    "what is hovered has not changed",
  );
});

test("hostile values give a message or a valid value", () => {
  const pieces = [
    "", " ", "0", "-1", "1e999", "NaN", "null", "undefined", "true", "__proto__", "constructor", "[object Object]",
    "<img src=x onerror=alert(1)>", "\ud800", "\udc00x", "\0", "\u202e", "[", '["a",', "[[[[", '{"a":1}', "1:2", "2:0.5,6:0",
    "9".repeat(400), "a".repeat(100_000), "%00", "q_heads", "scores", ",", ":", "é", "日本", "0x10", "1_000", "∞",
  ]; // prettier-ignore
  let state = 1;
  const random = (/** @type {number} */ n) => (state = (state * 48271) % 2147483647) % n;
  const odd = [
    null,
    undefined,
    NaN,
    -0,
    1e308,
    [],
    {},
    [[1]],
    Symbol.iterator,
    () => 1,
    10n ** 30n,
    new Date(NaN),
  ];
  let said = 0;
  for (let i = 0; i < 10_000; i++) {
    const each = /** @type {any} */ (ROWS[random(ROWS.length)]);
    const text = Array.from({ length: 1 + random(3) }, () => pieces[random(pieces.length)]).join("");
    const value = i % 4 ? asWritten(each, text) : fromProperty(each, odd[random(odd.length)] ?? text);
    const invalid = whyInvalid(each, value, picture);
    if (invalid === null) continue;
    const { message } = invalid;
    said++;
    assert.equal(typeof message, "string");
    assert.ok(message.length < 2000, `${message.length} letters`);
    assert.ok(message.startsWith(each.attribute));
  }
  assert.ok(said > 1000, `${said} were refused`);
});

test("a wrong path set before loading is shown after loading", async () => {
  const store = new Store();
  store.take({ tokens: words(3), heads: 2, dModel: 8, wrong: "no_scale" });
  await store.load();
  assert.equal(store.state.comparison?.fault, "no_scale");
});
