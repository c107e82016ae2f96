// Numbers as texts: digits, and shares in decimals, never 1 for less than 1, never 0 for more than 0.
import assert from "node:assert/strict";
import test from "node:test";
import { fileNameOf, numbersOf } from "../../web/kit/draw/numbers.js";
import { MOST_ROWS, csvLine, csvStretches } from "../../web/kit/state/csv.js";
import { Store } from "../../web/kit/state/store.js";
import { flat, words } from "./support/pictures.js";
import { shareInFour, shareInThree, shareSaid } from "../../web/kit/text/share.js";

/** @param {Record<string, unknown>} change */
async function loaded(change) {
  const store = new Store();
  store.take({ tokens: ["The", 'say "so",', "cat"], dModel: 12, heads: 3, ...change }, "host");
  await store.load();
  return store;
}

/** Read back as RFC 4180 says. @param {string} text @returns {string[][]} */
function parsed(text) {
  assert.ok(text.endsWith("\r\n"));
  return text
    .slice(0, -2)
    .split("\r\n")
    .map((line) =>
      Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
        quoted === undefined ? plain : quoted.replaceAll('""', '"'),
      ),
    );
}

/** @param {Store} store @param {import("../../web/kit/state/views.js").View} view */
const tableOf = (store, view) => parsed([...csvStretches(numbersOf(store.state, view))].join(""));

test("a row is an element: its index by axis, its words, and the exact number", async () => {
  const store = await loaded({ step: "weights", causal: true });
  const [head, ...rows] = tableOf(store, "walk");
  assert.deepEqual(head, ["b", "h", "q", "k", "query", "key", "value"]);
  assert.equal(rows.length, 27);
  assert.deepEqual(rows[1].slice(0, 6), ["0", "0", "0", "1", "The", 'say "so",']);
  const values = store.state.picture?.values("weights") ?? [];
  for (const [b, h, q, k, , , value] of rows)
    assert.equal(Number(value), values[flat([1, 3, 3, 3], [b, h, q, k].map(Number))]);
});

test("axes keep their names, and only tokens have words", async () => {
  const columns = async (/** @type {Record<string, unknown>} */ change) =>
    tableOf(await loaded(change), "walk")[0].join();
  assert.equal(await columns({ step: "q_heads" }), "b,h,t,d_k,token,value");
  assert.equal(await columns({ step: "x" }), "b,t,d_model,token,value");
  assert.equal(await columns({ step: "k_groups", heads: 4, kvHeads: 2 }), "b,h_kv,g,t,d_k,token,value");
  const crossed = await loaded({ step: "weights", keyTokens: ["le", "chat"] });
  const rows = tableOf(crossed, "walk");
  assert.deepEqual(rows[2].slice(4, 6), ["The", "chat"]);
});

test("NaN and infinities are written by name, and read back", () => {
  const line = csvLine([NaN, -Infinity, 0.1, Math.fround(0.1), 1e-42]);
  assert.deepEqual(line.trim().split(",").map(Number), [NaN, -Infinity, 0.1, Math.fround(0.1), 1e-42]);
  assert.equal(csvLine(["a\nb", 'c"', "d,e", "f"]), '"a\nb","c""","d,e",f\r\n');
});

test("one head gives its weights alone; all heads give their measures", async () => {
  const store = await loaded({ head: 2 });
  const one = tableOf(store, "head").slice(1);
  assert.equal(one.length, 9);
  assert.ok(one.every(([, head]) => head === "2"));
  const [columns, ...rows] = tableOf(store, "heads");
  assert.equal(columns[0], "head");
  const at = columns.indexOf("entropy");
  assert.equal(columns[at + 1], "entropy_queries");
  const measured = store.state.picture?.measure().heads.map(({ entropy }) => entropy);
  assert.deepEqual(
    rows.map((row) => Number(row[at])),
    measured,
  );
  assert.equal(tableOf(store, "map").length, 28);
});

test("both paths are in the table, by name, without a refused step", async () => {
  const store = await loaded({ wrong: "no_scale" });
  while (!store.state.comparison) await new Promise((resolve) => setTimeout(resolve, 5));
  const [columns, ...rows] = tableOf(store, "walk");
  assert.deepEqual(columns, ["path", "b", "h", "q", "k", "query", "key", "value"]);
  assert.deepEqual([rows.length, rows[0][0], rows[53][0]], [54, "right", "wrong"]);
  assert.notDeepEqual(rows[0].slice(1), rows[27].slice(1));
  assert.equal(fileNameOf(store.state, "walk"), "headscope-weights-wrong-no_scale");
  const refused = await loaded({ wrong: "view_without_contiguous" });
  while (!refused.state.comparison) await new Promise((resolve) => setTimeout(resolve, 5));
  const paths = new Set(
    tableOf(refused, "walk")
      .slice(1)
      .map(([path]) => path),
  );
  assert.deepEqual([...paths], ["right"]);
});

test("files are named after their content", async () => {
  const store = await loaded({ step: "weights", head: 2 });
  const names = /** @type {const} */ (["walk", "code", "memory", "map", "head", "heads"]).map((view) =>
    fileNameOf(store.state, view),
  );
  assert.deepEqual(names, [
    "headscope-weights",
    "headscope-weights",
    "headscope-memory-weights",
    "headscope-weights",
    "headscope-weights-head-2",
    "headscope-heads",
  ]);
});

test("a table with too many rows is refused, with what would work", async () => {
  const store = await loaded({ tokens: words(300), heads: 48, dModel: 48, step: "weights" });
  assert.throws(() => numbersOf(store.state, "walk"), {
    name: "RangeError",
    message:
      'weights (1, 48, 300, 300) makes a CSV of 4,320,000 rows, of at most 4,194,304: take fewer tokens or heads, one head alone, or all numbers from getTensor("weights")',
  });
  assert.equal(MOST_ROWS, 4194304);
  assert.equal(numbersOf(store.state, "head").count, 90_000);
});

test("most shares have two decimals, or as many as asked for", () => {
  assert.deepEqual(
    [0, 0.005, 0.5, 0.926, 0.994, 1].map((share) => shareSaid(share)),
    ["0.00", "0.01", "0.50", "0.93", "0.99", "1.00"],
  );
  assert.deepEqual(
    [0, 0.0005, 0.926, 0.9994, 1].map((share) => shareSaid(share, 3)),
    ["0.000", "0.001", "0.926", "0.999", "1.000"],
  );
});

test("a share close to 1 has more decimals, up to a limit", () => {
  assert.deepEqual(
    [0.996, 0.9989, 0.99951, 0.999838, 0.99996].map((share) => shareSaid(share)),
    ["0.996", "0.999", "0.9995", "0.9998", ">.9999"],
  );
  assert.equal(shareSaid(0.996, 2, 2), ">.99");
});

test("a share close to 0 is below the smallest number of its decimals", () => {
  assert.deepEqual(
    [1e-9, 0.0049].map((share) => shareSaid(share)),
    ["<.01", "<.01"],
  );
  assert.equal(shareSaid(0.0004, 3), "<.001");
});

test("no share between 0 and 1 reads as 0 or as 1", () => {
  for (let i = 1; i < 100_000; i++)
    for (const digits of [2, 3]) {
      const said = shareSaid(i / 100_000, digits);
      assert.ok(/^[<>]\./.test(said) || (Number(said) > 0 && Number(said) < 1), `${i}: ${said}`);
    }
});

test("a share below 0 has a true minus sign, and none if it rounds to 0", () => {
  assert.deepEqual(
    [-0.25, -0.001, -1].map((share) => shareSaid(share)),
    ["−0.25", "0.00", "−1.00"],
  );
});

test("shares in cells have four characters, or three in narrow cells, and claim no more", () => {
  const shares = [0, 0.004, 0.005, 0.926, 0.996, 0.99996, 1];
  assert.deepEqual(shares.map(shareInFour), ["0.00", "<.01", "0.01", "0.93", ">.99", ">.99", "1.00"]);
  assert.deepEqual(shares.map(shareInThree), ["", "", ".01", ".93", ".99", ".99", "1.0"]);
});

test("what is no share reads as it is", () => {
  assert.deepEqual(
    [NaN, Infinity].map((share) => shareSaid(share)),
    ["NaN", "Infinity"],
  );
});
