// Benchmarks: the numbers that the docs say, the report, and the models for ONNX.
import assert from "node:assert/strict";
import test from "node:test";
import { interleave } from "../bench/interleave.js";
import {
  besideAttention,
  exponent,
  geometricMean,
  largestDifference,
  median,
  medianRatio,
  middleMean,
} from "../bench/statistics.js";
import { readFileSync } from "node:fs";
import { verdict } from "../bench/check.js";
import { tableRows } from "../bench/figures.js";
import { besideBusyLoop } from "../bench/busy.js";
import { readOptions } from "../bench/options.js";
import { FORWARD_SIZES } from "../bench/problem.js";
import { replaceBetweenMarks } from "../bench/results-page.js";
import { markdownTable, plainTable } from "../bench/table.js";
import { inRoot } from "../../tools/lib/paths.mjs";
import { onnxModel } from "../bench/onnx-model.js";
import { message, varint } from "../bench/protobuf.js";

test("the median is the middle value, or the mean of the middle two, in any order", () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([8, 1, 2, 100]), 5);
  assert.equal(median([7]), 7);
});

test("the mean of the middle half leaves out the fastest and the slowest quarter, and takes all of few values", () => {
  assert.equal(middleMean([100, 24, 28, 28, 32, 4, 28, 24]), (24 + 28 + 28 + 28) / 4);
  assert.equal(middleMean([1, 2, 6]), 3);
  assert.equal(middleMean([7]), 7);
});

test("the geometric mean of the ratios 2 and 1/2 is 1", () => {
  assert.ok(Math.abs(geometricMean([2, 0.5]) - 1) < 1e-12);
  assert.ok(Math.abs(geometricMean([1, 10, 100]) - 10) < 1e-12);
});

test("the ratio is taken round by round, so that a slow round counts for both", () => {
  assert.equal(medianRatio([2, 20, 2.2], [1, 10, 1]), 2);
});

test("the exponent of a power of T is found, also with noise", () => {
  const lengths = [64, 128, 256, 512, 1024];
  assert.ok(Math.abs(exponent(lengths.map((T) => [T, 3 * T ** 2])) - 2) < 1e-12);
  assert.ok(Math.abs(exponent(lengths.map((T, i) => [T, T * (i % 2 ? 1.02 : 0.98)])) - 1) < 0.02);
  assert.ok(
    Number.isNaN(exponent([...lengths.map((T) => /** @type {[number, number]} */ ([T, T])), [2048, -1]])),
  );
});

test("a difference in length, or NaN anywhere, is infinite", () => {
  const a = Float32Array.of(1, 2, 3);
  assert.equal(largestDifference(a, Float32Array.of(1, 2.5, 2)), 1);
  assert.equal(largestDifference(a, Float32Array.of(1, 2)), Infinity);
  assert.equal(largestDifference(a, Float32Array.of(1, NaN, 3)), Infinity);
  assert.equal(largestDifference(Float32Array.of(NaN, 1), Float32Array.of(NaN, 2)), Infinity);
});

test("a forward's time is split into attention and the rest", () => {
  /** @param {number} queries @param {number} keys */
  const time = (queries, keys) => 3 + 0.5 * queries + 0.25 * keys + 0.125 * queries * keys;
  const times = { all: time(64, 64), fewKeys: time(64, 8), fewQueries: time(8, 64), both: time(8, 8) };
  assert.equal(times.all - besideAttention(64, 8, times), 0.125 * 64 * 64);
});

test("contestants take turns, each runs often enough for a sample, and promises are awaited", async () => {
  /** @type {string[]} */
  let calls = [];
  let pending = 0;
  const busy = (/** @type {number} */ milliseconds) => {
    for (const end = performance.now() + milliseconds; performance.now() < end;);
  };
  const all = [
    { name: "a", run: () => (busy(2), calls.push("a")) },
    {
      name: "b",
      async run() {
        assert.equal(++pending, 1, "one at a time");
        await new Promise((resolve) => setTimeout(resolve, 2));
        pending--;
        calls.push("b");
      },
    },
  ];
  const effort = { rounds: 3, fewest: 3, budget: 1, milliseconds: 0, warmUp: 0, warmRuns: 3 };
  const samples = await interleave(all, effort, (note) => note.startsWith("round 1 ") && (calls = []));
  assert.deepEqual(calls, ["a", "b", "a", "b", "a", "b"]);
  assert.deepEqual(
    samples.map((of) => of.length),
    [3, 3],
  );
  assert.ok(
    samples.flat().every((each) => each >= 1),
    String(samples),
  );
});

/** @import { Measured } from "../bench/measurements/index.js" */

const FASTEST = 0.8; // of the median

/** @param {string} name @param {number} milliseconds @param {number} ratio @param {number} [difference] */
const time = (name, milliseconds, ratio, difference = 0) => ({
  ...{ name, milliseconds, fastest: FASTEST * milliseconds, ratio, difference },
});

/** @param {number} plain @param {number} fused @param {number} tfjs the ratios @returns {Measured["forward"]} */
const forward = (plain, fused, tfjs) =>
  FORWARD_SIZES.map((size) => ({
    size,
    unable: [],
    times: [
      time("headscope", 2, 1),
      time("onnxruntime-web, plain graph", 2 * plain, plain),
      time("onnxruntime-web, fused operator", 2 * fused, fused, 2.5e-7),
      time("tfjs-backend-wasm", 2 * tfjs, tfjs),
    ],
  }));

/** @param {...Partial<Measured>} sides */
const results = (...sides) => ({
  date: "2026-01-02",
  quick: false,
  machine: { cpu: "A processor", cores: 2 },
  versions: { Node: "20" },
  sides: sides.map((measured, i) => ({ name: ["Chromium", "Node"][i], measured })),
});

test("the faster one of onnxruntime's graphs counts", () => {
  const [first, ...others] = tableRows(results({ forward: forward(4, 2.5, 6) }));
  assert.deepEqual(first, {
    what: "forward (64, 8, 10), ms: headscope · onnxruntime-web · tfjs",
    target: "",
    cells: [{ text: "2 · 5 (2.50x) · 12 (6.00x)" }],
  });
  assert.deepEqual(
    others.slice(4).map(({ target, cells: [cell] }) => [target, cell?.text, cell?.met]),
    [
      ["", "2.5e-7", undefined],
      ["", "2.50x", undefined],
      ["1.2x", "2.50x", true],
      ["", "6.00x", undefined],
    ],
  );
});

test("two workers must be 1.6 times as fast as one from 64 tokens on", () => {
  const times = [16, 64, 256].map((T, i) => ({ T, one: 100, two: 50, ratio: 1.5 + 0.1 * i }));
  const rows = tableRows(results({ workers: { times, beside: { one: 100, two: 80, ratio: 1.25 } } }));
  assert.deepEqual(
    rows.map(({ target, cells: [cell] }) => [target, cell?.text, cell?.met]),
    [
      ["", "100 · 50 (1.50x)", undefined],
      ["1.6x", "100 · 50 (1.60x)", true],
      ["1.6x", "100 · 50 (1.70x)", true],
      ["1.6x", "100 · 80 (1.25x)", false],
    ],
  );
});

test("from 64 tokens on, two workers must be 1.2 times as fast as onnxruntime-web with two threads, and share a large model", () => {
  const one = { one: 100, two: 50, ratio: 2 };
  const times = [16, 64, 256].map((T, i) => ({
    ...{ T, ...one },
    peer: { one: 120, two: 60 + i, ratio: 1 + 0.15 * i },
  }));
  const llama = { one: 3000, two: 2000, ratio: 1.5 };
  const rows = tableRows(
    results(
      { workers: { times, beside: one, llama } },
      { workers: { times: [one, one, one].map((each, i) => ({ T: times[i].T, ...each })), beside: one } },
    ),
  );
  const text = "50 · 120";
  assert.deepEqual(
    rows.filter(({ what }) => /thread|Llama/.test(what)).map(({ target, cells }) => [target, ...cells]),
    [
      ["", { text: `${text} · 60 (1.00x)`, met: undefined }, null],
      ["1.2x", { text: `${text} · 61 (1.15x)`, met: false }, null],
      ["1.2x", { text: `${text} · 62 (1.30x)`, met: true }, null],
      ["1.6x", { text: "3000 · 2000 (1.50x)", met: false }, null],
    ],
  );
});

test("from 64 tokens on, a model must be 1.2 times as fast as onnxruntime-web, and with 16 as fast; a large one must stay within its memory", () => {
  const times = [16, 64, 256].map((T, i) => ({
    T,
    ours: 100,
    fastest: 100 * FASTEST,
    theirs: 100 + 15 * i,
    ratio: 1 + 0.15 * i,
    difference: 0,
  }));
  const models = { opening: 80, first: 900, times };
  const rows = tableRows(results({ models, large: { milliseconds: 9000, memory: 701 * 2 ** 20 } }));
  assert.deepEqual(
    rows.map(({ cells: [cell] }) => [cell?.text, cell?.met]),
    [
      ["100 · 100 (1.00x)", true],
      ["100 · 115 (1.15x)", false],
      ["100 · 130 (1.30x)", true],
      ["80 ms · 900 ms", undefined],
      ["9000 ms · 701 MB", false],
    ],
  );
});

test("a run must take at most 1.03 times that of a checkout to compare with", () => {
  const time = { ours: 103, fastest: 90, theirs: 200, ratio: 2, difference: 0 };
  const times = [16, 64, 256].map((T, i) => ({
    T,
    ...time,
    before: { milliseconds: 100 - i, ratio: 1.02 + 0.01 * i },
  }));
  const rows = tableRows(results({ models: { opening: 80, first: 900, times } }));
  assert.deepEqual(
    rows
      .filter(({ what }) => what.includes("compare with"))
      .map(({ target, cells: [cell] }) => [target, cell?.text, cell?.met]),
    [
      ["at most 1.03x", "103 · 100 (1.02x)", true],
      ["at most 1.03x", "103 · 99 (1.03x)", true],
      ["at most 1.03x", "103 · 98 (1.04x)", false],
    ],
  );
});

test("a whole forward is compared with the machine's peak of multiplications and additions", () => {
  const kernel = { size: 512, gflops: 40, peakGflops: 2500, share: 0.02 };
  const [, whole] = tableRows(results({ kernel, forward: forward(2, 2, 2) })).filter(({ what }) =>
    what.endsWith("peak"),
  );
  // 4 projections of 512 x 768 by 768 x 768 and two products of 12 heads of 512 x 64 by 64 x 512, in the fastest round.
  const gflops = (4 * 2 * 512 * 768 * 768 + 2 * 12 * 2 * 512 * 64 * 512) / (2e6 * FASTEST);
  assert.equal(whole.cells[0]?.text, `${Math.round(gflops / 25)} %: 2010 of 2500 GFLOP/s`);
  assert.equal(whole.cells[0]?.met, true);
});

test("unmeasured values have no row, and values of one side leave the other's cell empty", () => {
  const kernel = { size: 512, gflops: 40, peakGflops: 60, share: 2 / 3 };
  const rows = tableRows(results({}, { kernel }));
  assert.deepEqual(rows, [
    {
      what: "512 product, of the multiply-then-add peak",
      target: "80 %",
      cells: [null, { text: "67 %: 40 of 60 GFLOP/s", met: false }],
    },
  ]);
  assert.equal(
    markdownTable(rows, ["Chromium", "Node"]),
    "| Measurement | Target | Chromium | Node |\n| --- | --- | --- | --- |\n" +
      "| 512 product, of the multiply-then-add peak | 80 % |  | 67 %: 40 of 60 GFLOP/s ✗ |",
  );
  assert.equal(
    plainTable(rows, ["Chromium", "Node"]).split("\n")[0],
    "Measurement                                 Target  Chromium  Node",
  );
});

test("a runtime that cannot run a long sequence is listed", () => {
  const long = {
    size: { dModel: 512, numHeads: 8, T: 4096 },
    times: [time("headscope", 900, 1), time("onnxruntime-web, plain graph", 1800, 2)],
    unable: [{ name: "onnxruntime-web, fused operator", failure: "Integer overflow" }],
    memory: { T: 4096, beyond: 65 * 2 ** 20, memory: 90 * 2 ** 20 },
  };
  const cells = tableRows(results({ long })).map((row) => row.cells[0]);
  assert.deepEqual(cells, [
    { text: "900 · 1800 (2.00x); the fused operator fails", met: true },
    { text: "65 MB (wasm's memory: 90 MB)", met: false },
  ]);
  const unable = [{ name: "headscope", failure: "no memory" }];
  const [cell] = tableRows(results({ long: { ...long, times: long.times.slice(1), unable } }))[0].cells;
  assert.deepEqual(cell, { text: "headscope failed", met: false });
});

test("for each number of tokens and each limit, Chromium's column shows the slowest input", () => {
  /** @param {number} tokens @param {string} input @param {number} p95 @param {number} most */
  const timeOf = (tokens, input, p95, most) => ({
    ...{
      tokens,
      input,
      step: "weights",
      samples: 60,
      median: p95 / 2,
      p95,
      wall: { median: 20, p95: 20 },
      most,
      rounds: [p95 + 4, p95],
    },
  });
  const page = {
    firstHeatmap: 250,
    requests: 5,
    transferred: { bytes: 200_000, gzipped: 100_000 },
    heap: 2 ** 24,
    weights: [{ name: "headscope", bytes: 90_000, gzipped: 50_000 }],
    paint: [
      timeOf(32, "typing", 9, 16),
      timeOf(32, "stepping", 12, 16),
      timeOf(32, "selecting", 24, 25),
      timeOf(128, "typing", 20, 50),
    ],
    interactions: [
      { tokens: 12, slower: 1, most: 50, inp: 32, input: "typing", rounds: [40, 32] },
      { tokens: 12, slower: 4, most: 200, inp: 104, input: "stepping", rounds: [104] },
    ],
    heads: [{ ...timeOf(12, "hovering over maps", 9, 16), most: 16, size: "8 heads, 12 tokens" }],
    labs: [{ ...timeOf(12, "", 8, 16), lab: "cost", turn: "length", most: 16 }],
    train: [{ ...timeOf(12, "scrubbing", 7, 16), most: 16 }],
    models: [{ what: "typing", by: "wall", most: 50, value: 9, rounds: [12, 9] }],
    arrival: [{ what: "first layer", text: "5 s", target: "6 s" }],
    article: { longest: 80, rounds: [95, 80], text: 1.01, twenty: 1.2, left: 2 ** 20 },
  };
  const rows = tableRows({ ...results({}, {}), page });
  const heads = rows.find(({ what }) => what.startsWith("heads, 8 heads, 12 tokens: hovering over maps"));
  assert.deepEqual([heads?.target, heads?.cells[0]], ["16 ms", { text: "9 ms (rounds: 13 ms, 9 ms)" }]);
  const arrival = rows.find(({ what }) => what.endsWith("first layer"));
  assert.deepEqual([arrival?.target, arrival?.cells[0]], ["6 s", { text: "5 s" }]);
  assert.deepEqual(
    rows
      .filter(({ what }) => what.startsWith("Interaction"))
      .map(({ what, target, cells }) => [what, target, cells[0]?.text]),
    [
      [
        "Interaction to Next Paint, T = 12 (256, 8), at full speed",
        "50 ms",
        "32 ms (rounds: 40 ms, 32 ms): typing",
      ],
      [
        "Interaction to Next Paint, T = 12 (256, 8), at a quarter of the speed",
        "200 ms",
        "104 ms (rounds: 104 ms): stepping",
      ],
    ],
  );
  const labs = rows.find(({ what }) => what.startsWith("labs, cost: length"));
  assert.deepEqual([labs?.target, labs?.cells[0]], ["16 ms", { text: "8 ms (rounds: 12 ms, 8 ms)" }]);
  const trained = rows.find(({ what }) => what.startsWith("Train, scrubbing"));
  assert.deepEqual([trained?.target, trained?.cells[0]], ["16 ms", { text: "7 ms (rounds: 11 ms, 7 ms)" }]);
  const models = rows.find(({ what }) => what === "Models, typing: wall");
  assert.deepEqual([models?.target, models?.cells[0]], ["50 ms", { text: "9 ms (rounds: 12 ms, 9 ms)" }]);
  const article = rows
    .filter(({ what }) => /article|200/.test(what))
    .map(({ target, cells }) => [target, cells[0]?.text]);
  assert.deepEqual(article, [
    ["100 ms", "80 ms (rounds: 95 ms, 80 ms)"],
    ["1.1x", "1.01x"],
    ["", "1.20x"],
    ["4 MB", "1 MB"],
  ]);
  const painted = rows.filter(({ what }) => what.startsWith("input"));
  assert.deepEqual(
    painted.map(({ target, cells }) => [target, ...cells]),
    [
      ["16 ms", { text: "12 ms (rounds: 16 ms, 12 ms): stepping at weights" }, null],
      ["25 ms", { text: "24 ms (rounds: 28 ms, 24 ms): selecting at weights" }, null],
      ["50 ms", { text: "20 ms (rounds: 24 ms, 20 ms): typing at weights" }, null],
    ],
  );
});

test("the verdict is one line that names the missed targets and where", () => {
  const sides = ["Chromium", "Node"];
  const reached = tableRows(results({ forward: forward(3, 2.1, 3.1) }, { forward: forward(2.1, 3, 4) }));
  assert.deepEqual(verdict(reached, sides), { met: true, line: "Verdict: all of 2 targets met." });
  const missed = tableRows(results({ forward: forward(3, 2.1, 3.1) }, { forward: forward(2.1, 1.1, 2.9) }));
  assert.deepEqual(verdict(missed, sides), {
    met: false,
    line: "Verdict: 1 of 2 targets missed. against onnxruntime-web: least: 1.10x in Node, where 1.2x is wanted.",
  });
  assert.equal(verdict([], sides).met, false);
});

test("the table of results stands between its marks, and nothing else changes", () => {
  const marks = ["<!-- Written by npm run bench -- --write -->", "<!-- The end of what it writes -->"];
  const page = `# Results\n\n${marks[0]}\nold\n${marks[1]}\n\nAfter.\n`;
  const written = replaceBetweenMarks(page, "new");
  assert.equal(written, `# Results\n\n${marks[0]}\n\nnew\n\n${marks[1]}\n\nAfter.\n`);
  assert.equal(replaceBetweenMarks(written, "new"), written);
  assert.throws(() => replaceBetweenMarks("# Results", "new"), /has to have these two lines/);
  const performance = readFileSync(inRoot("docs/performance.md"), "utf8");
  assert.match(replaceBetweenMarks(performance, "new"), /-->\n\nnew\n\n<!--/);
});

test("unknown options are refused with a message", () => {
  const names = ["kernel", "page"];
  assert.deepEqual(readOptions(["--quick", "--only", "page"], names), {
    quick: true,
    check: false,
    busy: false,
    write: false,
    json: false,
    serve: false,
    only: ["page"],
    against: undefined,
  });
  assert.equal(readOptions(["--only", "models", "--against", "../before"], ["models"]).against, "../before");
  assert.throws(
    () => readOptions(["--only", "page", "--against", "../before"], names),
    /--against compares models/,
  );
  assert.deepEqual(readOptions([], names).only, names);
  const usage =
    "Usage: npm run bench -- [--quick] [--check] [--busy] [--write] [--json] [--serve] [--only kernel,page] [--against FOLDER]";
  assert.throws(() => readOptions(["--fast"], names), {
    name: "UserError",
    message: new RegExp(`--fast.*${usage.slice(0, 6)}`, "s"),
  });
  assert.throws(() => readOptions(["--only", "paint"], names), {
    message: `There is no measurement "paint". ${usage}`,
  });
  assert.throws(
    () => readOptions(["--write", "--quick"], names),
    /none of --only, --quick, --busy and --against/,
  );
  assert.throws(
    () => readOptions(["--write", "--busy"], names),
    /none of --only, --quick, --busy and --against/,
  );
});

test("a busy loop runs during a measurement, also if the measurement fails", async () => {
  assert.equal(await besideBusyLoop(async () => 7), 7);
  await assert.rejects(
    besideBusyLoop(() => Promise.reject(new Error("broken"))),
    { message: "broken" },
  );
});

/** @param {Uint8Array} bytes */
const hex = (bytes) => Buffer.from(bytes).toString("hex");

test("numbers are written with seven bits per byte, negative ones as 64 bits", () => {
  assert.equal(hex(varint(0)), "00");
  assert.equal(hex(varint(127)), "7f");
  assert.equal(hex(varint(128)), "8001");
  assert.equal(hex(varint(300)), "ac02");
  assert.equal(hex(varint(-1)), "ffffffffffffffffff01");
  assert.equal(hex(varint(2 ** 40)), "808080808020");
  assert.throws(() => varint(0.5), /0.5 is not a whole number/);
});

test("fields are written as in the encoding's documentation", () => {
  assert.equal(hex(message([1, 150])), "089601");
  assert.equal(hex(message([2, "testing"])), "120774657374696e67");
  assert.equal(hex(message([3, message([1, 150])])), "1a03089601");
  assert.equal(hex(message([2, { float: 1 }])), "150000803f");
  assert.equal(hex(message([8, 1], [8, 2], [20, 7])), "40014002a00107");
});

/**
 * Reads the fields of a message, by number.
 * @param {Uint8Array} bytes
 */
function fields(bytes) {
  /** @type {Record<number, (number | Uint8Array)[]>} */
  const found = {};
  let at = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = number();
    const length = key % 8 === 5 ? 4 : number();
    const value = key % 8 === 0 ? length : bytes.subarray(at, (at += length));
    (found[key >> 3] ??= []).push(value);
  }
  return found;
}

/** @param {number | Uint8Array} bytes */
const below = (bytes) => fields(/** @type {Uint8Array} */ (bytes));
/** @param {(number | Uint8Array)[]} texts */
const texts = (texts) => texts.map((each) => Buffer.from(/** @type {Uint8Array} */ (each)).toString());

test("a model contains its nodes, constants, inputs and outputs", () => {
  const model = fields(
    onnxModel({
      nodes: [
        {
          op: "MatMul",
          inputs: ["x", "w"],
          outputs: ["y"],
          attributes: { axis: -1, perm: [0, 2], f: { float: 1 } },
        },
      ],
      constants: { w: { data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [3, 2] } },
      inputs: { x: [1, 3] },
      outputs: ["y"],
    }),
  );
  assert.deepEqual(
    model[8].map((each) => below(each)[2][0]),
    [17, 1],
  );
  const graph = below(model[7][0]);
  const node = below(graph[1][0]);
  assert.deepEqual([texts(node[1]), texts(node[2]), texts(node[4])], [["x", "w"], ["y"], ["MatMul"]]);
  assert.deepEqual(
    node[5].map((each) => below(each)[20][0]),
    [2, 7, 1],
  );
  assert.deepEqual(below(node[5][1])[8], [0, 2]);
  const constant = below(graph[5][0]);
  assert.deepEqual([constant[1], constant[2], texts(constant[8])], [[3, 2], [1], ["w"]]);
  assert.equal(
    hex(/** @type {Uint8Array} */ (constant[9][0])),
    "0000803f0000004000004040000080400000a0400000c040",
  );
  const shape = below(below(below(below(graph[11][0])[2][0])[1][0])[2][0]);
  assert.deepEqual(
    shape[1].map((each) => below(each)[1][0]),
    [1, 3],
  );
  assert.deepEqual(texts(below(graph[12][0])[1]), ["y"]);
});
