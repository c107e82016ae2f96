// Damaged checkpoints are refused with a message, or still valid: no crash, no hang, no wrong acceptance.
import assert from "node:assert/strict";
import test from "node:test";
import { setImmediate } from "node:timers/promises";
import { HeadscopeError } from "../../web/core/errors.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { rawTensors } from "./support/checkpoints.js";
import { mutated } from "./support/mutated-checkpoints.js";

/** The numbers of the checkpoints, [first, end). npm test -- --fuzz asks for a million. */
const [FIRST, END] = (process.env.HEADSCOPE_MUTATED ?? (IS_NIGHTLY ? "0 10000" : "0 4000"))
  .split(" ")
  .map(Number);
const COUNT = END - FIRST;

/** Bytes of a number, by the types that these files have. @type {Record<string, number>} */
const BYTES = { F32: 4, F16: 2, BF16: 2 };

/** @param {import("./support/checkpoints.js").Folder} folder @param {import("../../web/models/state/checkpoint.js").Checkpoint} checkpoint */
function assertSound(folder, checkpoint) {
  const file = folder["model.safetensors"];
  const raw = rawTensors(file);
  let used = 0;
  for (const { shape, bytes, dtype } of raw.values()) {
    const count = shape.reduce((a, b) => a * b, 1);
    if (dtype in BYTES) assert.equal(bytes.length, count * BYTES[dtype]);
    used += bytes.length;
  }
  const header = Number(new DataView(file.buffer).getBigUint64(0, true));
  assert.equal(8 + header + used, file.length, "every byte belongs to one tensor");
  const { info, model } = checkpoint;
  for (const size of [
    info.layers,
    info.heads,
    info.kvHeads,
    info.dModel,
    info.dHead,
    info.vocabulary,
    info.parameters,
  ])
    assert.ok(Number.isSafeInteger(size) && size > 0, `${size}`);
  assert.equal(info.heads % info.kvHeads, 0);
  assert.equal(model.description.windows.length, info.layers);
  const { shape } = /** @type {any} */ (raw.get(/** @type {any} */ (model.tensors.get("words")).name));
  assert.deepEqual(shape, [info.vocabulary, info.dModel]);
  for (const { name } of model.tensors.values())
    assert.ok(/** @type {any} */ (raw.get(name)).dtype in BYTES, name);
}

test(`${COUNT} checkpoints with mistakes`, { timeout: 3_600_000 }, async (t) => {
  /** @type {Record<string, number>} */
  const ends = {};
  for (let number = FIRST; number < END; number++) {
    if (number % 1000 === 0) await setImmediate(); // yields, so that the time limit can fire
    const folder = mutated(number);
    let end = "accepted";
    try {
      const checkpoint = await readCheckpoint(folder);
      assertSound(folder, checkpoint);
      if (number % 16 === 0)
        for (const { name } of checkpoint.model.tensors.values()) await checkpoint.weights.tensor(name);
    } catch (error) {
      if (!(error instanceof HeadscopeError)) throw new Error(`number ${number}`, { cause: error });
      assert.ok(["format", "config", "memory"].includes(error.code), `${number}: ${error.code}`);
      end = /** @type {any} */ (error.parameters.reason)?.id ?? error.id;
    }
    ends[end] = (ends[end] ?? 0) + 1;
  }
  t.diagnostic(
    `${ends.accepted} of ${COUNT} accepted, the others refused for ${Object.keys(ends).length - 1} reasons`,
  );
  assert.ok(Object.keys(ends).length > 15, `only ${Object.keys(ends)}`);
  assert.ok(ends.accepted < COUNT / 2, `${ends.accepted} accepted`);
});
