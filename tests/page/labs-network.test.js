// A layer as a tensor network: its nodes and legs, against the core's tape.
import assert from "node:assert/strict";
import test from "node:test";
import { networkOf, standings, summedIn } from "../../web/state/labs/network.js";
import { pictureOf } from "./support/pictures.js";

const CASES = /** @type {const} */ ([
  ["as the page opens", {}, { q: "m", k: "m", v: "m", scores: "d", context: "j", output: "m" }],
  ["causal", { causal: true }, { q: "m", k: "m", v: "m", scores: "d", context: "j", output: "m" }],
  [
    "of two sentences",
    { keyTokens: ["a", "b"] },
    { q: "m", k: "m", v: "m", scores: "d", context: "j", output: "m" },
  ],
  [
    "of grouped heads",
    { kvHeads: 2, bias: true },
    { q: "m", k: "m", v: "m", scores_groups: "d", context_groups: "j", output: "m" },
  ],
  ["fused", { fused: true, rope: true }, { qkv: "m", scores: "d", context: "j", output: "m" }],
]);

/** A product and a sum of each for every value of every index there is; a bias is one sum more of each that is left. @param {import("../../web/state/labs/network.js").NetworkNode} node */
function flopsOf({ operands, legs, biases }) {
  const sizes = new Map(
    operands.flatMap((operand) => operand.legs.map(({ letter, size }) => [letter, size])),
  );
  const product = (/** @type {Iterable<number>} */ of) => [...of].reduce((all, size) => all * size, 1);
  return 2 * product(sizes.values()) + (biases.length && product(legs.map(({ size }) => size)));
}

for (const [name, settings, sums] of CASES)
  test(`what each product sums, what it leaves and what that costs are the tape's: ${name}`, () => {
    const picture = pictureOf(/** @type {any} */ (settings));
    const nodes = networkOf(picture.steps, picture.operations);
    const products = nodes.filter(({ kind }) => kind === "contraction");
    assert.deepEqual(
      Object.fromEntries(
        products.map((node) => [
          node.id,
          summedIn(node)
            .map(({ letter }) => letter)
            .join(""),
        ]),
      ),
      sums,
    );
    for (const node of products) {
      const step = picture.step(node.id);
      assert.deepEqual(
        node.legs.map(({ axis }) => axis),
        step?.axes,
        node.id,
      );
      assert.equal(flopsOf(node), step?.flops, node.id);
    }
    picture.dispose();
  });

test("a query head's group reads one key head again and again, and nothing else is shared so", () => {
  const [grouped, plain] = [pictureOf({ kvHeads: 2 }), pictureOf()];
  const shared = (/** @type {typeof plain} */ { steps, operations }) =>
    networkOf(steps, operations).flatMap(({ id, operands }) =>
      operands.flatMap(({ legs }) => legs.flatMap((leg) => (leg.isShared ? [`${id} ${leg.letter}`] : []))),
    );
  assert.deepEqual(shared(grouped), ["scores_groups g", "context_groups g"]);
  assert.deepEqual(shared(plain), []);
  for (const picture of [grouped, plain]) picture.dispose();
});

test("what can be worked out next has only tensors before it, and one is left at the end", () => {
  const picture = pictureOf({ causal: true });
  const nodes = networkOf(picture.steps, picture.operations);
  const done = /** @type {string[]} */ ([]);
  for (;;) {
    const standing = standings(nodes, done);
    const next = nodes.find(({ id }) => standing.get(id) === "ready");
    if (!next) {
      assert.deepEqual(
        [...standing].filter(([, state]) => state !== "gone"),
        [["output", "standing"]],
      );
      break;
    }
    for (const { from } of next.operands) assert.equal(standing.get(from), "standing");
    done.push(next.id);
  }
  picture.dispose();
});
