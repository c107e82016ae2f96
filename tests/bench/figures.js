import { FORWARD_SIZES, sizeName } from "./problem.js";
import { MODEL_LENGTHS } from "./measurements/models.js";
import { geometricMean } from "./statistics.js";
import { kilobytes, megabytes, milliseconds, percent, ratio, significant } from "./units.js";

/** @import { Measured } from "./measurements/index.js" */
/** @import { Results } from "./results.js" */

/**
 * @typedef {object} Cell
 * @property {string} text
 * @property {boolean} [met] whether it reaches the target; absent where the check does not judge it: times depend on the machine
 *
 * @typedef {object} Row of the table
 * @property {string} what
 * @property {string} target empty: none
 * @property {(Cell | null)[]} cells one for each side; null if not measured
 *
 * @typedef {(measured: Partial<Measured>) => Cell | null | undefined | 0} Figure
 */

/** @param {Pick<Results, "sides" | "page">} results @returns {Row[]} those of which something was measured */
export function tableRows({ sides, page }) {
  /** @param {string} what @param {string} target @param {Figure} figure @returns {Row} */
  const row = (what, target, figure) => ({
    what,
    target,
    cells: sides.map(({ measured }) => figure(measured) || null),
  });
  /** @param {string} what @param {string} [text] @param {string} [target] @returns {Row} */
  const pageRow = (what, text, target = "") => ({
    what,
    target,
    cells: sides.map(({ name }) => (name === "Chromium" && text !== undefined ? { text } : null)),
  });
  const rows = [
    ...FORWARD_SIZES.map((size, i) =>
      row(`forward ${sizeName(size)}, ms: headscope · onnxruntime-web · tfjs`, "", forwardCell(i)),
    ),
    row("largest difference between results", "", differenceCell),
    row("against onnxruntime-web: geometric mean", "", summaryCell(ONNX, geometricMean)),
    row(
      "against onnxruntime-web: least",
      "1.2x",
      summaryCell(ONNX, (all) => Math.min(...all), 1.2),
    ),
    row("against tfjs-backend-wasm: geometric mean", "", summaryCell(TFJS, geometricMean)),
    row("512 product, of the multiply-then-add peak", "80 %", kernelCell),
    row(`forward ${sizeName(WHOLE)}, of the multiply-then-add peak`, "75 %", wholeCell),
    row("T = 4096 (512, 8), no weights, ms: headscope · onnxruntime-web", "faster", longCell),
    row("wasm heap for T = 4096, without inputs, weights, output", "64 MB", heapCell),
    row("causal against uncausal, T = 1024 (512, 8), attention part", "1.6x", causalCell),
    row(
      "exponent of time in T, 64 to 4096, attention part",
      "2.0 ± 0.1",
      ({ growth }) => growth && within(2, growth.timeExponent),
    ),
    row(
      "exponent of memory in T, 64 to 4096, no weights",
      "1.0 ± 0.1",
      ({ growth }) => growth && within(1, growth.memoryExponent),
    ),
    ...MODEL_LENGTHS.map((T, i) =>
      row(
        `GPT-2 small, ${T} tokens, all weights, ms: headscope · onnxruntime-web`,
        `${leastAgainstOnnx(i)}x`,
        modelCell(i),
      ),
    ),
    ...MODEL_LENGTHS.map((T, i) =>
      row(
        `GPT-2 small, ${T} tokens, ms: one worker · one of the checkout to compare with`,
        "at most 1.03x",
        beforeCell(i),
      ),
    ),
    ...MODEL_LENGTHS.map((T, i) =>
      row(
        `GPT-2 small, ${T} tokens, ms: one worker · two that share the run`,
        i ? "1.6x" : "",
        workersCell(i),
      ),
    ),
    ...MODEL_LENGTHS.map((T, i) =>
      row(
        `GPT-2 small, ${T} tokens, ms: two workers · onnxruntime-web, one thread · two threads, isolated page`,
        i ? "1.2x" : "",
        threadsCell(i),
      ),
    ),
    row(
      "GPT-2 small, 16 tokens, a run without each of 144 heads, ms: one worker · two side by side",
      "1.6x",
      ({ workers }) => workers && sharedCell(workers.beside),
    ),
    row(
      "Llama of 1.0 B parameters in BF16, 64 tokens, ms: one worker · two that share the run",
      "1.6x",
      ({ workers }) => workers?.llama && sharedCell(workers.llama),
    ),
    row("GPT-2 small, 16 tokens, of the multiply-then-add peak", "", modelShareCell(0)),
    row("GPT-2 small, 64 tokens, of the multiply-then-add peak", "60 %", modelShareCell(1, 0.6)),
    row(
      "GPT-2 small, 500 MB: opening · first run of 16 tokens",
      "",
      ({ models }) => models && { text: `${milliseconds(models.opening)} · ${milliseconds(models.first)}` },
    ),
    row(
      "GPT-2 small, 32 tokens: what all parts add to five pieces, after a run",
      "60 ms",
      ({ writes }) => writes && { text: milliseconds(writes.contributions) },
    ),
    row(
      "GPT-2 small: what a head looks for and raises, by its weights",
      "150 ms",
      ({ writes }) => writes && { text: milliseconds(writes.lists) },
    ),
    row(
      "GPT-2 small, 32 tokens: runs with a patched head, of the speed of plain runs",
      "0.9x",
      ({ writes }) => writes && { text: ratio(writes.speed), met: writes.speed >= 0.9 },
    ),
    row(
      "Llama of 1.1 B parameters in BF16, 16 tokens from disk: time · greatest memory",
      "700 MB",
      largeCell,
    ),
    row("traced forward (64, 8, 12), all steps read", "1 ms", callCell("traced, steps read")),
    row("traced forward (64, 8, 12), no step read", "", callCell("traced")),
    row("untraced forward (64, 8, 12), with attention weights", "", callCell("fast")),
    row("call overhead: forward of 1 x 1 x 1", "", callCell("1 x 1 x 1")),
    row(
      "a step of training at the default, 16 sentences",
      "2 ms",
      ({ train }) => train && { text: milliseconds(train.milliseconds) },
    ),
    row("600 steps", "1.5 s", ({ train }) => train && { text: milliseconds(600 * train.milliseconds) }),
    row("products of a training step, of the multiply-then-add peak", "", trainingCell),
    row(
      "evaluation of a model on 64 sentences",
      "",
      ({ train }) => train && { text: milliseconds(train.evaluation) },
    ),
    pageRow("navigation to first heatmap", page && milliseconds(page.firstHeatmap), "300 ms"),
    ...slowestInputs(page).map(({ tokens, most, text }) =>
      pageRow(
        `input to painted, T = ${tokens} (256, 8), main thread: slowest 95th percentile`,
        text,
        `${most} ms`,
      ),
    ),
    ...(page?.interactions ?? []).map(({ tokens, slower, most, inp, input, rounds }) =>
      pageRow(
        `Interaction to Next Paint, T = ${tokens} (256, 8), at ${slower === 1 ? "full" : "a quarter of the"} speed`,
        `${milliseconds(inp)} (rounds: ${rounds.map(milliseconds).join(", ")}): ${input}`,
        `${most} ms`,
      ),
    ),
    ...(page?.heads ?? []).map(({ size, input, p95, most, rounds }) =>
      pageRow(
        `heads, ${size}: ${input}, main thread: 95th percentile`,
        `${milliseconds(p95)} (rounds: ${rounds.map(milliseconds).join(", ")})`,
        `${most} ms`,
      ),
    ),
    ...(page?.labs ?? []).map(({ lab, turn, p95, most, rounds }) =>
      pageRow(
        `labs, ${lab}: ${turn}, main thread: 95th percentile`,
        `${milliseconds(p95)} (rounds: ${rounds.map(milliseconds).join(", ")})`,
        `${most} ms`,
      ),
    ),
    ...(page?.train ?? []).map(({ input, p95, most, rounds }) =>
      pageRow(
        `Train, ${input}, main thread: 95th percentile`,
        `${milliseconds(p95)} (rounds: ${rounds.map(milliseconds).join(", ")})`,
        `${most} ms`,
      ),
    ),
    ...(page?.models ?? []).map(({ what, by, value, most, rounds }) =>
      pageRow(
        `Models, ${what}: ${by}`,
        `${milliseconds(value)} (rounds: ${rounds.map(milliseconds).join(", ")})`,
        `${most} ms`,
      ),
    ),
    ...(page?.arrival ?? []).map(({ what, text, target }) =>
      pageRow(`GPT-2 small from a hub at 50 Mbit/s with 60 ms of delay, ${what}`, text, target),
    ),
    ...articleRows(page?.article).map(([what, text, target]) => pageRow(what, text, target)),
    pageRow(
      "transferred until the first heatmap, gzipped (uncompressed)",
      page && `${sizes(page.transferred)} in ${page.requests} requests`,
    ),
    pageRow("wasm memory of the page", page && megabytes(page.heap)),
    pageRow(
      "to load, gzipped: headscope/core · onnxruntime-web · tfjs",
      page && page.weights.map(({ gzipped }) => kilobytes(gzipped)).join(" · "),
    ),
  ];
  return rows.filter(({ cells }) => cells.some(Boolean));
}

/** @param {NonNullable<Results["page"]>["article"]} [article] @returns {[what: string, text: string, target: string][]} */
function articleRows(article) {
  if (!article) return [];
  const { longest, rounds, text, twenty, left } = article;
  const all = rounds.map(milliseconds).join(", ");
  return [
    [
      "in an article: longest task on load, at a quarter of the speed, main thread",
      `${milliseconds(longest)} (rounds: ${all})`,
      "100 ms",
    ],
    ["in an article: time to its text, against the same without the element", ratio(text), "1.1x"],
    ["twenty in an article, two in view: main thread on load, beside one", ratio(twenty), ""],
    ["200 put in and taken out: the heap beyond what it was", megabytes(left), "4 MB"],
  ];
}

const ONNX = "onnxruntime-web";
const TFJS = "tfjs-backend-wasm";

/** @typedef {import("./measurements/race.js").Time} Time */

/** The fastest variant of a runtime; undefined if no variant can solve the problem. @param {Time[]} times @param {string} runtime @returns {Time | undefined} */
const best = (times, runtime) =>
  times
    .filter(({ name }) => name.startsWith(runtime))
    .toSorted((a, b) => a.milliseconds - b.milliseconds)
    .at(0);

/** @param {Time | undefined} time */
const against = (time) => (time ? `${significant(time.milliseconds)} (${ratio(time.ratio)})` : "failed");

/** @param {number} i of the sizes @returns {Figure} */
const forwardCell =
  (i) =>
  ({ forward }) => {
    if (!forward) return null;
    const { times } = forward[i];
    if (times.length === 0) return { text: "headscope failed" };
    const texts = [ONNX, TFJS].map((runtime) => against(best(times, runtime)));
    return { text: [significant(times[0].milliseconds), ...texts].join(" · ") };
  };

/** @type {Figure} */
const differenceCell = ({ forward }) => {
  const all = forward?.flatMap(({ times }) => times.map(({ difference }) => difference));
  return all?.length && { text: Math.max(...all).toExponential(1) };
};

/** @param {string} runtime @param {(ratios: number[]) => number} summary @param {number} [least] @returns {Figure} */
const summaryCell =
  (runtime, summary, least) =>
  ({ forward }) => {
    const ratios = forward?.flatMap(({ times }) => best(times, runtime)?.ratio ?? []);
    if (!ratios?.length) return null;
    const value = summary(ratios);
    return { text: ratio(value), met: least === undefined ? undefined : value >= least };
  };

/** @type {Figure} */
const kernelCell = ({ kernel }) =>
  kernel && {
    text: `${percent(kernel.share)}: ${significant(kernel.gflops)} of ${significant(kernel.peakGflops)} GFLOP/s`,
    met: kernel.share >= 0.8,
  };

/** The largest forward pass of the benchmark. */
const WHOLE = /** @type {typeof FORWARD_SIZES[number]} */ (FORWARD_SIZES.at(-1));

/** Cost of its products: four projections, Q Kᵀ, and weights times V. A product that is added counts as two operations. @type {Figure} */
const wholeCell = ({ kernel, forward }) => {
  const time = forward?.at(FORWARD_SIZES.indexOf(WHOLE))?.times.at(0);
  if (!kernel || !time) return null;
  const { dModel, T } = WHOLE;
  const gflops = (8 * T * dModel ** 2 + 4 * T ** 2 * dModel) / time.fastest / 1e6;
  const share = gflops / kernel.peakGflops;
  return {
    text: `${percent(share)}: ${significant(gflops)} of ${significant(kernel.peakGflops)} GFLOP/s`,
    met: share >= 0.75,
  };
};

/** @type {Figure} */
const trainingCell = ({ kernel, train }) => {
  if (!kernel || !train) return null;
  const gflops = train.flops / train.fastest / 1e6;
  return {
    text: `${percent(gflops / kernel.peakGflops)}: ${significant(gflops)} of ${significant(kernel.peakGflops)} GFLOP/s`,
  };
};

/** @type {Figure} */
const longCell = ({ long }) => {
  if (!long) return null;
  const ours = best(long.times, "headscope");
  const theirs = best(long.times, ONNX);
  if (!ours) return { text: "headscope failed", met: false };
  const failed = long.unable.map(({ name }) => `; ${name.replace(`${ONNX},`, "the")} fails`).join("");
  return {
    text: `${significant(ours.milliseconds)} · ${against(theirs)}${failed}`,
    met: theirs && theirs.ratio > 1,
  };
};

/** @type {Figure} */
const heapCell = ({ long }) => {
  if (!long) return null;
  if ("failure" in long.memory) return { text: long.memory.failure, met: false };
  const { beyond, memory } = long.memory;
  return { text: `${megabytes(beyond)} (wasm's memory: ${megabytes(memory)})`, met: beyond <= 64 * 2 ** 20 };
};

/** @type {Figure} */
const causalCell = ({ causal }) =>
  causal && {
    text: `${ratio(causal.ratio)}: ${significant(causal.causal)} for ${significant(causal.uncausal)} ms`,
    met: causal.ratio >= 1.6,
  };

/** The target against onnxruntime-web. It is lower for 16 tokens, where both runtimes wait for memory that other programs also use. @param {number} i of the lengths */
const leastAgainstOnnx = (i) => (i ? 1.2 : 1);

/** @param {number} i of the lengths @returns {Figure} */
const modelCell =
  (i) =>
  ({ models }) => {
    if (!models) return null;
    const { ours, theirs, ratio: times } = models.times[i];
    return pairCell(ours, theirs, times, times >= leastAgainstOnnx(i));
  };

/** Two times, and how many times as fast one is. @param {number} a ms @param {number} b ms @param {number} times @param {boolean} [met] @returns {Cell} */
const pairCell = (a, b, times, met) => ({
  text: `${significant(a)} · ${significant(b)} (${ratio(times)})`,
  met,
});

/** Of the checkout's time. @param {number} i of the lengths @returns {Figure} */
const beforeCell =
  (i) =>
  ({ models }) => {
    const { ours, before } = models?.times[i] ?? {};
    if (ours === undefined || !before) return null;
    return pairCell(ours, before.milliseconds, before.ratio, before.ratio <= 1.03);
  };

/** @param {{ one: number, two: number, ratio: number }} times @param {boolean} [isJudged] @returns {Cell} */
const sharedCell = ({ one, two, ratio: times }, isJudged = true) =>
  pairCell(one, two, times, isJudged ? times >= 1.6 : undefined);

/** The shortest has no target: its exchanges by messages take a third of its time. @param {number} i of the lengths @returns {Figure} */
const workersCell =
  (i) =>
  ({ workers }) =>
    workers && sharedCell(workers.times[i], i > 0);

/** The shortest has no target, as for workersCell(). @param {number} i of the lengths @returns {Figure} */
const threadsCell =
  (i) =>
  ({ workers }) => {
    const { two, peer } = workers?.times[i] ?? {};
    if (two === undefined || !peer) return null;
    return {
      text: `${significant(two)} · ${significant(peer.one)} · ${significant(peer.two)} (${ratio(peer.ratio)})`,
      met: i ? peer.ratio >= 1.2 : undefined,
    };
  };

/** Its products: 12 blocks of 12 d_model² a token, attention, and the unembedding. @param {number} i of the lengths @param {number} [least] @returns {Figure} */
const modelShareCell =
  (i, least) =>
  ({ kernel, models }) => {
    if (!kernel || !models) return null;
    const { T, fastest } = models.times[i];
    const [layers, dModel, vocabulary] = [12, 768, 50257];
    const flops = 2 * T * (layers * (12 * dModel ** 2 + 2 * T * dModel) + vocabulary * dModel);
    const gflops = flops / fastest / 1e6;
    const share = gflops / kernel.peakGflops;
    return {
      text: `${percent(share)}: ${significant(gflops)} of ${significant(kernel.peakGflops)} GFLOP/s`,
      met: least === undefined ? undefined : share >= least,
    };
  };

/** @type {Figure} */
const largeCell = ({ large }) =>
  large && {
    text: `${milliseconds(large.milliseconds)} · ${megabytes(large.memory)}`,
    met: large.memory <= 700 * 2 ** 20,
  };

/** @param {number} wanted @param {number} value @returns {Cell} */
const within = (wanted, value) => ({ text: value.toFixed(2), met: Math.abs(value - wanted) <= 0.1 });

/** @param {string} name @returns {Figure} */
const callCell =
  (name) =>
  ({ calls }) => {
    const call = calls?.find((each) => each.name === name);
    return call && { text: milliseconds(call.milliseconds) };
  };

/** @param {{ bytes: number, gzipped: number }} size */
const sizes = ({ bytes, gzipped }) => `${kilobytes(gzipped)} (${kilobytes(bytes)})`;

/** For each number of tokens and each limit, the input that blocks the main thread longest. @param {Results["page"]} page */
function slowestInputs(page) {
  const all = page?.paint ?? [];
  const groups = new Set(all.map(({ tokens, most }) => `${tokens} ${most}`));
  return [...groups].map((group) => {
    const times = all.filter(({ tokens, most }) => `${tokens} ${most}` === group);
    const [slowest] = times.toSorted((a, b) => b.p95 - a.p95);
    const { tokens, input, step, p95, most, rounds } = slowest;
    const each = rounds.map(milliseconds).join(", ");
    return { tokens, most, text: `${milliseconds(p95)} (rounds: ${each}): ${input} at ${step}` };
  });
}
