// A model's file, read by other programs.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { findPython } from "../../tools/lib/needs.mjs";
import { run } from "../../tools/lib/run.mjs";
import { loadCore } from "../../web/core/index.js";
import { readSafetensors, writeSafetensors } from "../../web/core/safetensors.js";

/** Reads the format as its specification says, with Python's standard library. */
const READ = `import array, json, struct, sys
with open(sys.argv[1], "rb") as file:
    size, = struct.unpack("<Q", file.read(8))
    header = json.loads(file.read(size))
    rest = file.read()
metadata = header.pop("__metadata__")
tensors = {}
for name, tensor in header.items():
    begin, end = tensor["data_offsets"]
    numbers = array.array("f", rest[begin:end])
    tensors[name] = [tensor["dtype"], tensor["shape"], len(numbers), sum(numbers)]
print(json.dumps([size % 8, metadata, tensors, max(t["data_offsets"][1] for t in header.values()) == len(rest)]))`;

test("Python reads a saved model", async (t) => {
  const core = await loadCore();
  const model = core.createModel({ seed: 5, layers: 1 });
  model.train(3);
  const folder = await mkdtemp(path.join(tmpdir(), "headscope-model-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "model.safetensors");
  await writeFile(file, model.save());
  const python = (await findPython("json")) ?? "python3";
  const [rest, metadata, tensors, isWhole] = JSON.parse(await run(python, ["-c", READ, file]));
  assert.equal(rest, 0, "numbers are aligned");
  assert.ok(isWhole, "nothing follows the last tensor");
  assert.deepEqual(metadata, {
    ...{ format: "headscope", task: "reference", dModel: "64", numHeads: "4", layers: "1" },
    ...{ layerNorm: "false", mlp: "false", keysFrom: "words", seed: "5", step: "3" },
  });
  const expected = model.parameters();
  assert.deepEqual(Object.keys(tensors), Object.keys(expected));
  for (const [name, { data, shape }] of Object.entries(expected)) {
    const sum = data.reduce((total, number) => total + number, 0);
    const [dtype, sizes, count, total] = tensors[name];
    assert.deepEqual([dtype, sizes, count], ["F32", shape, data.length], name);
    assert.ok(Math.abs(total - sum) < 1e-9, name);
  }
  model.dispose();
});

/** @param {object} header @param {number} count of bytes behind it */
function safetensors(header, count) {
  const json = Buffer.from(JSON.stringify(header));
  const bytes = new Uint8Array(8 + json.length + count);
  bytes.set([json.length & 255, json.length >> 8]);
  bytes.set(json, 8);
  return bytes;
}

const at = (/** @type {number} */ begin, /** @type {number} */ end) => ({
  ...{ dtype: "F32", shape: [(end - begin) / 4], data_offsets: [begin, end] },
});

test("tensors fill the file, one after the other, in any order", () => {
  const { tensors } = readSafetensors(safetensors({ b: at(4, 12), a: at(0, 4), none: at(4, 4) }, 12));
  assert.deepEqual(
    Object.values(tensors).map(({ data }) => data.length),
    [2, 1, 0],
  );
});

for (const [what, header, count, said] of /** @type {[string, object, number, RegExp][]} */ ([
  ["bytes behind the last tensor", { a: at(0, 4) }, 8, /^4 bytes follow the last tensor; expected a file/],
  ["tensors over each other", { a: at(0, 4), b: at(0, 4) }, 4, /^"b" begins at byte 0, and .* ends at 4/],
  ["a gap between tensors", { a: at(0, 4), b: at(8, 12) }, 12, /^"b" begins at byte 8, and .* ends at 4/],
  ["metadata that is a number", { __metadata__: 5 }, 0, /^__metadata__ "5" is no object of strings/],
  ["metadata of numbers", { __metadata__: { step: 5 } }, 0, /^__metadata__ "\{.*\}" is no object of strings/],
]))
  test(`${what}: refused`, () =>
    assert.throws(() => readSafetensors(safetensors(header, count)), { code: "format", message: said }));

test("a written file reads back, with any names; other bytes are refused", () => {
  const tensors = { "a \u00fc": { data: Float32Array.of(1, -0, NaN, Infinity), shape: [2, 2] } };
  const read = readSafetensors(writeSafetensors({ tensors, metadata: { of: "a test" } }));
  assert.deepEqual(read, { tensors, metadata: { of: "a test" } });
  const bytes = writeSafetensors({ tensors, metadata: {} });
  assert.deepEqual(
    readSafetensors(
      Uint8Array.from([...[24, 0, 0, 0, 0, 0, 0, 0], ...Buffer.from('{"__metadata__":null}   ')]),
    ).metadata,
    {},
  );
  for (let length = 0; length < bytes.length; length++)
    assert.throws(() => readSafetensors(bytes.slice(0, length)), { code: "format" }, `${length} bytes`);
  for (const header of [
    "[]",
    "null",
    '{"a":5}',
    '{"a":null}',
    '{"a":{"dtype":"F64","shape":[1],"data_offsets":[0,4]}}',
    '{"a":{"dtype":"F32","shape":[1],"data_offsets":[-4,0]}}',
    '{"a":{"dtype":"F32","shape":[1],"data_offsets":["0","4"]}}',
    '{"a":{"dtype":"F32","shape":["1"],"data_offsets":[0,4]}}',
    '{"a":{"dtype":"F32","shape":[1e9],"data_offsets":[0,4e9]}}',
  ]) {
    const file = new Uint8Array(8 + header.length);
    file[0] = header.length;
    file.set(new TextEncoder().encode(header), 8);
    assert.throws(() => readSafetensors(file), { code: "format" }, header);
  }
});
