import { FORWARD_SIZES, sizeName } from "./problem.js";
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
 * @property {(Cell | null)[]} cells one a side; null where it was not measured
 *
 * @typedef {(measured: Partial<Measured>) => Cell | null | undefined | false} Figure
 */

/** @param {Results} results @returns {Row[]} those of which something was measured */
export function tableRows({ sides, page }) {
  /** @param {string} what @param {string} target @param {Figure} figure @returns {Row} */
  const row = (what, target, figure) => ({
    what,
    target,
    cells: sides.map(({ measured }) => figure(measured) || null),
  });
  /** @param {string} what @param {string} [text] @returns {Row} */
  const pageRow = (what, text) => ({
    what,
    target: "",
    cells: sides.map(({ name }) => (name === "Chromium" && text !== undefined ? { text } : null)),
  });
  const rows = [
    ...FORWARD_SIZES.map((size, i) =>
      row(`forward ${sizeName(size)}, ms: headscope · onnxruntime-web · tfjs`, "", forwardCell(i)),
    ),
    row("against onnxruntime-web: geometric mean", "2.0x", atLeast(2, ONNX, geometricMean)),
    row(
      "against onnxruntime-web: least",
      "1.4x",
      atLeast(1.4, ONNX, (all) => Math.min(...all)),
    ),
    row("against tfjs-backend-wasm: geometric mean", "3.0x", atLeast(3, TFJS, geometricMean)),
    row("512 product, of the multiply-then-add peak", "80 %", kernelCell),
    row("T = 4096 (512, 8), no weights, ms: headscope · onnxruntime-web", "faster", longCell),
    row("its heap beyond inputs, weights, output", "64 MB", heapCell),
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
    row("traced forward (64, 8, 12), all steps read", "1 ms", callCell("traced, steps read")),
    row("the same, no step read", "", callCell("traced")),
    row("the same, untraced, with attention weights", "", callCell("fast")),
    row("into wasm and back: a forward of 1 x 1 x 1", "", callCell("1 x 1 x 1")),
    pageRow("navigation to first heatmap", page && milliseconds(page.firstHeatmap)),
    pageRow("transferred, gzipped (as it is)", page && transferred(page.files)),
    pageRow("wasm memory of the page", page && megabytes(page.heap)),
  ];
  return rows.filter(({ cells }) => cells.some(Boolean));
}

const ONNX = "onnxruntime-web";
const TFJS = "tfjs-backend-wasm";

/** @typedef {Measured["forward"][number]} ForwardRow */

/** The fastest of a runtime's variants. @param {ForwardRow} row @param {string} runtime */
function best({ peers }, runtime) {
  const [first, ...others] = peers.filter(({ name }) => name.startsWith(runtime));
  return others.reduce((fastest, each) => (each.milliseconds < fastest.milliseconds ? each : fastest), first);
}

/** @param {number} i of the sizes @returns {Figure} */
const forwardCell =
  (i) =>
  ({ forward }) => {
    if (!forward) return null;
    const theirs = [ONNX, TFJS].map((runtime) => best(forward[i], runtime));
    const texts = theirs.map((peer) => `${significant(peer.milliseconds)} (${ratio(peer.ratio)})`);
    return { text: [significant(forward[i].milliseconds), ...texts].join(" · ") };
  };

/** @param {number} least @param {string} runtime @param {(ratios: number[]) => number} summary @returns {Figure} */
const atLeast =
  (least, runtime, summary) =>
  ({ forward }) => {
    if (!forward) return null;
    const value = summary(forward.map((row) => best(row, runtime).ratio));
    return { text: ratio(value), met: value >= least };
  };

/** @type {Figure} */
const kernelCell = ({ kernel }) =>
  kernel && {
    text: `${percent(kernel.share)}: ${significant(kernel.gflops)} of ${significant(kernel.peakGflops)} GFLOP/s`,
    met: kernel.share >= 0.8,
  };

/** @type {Figure} */
const longCell = ({ long }) => {
  if (!long) return null;
  const [ours, ...others] = long.times;
  if (ours?.name !== "headscope") return { text: "headscope cannot", met: false };
  if (others.length === 0) return { text: `${significant(ours.milliseconds)} · cannot` };
  const fastest = others.reduce((a, b) => (b.milliseconds < a.milliseconds ? b : a));
  const cannot = long.unable.map(({ name }) => `; ${name.split(", ")[1]} cannot`).join("");
  return {
    text: `${significant(ours.milliseconds)} · ${significant(fastest.milliseconds)} (${ratio(fastest.ratio)}${cannot})`,
    met: fastest.ratio > 1,
  };
};

/** @type {Figure} */
const heapCell = ({ long }) => {
  if (!long) return null;
  if ("failure" in long.memory) return { text: long.memory.failure, met: false };
  return { text: megabytes(long.memory.beyond), met: long.memory.beyond <= 64 * 2 ** 20 };
};

/** @type {Figure} */
const causalCell = ({ causal }) =>
  causal && {
    text: `${ratio(causal.ratio)}: ${significant(causal.causal)} for ${significant(causal.uncausal)} ms`,
    met: causal.ratio >= 1.6,
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

/** @param {{ bytes: number, gzipped: number }[]} files */
function transferred(files) {
  const [gzipped, bytes] = /** @type {const} */ (["gzipped", "bytes"]).map((key) =>
    files.reduce((sum, file) => sum + file[key], 0),
  );
  return `${kilobytes(gzipped)} (${kilobytes(bytes)}) in ${files.length} files`;
}
