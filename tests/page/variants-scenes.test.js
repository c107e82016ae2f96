// Pictures of the steps that variants of attention add: what they write are the core's numbers, legibly.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { flat, pictureOf, words } from "./support/pictures.js";
import { SELECTION, sceneOf } from "./support/scenes.js";
import { WIDTHS, assertLegible } from "./support/written.js";

const LATENT = /** @type {const} */ ({
  latentRank: 16,
  latentQueryRank: 24,
  latentNorm: true,
  rope: "interleaved",
  weights: "random",
});

const VARIANTS = /** @type {const} */ ([
  [{ rope: "half" }, "q_rope"],
  [{ rope: "interleaved", dK: 32 }, "k_rope"],
  [{ qkNorm: true }, "q_norm"],
  [{ alibi: true }, "biased"],
  [{ softcap: 5 }, "capped"],
  [{ window: 3 }, "masked"],
  [{ sinks: true }, "with_sink"],
  [{ sinks: true }, "weights_with_sink"],
  [{ sinks: true }, "weights"],
  [LATENT, "latent"],
  [LATENT, "q_rotary"],
  [LATENT, "q_rope"],
  [LATENT, "k_rope"],
  [LATENT, "k_rope_heads"],
  [LATENT, "q_joined"],
]);

const textsIn = (/** @type {import("../../web/kit/draw/marks.js").Scene} */ { marks }) =>
  marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));

/**
 * What stands beside the tensors or below them; the tensors have tests of their own.
 * @param {import("../../web/walk/draw/stage.js").StageScene} scene
 */
function besideTensors({ parts, ...scene }) {
  const [right, bottom] = /** @type {const} */ (["right", "bottom"]).map((edge) =>
    Math.max(...parts.map((part) => /** @type {any} */ (part)[edge])),
  );
  return {
    ...scene,
    marks: scene.marks.filter((mark) => mark.kind === "text" && (mark.x > right || mark.y > bottom)),
  };
}

for (const [change, id] of VARIANTS)
  test(`${id} of ${JSON.stringify(change)} is legible at every width, with and without a selected token`, () => {
    for (const tokens of [undefined, words(40)]) {
      const picture = pictureOf({ ...change, ...(tokens && { tokens }) });
      for (const width of WIDTHS)
        for (const token of [null, 7])
          assertLegible(
            besideTensors(sceneOf(picture, id, width, { selection: { ...SELECTION, token } })),
            `${id} at ${width} px`,
          );
      picture.dispose();
    }
  });

/** The tips of the arrows of a kind, from the circle's middle. @param {import("../../web/kit/draw/marks.js").Scene} scene @param {string} stroke */
const tipsOf = ({ marks }, stroke) =>
  marks.flatMap((mark) => {
    if (mark.kind !== "path" || mark.stroke !== stroke) return [];
    const [, x, y] = /^M0 0L(\S+) ([^M]+)/.exec(mark.d) ?? [];
    return x === undefined ? [] : [{ x: Number(x), y: -Number(y), at: mark.at }];
  });

for (const [style, pairs] of /** @type {const} */ ([
  [
    "half",
    [
      [0, 4],
      [1, 5],
      [2, 6],
      [3, 7],
    ],
  ],
  [
    "interleaved",
    [
      [0, 1],
      [2, 3],
      [4, 5],
      [6, 7],
    ],
  ],
]))
  // prettier-ignore
  test(`rotary positions turn pairs of features: ${style}`, () => {
    const picture = pictureOf({ rope: style, weights: "random" });
    const scene = sceneOf(picture, "q_rope");
    const row = (/** @type {string} */ id) => {
      const from = flat([1, 8, 12, 8], [0, SELECTION.head, SELECTION.token, 0]);
      return picture.values(id).subarray(from, from + 8);
    };
    const angle = (/** @type {number} */ x, /** @type {number} */ y) => Math.atan2(y, x);
    for (const [stroke, id] of /** @type {const} */ ([
      [LIGHT.muted, "q_heads"],
      [LIGHT.axis.T, "q_rope"],
    ])) {
      const tips = tipsOf(scene, stroke);
      assert.equal(tips.length, 4, id);
      assert.equal(new Set(tips.map(({ at }) => at?.x)).size, 4, "each has its own circle");
      tips.forEach(({ x, y }, i) => {
        const [a, b] = pairs[i].map((feature) => row(id)[feature]);
        assert.ok(Math.abs(angle(x, y) - angle(a, b)) < 1e-6, `${id}, pair ${i}`);
      });
    }
    assert.deepEqual(
      textsIn(scene).filter((said) => /^\d+, \d+$/.test(said)),
      pairs.map((pair) => pair.join(", ")),
    );
    picture.dispose();
  });

test("a soft cap's curve shows the selected score before and after, and the cap", () => {
  const picture = pictureOf({ softcap: 5 });
  const said = textsIn(sceneOf(picture, "capped"));
  const at = flat([1, 8, 12, 12], [0, SELECTION.head, SELECTION.token, SELECTION.key]);
  const [before, after] = ["scaled", "capped"].map((id) => formatNumber(picture.values(id)[at]));
  assert.ok(said.includes(`${before} → ${after}`), said.join("|"));
  for (const value of ["5", "−5"]) assert.ok(said.includes(value), value);
  picture.dispose();
});

test("ALiBi's picture has the numbers by which the core changes the scores", () => {
  const picture = pictureOf({ alibi: true });
  const [, said] = textsIn(sceneOf(picture, "biased")).join("|").split("for each token of distance");
  const [scaled, biased] = ["scaled", "biased"].map((id) => picture.values(id));
  for (const key of [5, 6, 7]) {
    const at = flat([1, 8, 12, 12], [0, SELECTION.head, SELECTION.token, key]);
    const added = biased[at] - scaled[at];
    assert.ok(
      said.split("|").includes(formatNumber(Number(added.toFixed(3)))),
      `${key}: ${added} in ${said}`,
    );
  }
  picture.dispose();
});

test("the sink is one more column, with its own bar, and is dropped again", () => {
  const picture = pictureOf({ sinks: true });
  const count = (/** @type {string} */ id) =>
    textsIn(sceneOf(picture, id, 1216)).filter((said) => said === "sink").length;
  assert.ok(count("with_sink") > 1, "below the maps and beside the row");
  assert.equal(count("weights"), 1, "beside the row, which shows that it is dropped");
  assert.equal(count("context"), 0);
  picture.dispose();
});
