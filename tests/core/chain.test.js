// Chains of view, transpose and similar calls, compared with PyTorch.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { inRoot } from "../../tools/lib/paths.mjs";

/** @typedef {import("../../web/core/chain.js").ShapeCall} ShapeCall */

const core = await loadCore();
const whole = (/** @type {string} */ numbers) => numbers.split(" ").filter(Boolean).map(Number);

/**
 * The fixture's chains, up to a slice, which is not such a call. A refused call leaves the tensor unchanged, so that the next call starts another
 * chain.
 */
function* chains() {
  const text = readFileSync(inRoot("tests/fixtures/chains.txt"), "utf8");
  for (const chain of text.split("\nchain ").slice(1)) {
    const [sizes, ...lines] = chain.trim().split("\n");
    /** @type {ShapeCall[]} */
    const calls = [];
    for (const line of lines) {
      const [asked, answer] = line.split(" -> ");
      const [name, ...given] = asked.split(" ");
      if (name === "slice") break;
      const call = { name: /** @type {ShapeCall["name"]} */ (name), given: given.map(Number) };
      yield { sizes: whole(sizes), calls: [...calls, call], answer };
      if (answer !== "refused") calls.push(call);
    }
  }
}

test("every chain gives PyTorch's result", () => {
  let [taken, refused] = [0, 0];
  for (const { sizes, calls, answer } of chains()) {
    const links = core.followChain(sizes, calls);
    const said = JSON.stringify({ sizes, calls });
    const last = /** @type {import("../../web/core/chain.js").ChainLink} */ (links.at(-1));
    assert.equal(links.length, calls.length + 1, said);
    if (answer === "refused") refused++;
    else taken++;
    assert.equal(last.error !== null, answer === "refused", said);
    if (last.error !== null) continue;
    const [shape, strides, offset, contiguous, sum] = answer.split("/").map(whole);
    assert.deepEqual([last.shape, last.strides, [last.offset]], [shape, strides, offset], said);
    assert.equal(Number(last.contiguous), contiguous[0], said);
    assert.equal(
      last.places.reduce((all, place, i) => all + ((i % 7) + 1) * place, 0),
      sum[0],
      said,
    );
  }
  assert.ok(taken > 200 && refused > 20, `${taken} taken, ${refused} refused`);
});

test("reshape is a view if possible, otherwise a copy", () => {
  const [, , plain] = core.followChain(
    [2, 6],
    [
      { name: "view", given: [3, 4] },
      { name: "reshape", given: [4, -1] },
    ],
  );
  assert.ok(plain.error === null && plain.storage === "view" && plain.buffer === 0);
  assert.deepEqual(plain.shape, [4, 3]);
  const turned = /** @type {const} */ ({ name: "transpose", given: [0, 1] });
  const [, , copied] = core.followChain([2, 3], [turned, { name: "reshape", given: [6] }]);
  assert.ok(copied.error === null && copied.storage === "copy" && copied.buffer === 1);
  assert.deepEqual([...copied.places], [0, 3, 1, 4, 2, 5]);
  const [, , refused] = core.followChain([2, 3], [turned, { name: "view", given: [6] }]);
  assert.match(
    refused.error ?? "",
    /view \(6\) of shape \(3, 2\) with strides \(1, 3\): view size is not compatible/,
  );
});

for (const [calls, said] of /** @type {[any[], RegExp][]} */ ([
  [[{ name: "transpose", given: [1] }], /transpose takes two dimensions; given \(1\)/],
  [[{ name: "transpose", given: [0, 2 ** 40] }], /dimension 1099511627776 does not exist/],
  [[{ name: "unsqueeze" }], /unsqueeze takes one dimension; given \(\)/],
  [[{ name: "contiguous", given: [1] }], /contiguous takes nothing; given \(1\)/],
  [[{ name: "view", given: [5] }], /view \(5\) does not fit \(2, 3\), which has 6 elements, not 5/],
  [[{ name: "expand", given: [2 ** 23, 2, 3] }], /more than 16777216 elements/],
]))
  test(`refused with a message: ${JSON.stringify(calls)}`, () => {
    assert.match(core.followChain([2, 3], calls).at(-1)?.error ?? "", said);
  });

test("a chain whose tensors have too many elements in total is refused at the first that exceeds the limit", () => {
  const links = core.followChain([2 ** 22], Array(200).fill({ name: "contiguous" }));
  assert.equal(links.length, 5);
  assert.match(links[4].error ?? "", /the tensors of this chain have more than 16777216 elements together/);
});

for (const [sizes, calls, said] of /** @type {[any, any, RegExp][]} */ ([
  [[0], [], /shape 0 is not a whole number of at least 1/],
  [[2 ** 25], [], /shape \(33554432\) has more than 16777216 elements/],
  [[1, 1, 1, 1, 1, 1, 1], [], /shape \(1, 1, 1, 1, 1, 1, 1\) has 7 dimensions \(expected at most 6\)/],
  [[2], [{ name: "flip" }], /call "flip" is not known \(expected one of "view", "reshape"/],
  [[2], [{}], /call null is not known/],
  [[2], [{ name: "view", given: [NaN] }], /view NaN is not a whole number/],
  [
    [2],
    [{ name: "view", given: Array(2 ** 20).fill(1) }],
    /^HeadscopeError: view \(1, .{0,80}…\) has 1048576 dimensions/,
  ],
  [[2], Array(1001).fill({ name: "contiguous" }), /1001 calls are more than 1000/],
  [5, [], /shape 5 is not an array of whole numbers/],
  [null, [], /shape null is not an array of whole numbers/],
  [[2], null, /calls null are not an array/],
]))
  test(`not a chain: ${JSON.stringify([sizes, calls]).slice(0, 80)}`, () => {
    assert.throws(() => core.followChain(sizes, calls), said);
    assert.equal(core.followChain([2], []).length, 1); // as before
  });
