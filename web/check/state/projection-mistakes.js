import { cutLane, fuseLanes, layoutsFor, widthOf } from "./fused.js";
import { project, projectOut } from "./layer-steps.js";
import { mapValues, transpose } from "./products.js";

/**
 * Ways to make the mistakes of queries, keys, values and weights.
 *
 * @typedef {import("./layer.js").Layer} Layer
 * @typedef {import("./layer-steps.js").LayerSteps} LayerSteps
 * @typedef {import("./mistakes.js").Way} Way
 * @typedef {import("./layer-steps.js").Lane} Lane
 * @typedef {import("./layer-steps.js").Change} Change
 * @typedef {import("./layer-steps.js").Values} Values
 */

const LANES = /** @type {const} */ (["q", "k", "v"]);

/** @param {Lane} lane */
const matrixName = (lane) => `w${lane.toUpperCase()}`;

/** @param {Layer} layer @returns {Way[]} */
export function rawInputs({ sizes, inputs, projections, isKernel, latent }) {
  const isFit = LANES.every((lane) => inputs[lane].shape[2] === projections[lane].matrix.shape[1]);
  if (isKernel || latent || !isFit || !sizes.T) return [];
  return [
    {
      change: Object.fromEntries(
        LANES.map((lane) => [lane, () => Float64Array.from(/** @type {Float64Array} */ (inputs[lane].data))]),
      ),
    },
  ];
}

/** q, k and v made with each other's matrices. @param {Layer} layer @returns {Way[]} */
export function exchangeMatrices({ projections, isKernel, isSelf, latent }) {
  if (isKernel || latent) return [];
  const ways = LANES.flatMap((q) => LANES.flatMap((k) => LANES.map((v) => /** @type {const} */ ([q, k, v]))));
  const counts = (/** @type {readonly Lane[]} */ way) => way.filter((lane, i) => lane !== LANES[i]).length;
  const isKnown = (/** @type {readonly Lane[]} */ way) => counts(way) === 1 || new Set(way).size === 3;
  return ways
    .filter((way) => counts(way) > 0 && isKnown(way))
    .filter((way) =>
      way.every(
        (from, i) => projections[from].matrix.shape.join() === projections[LANES[i]].matrix.shape.join(),
      ),
    )
    .sort((a, b) => counts(a) - counts(b))
    .flatMap((way) => {
      const of = way.map(matrixName);
      const made = (/** @type {(steps: LayerSteps, from: Lane, to: Lane) => Values} */ make) =>
        Object.fromEntries(
          LANES.flatMap((lane, i) =>
            way[i] === lane ? [] : [[lane, (/** @type {LayerSteps} */ s) => make(s, way[i], lane)]],
          ),
        );
      const whole = made((s, from, lane) =>
        isSelf ? unchanged(s, from) : project(s, lane, projections[from]),
      );
      const matrices = made((s, from, lane) =>
        isSelf
          ? withBias(withBias(unchanged(s, from), projections[from].bias, -1), projections[lane].bias, 1)
          : project(s, lane, { matrix: projections[from].matrix }),
      );
      const hasBias = way.some((lane) => projections[lane].bias);
      return [{ of, change: whole }, ...(hasBias ? [{ of, change: matrices }] : [])];
    });
}

/** A step of the layer before the change. @param {LayerSteps} steps @param {import("./layer-steps.js").StepName} name */
const unchanged = ({ base }, name) => /** @type {LayerSteps} */ (base).get(name);

/** Rows with a bias added, or taken away. @param {Values} rows @param {ArrayLike<number> | null} bias @param {1 | -1} sign */
const withBias = (rows, bias, sign) =>
  bias ? mapValues(rows, (value, at) => value + sign * bias[at % bias.length]) : rows;

/** Square matrices, whose shape does not show a transpose. @param {Layer} layer @returns {Way[]} */
export function transposeMatrices({ projections, out, isKernel }) {
  const isSquare = (/** @type {import("./layer.js").Tensor} */ { shape }) =>
    shape[0] === shape[1] && shape[0] > 1;
  if (isKernel) return [];
  return [
    ...LANES.filter((lane) => isSquare(projections[lane].matrix)).map((lane) => ({
      of: [matrixName(lane)],
      change: {
        [lane]: (/** @type {LayerSteps} */ s) =>
          project(s, lane, { matrix: transpose(projections[lane].matrix) }),
      },
    })),
    ...(isSquare(out.matrix)
      ? [
          {
            of: ["wO"],
            change: {
              output: (/** @type {LayerSteps} */ s) => projectOut(s, { matrix: transpose(out.matrix) }),
            },
          },
        ]
      : []),
  ];
}

/** All biases left out, those of queries, keys and values, or one. @param {Layer} layer @returns {Way[]} */
export function withoutBiases({ projections, out }) {
  const all = /** @type {const} */ ([
    ["q", projections.q],
    ["k", projections.k],
    ["v", projections.v],
    ["output", out],
  ]).flatMap(([name, { bias }]) => {
    if (!bias || !Array.from(bias).some((value) => value !== 0)) return [];
    /** @type {Change} */
    const change = {
      [name]: (/** @type {LayerSteps} */ s) =>
        name === "output" ? projectOut(s, { bias: null }) : withBias(unchanged(s, name), bias, -1),
    };
    return [{ of: [name === "output" ? "bO" : `b${name.toUpperCase()}`], change }];
  });
  const ofInputs = all.filter(({ of }) => !of.includes("bO")); // a model that has biases in these projections only
  const several = ofInputs.length < all.length ? [all, ofInputs] : [all];
  return [
    ...several
      .filter(({ length }) => length > 1)
      .map((which) => ({
        of: which.flatMap(({ of }) => of),
        change: Object.assign({}, ...which.map(({ change }) => change)),
      })),
    ...all,
  ];
}

/** A fused matrix stored in one layout and cut as another: its products' columns change places. @param {Layer} layer @returns {Way[]} */
export function fusedOtherwise({ sizes, isSelf, isKernel, latent }) {
  if (isKernel || latent || !isSelf) return [];
  const layouts = layoutsFor(sizes);
  const lanes = (/** @type {LayerSteps} */ s, /** @type {Lane} */ lane) => ({
    data: unchanged(s, lane),
    shape: [sizes.B * sizes.T, widthOf(sizes, lane)],
  });
  return layouts.flatMap((stored) =>
    layouts
      .filter((each) => each !== stored)
      .map((asked) => ({
        of: [stored, asked],
        change: Object.fromEntries(
          LANES.map((lane) => [
            lane,
            (/** @type {LayerSteps} */ s) => {
              const products = { q: lanes(s, "q"), k: lanes(s, "k"), v: lanes(s, "v") };
              return cutLane(fuseLanes(products, stored, sizes), asked, sizes, lane).data;
            },
          ]),
        ),
      })),
  );
}
