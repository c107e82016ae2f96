// Reading a checkpoint: in slices, within bounds, and refusals.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { build } from "esbuild";
import { inRoot } from "../../tools/lib/paths.mjs";
import { HeadscopeError } from "../../web/core/errors.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { FAMILIES } from "../../web/models/state/families.js";
import { folderSources } from "../../web/models/state/no-folder.js";
import { MOST_AT_ONCE, Weights, toFloat32 } from "../../web/models/state/weights.js";
import { TYPES, folderOf, json, rawTensors, withConfig, withTensors } from "./support/checkpoints.js";

/** @typedef {import("./support/checkpoints.js").Folder} Folder */
/** @typedef {import("./support/checkpoints.js").Raw} Raw */

/** A Blob that counts the bytes read. */
class CountingBlob extends Blob {
  /** @type {[begin: number, end: number][]} */
  reads = [];

  /** @param {number} begin @param {number} end */
  slice(begin, end) {
    this.reads.push([begin, end]);
    return super.slice(begin, end);
  }

  /** @returns {never} */
  arrayBuffer() {
    throw new Error("the whole file was read");
  }
}

test("only the header and the requested tensors are read", async () => {
  const folder = folderOf("llama", "BF16");
  const blob = new CountingBlob([folder["model.safetensors"]]);
  const model = await readCheckpoint({ ...folder, "model.safetensors": blob });
  const header = blob.reads.at(-1)?.[1] ?? 0;
  assert.deepEqual(blob.reads, [
    [0, 23],
    [0, 8],
    [8, header],
  ]);
  const { data, shape } = await model.weights.rows("model.embed_tokens.weight", [7, 3, 8, 7]);
  const all = await model.weights.tensor("model.embed_tokens.weight");
  assert.deepEqual(shape, [4, 32]);
  for (const [i, row] of [7, 3, 8, 7].entries())
    assert.deepEqual(data.slice(i * 32, i * 32 + 32), all.data.slice(row * 32, row * 32 + 32));
  const rows = blob.reads.slice(3, -1).map(([begin, end]) => end - begin);
  assert.deepEqual(rows, [64, 128], "neighbouring rows are read at once, each once");
});

test("a tensor has the file's numbers", async () => {
  for (const type of TYPES) {
    const folder = folderOf("qwen3", type);
    const { weights } = await readCheckpoint(folder);
    for (const [name, { shape, bytes, dtype }] of rawTensors(folder["model.safetensors"]))
      assert.deepEqual(await weights.bytes(name), { dtype, shape, bytes: new Uint8Array(bytes) }, name);
  }
});

test("every float16 and bfloat16 is decoded exactly", () => {
  const bits = Uint16Array.from({ length: 2 ** 16 }, (_, i) => i);
  const bytes = new Uint8Array(bits.buffer);
  const [half, brain] = [toFloat32(bytes, "F16"), toFloat32(bytes, "BF16")];
  const view = new DataView(new ArrayBuffer(4));
  for (const each of bits) {
    view.setUint16(0, each);
    assert.ok(Object.is(brain[each], view.getFloat32(0)), `BF16 ${each}`);
    const [sign, exponent, fraction] = [each >> 15, (each >> 10) & 31, each & 1023];
    const size = exponent === 0 ? fraction / 2 ** 24 : (1024 + fraction) * 2 ** (exponent - 25);
    const expected = exponent === 31 ? (fraction ? NaN : Infinity) : size;
    assert.ok(Object.is(half[each], sign && !Number.isNaN(expected) ? -expected : expected), `F16 ${each}`);
  }
});

test("in Node a folder opens by its path, and files open as a browser drops them", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-checkpoint-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = folderOf("gpt2");
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  mkdirSync(path.join(folder, "onnx"));
  symlinkSync("nowhere", path.join(folder, "link.json"));
  const [found, expected] = [await readCheckpoint(folder), await readCheckpoint(files)];
  assert.deepEqual(found.info, expected.info);
  assert.deepEqual(await found.weights.tensor("ln_f.bias"), await expected.weights.tensor("ln_f.bias"));
  const dropped = Object.entries(files).map(([name, content]) =>
    Object.assign(new File([content], name), { webkitRelativePath: `gpt2/${name}` }),
  );
  const nested = Object.assign(new File(["{}"], "config.json"), {
    webkitRelativePath: "gpt2/onnx/config.json",
  });
  assert.deepEqual((await readCheckpoint([nested, ...dropped])).info, expected.info);
  truncateSync(path.join(folder, "model.safetensors"), 3000);
  await assert.rejects(found.weights.tensor("ln_f.bias"), { code: "format", id: "file_changed" });
  rmSync(path.join(folder, "model.safetensors"));
  await assert.rejects(found.weights.tensor("ln_f.bias"), { code: "format", id: "file_unreadable" });
});

test("in Node a folder of one model, and the hub's cache of one, open as that model; other paths say what to pass", async (t) => {
  const root = mkdtempSync(path.join(tmpdir(), "headscope-parent-"));
  t.after(() => rmSync(root, { recursive: true }));
  const within = (/** @type {string[]} */ ...names) => path.join(root, ...names);
  const put = (/** @type {string} */ folder) => {
    mkdirSync(folder, { recursive: true });
    for (const [name, content] of Object.entries(folderOf("gpt2")))
      writeFileSync(path.join(folder, name), content);
  };
  put(within("parent", "gpt2"));
  mkdirSync(within("parent", "notes"));
  writeFileSync(within("parent", "README.md"), "");
  put(within("models--a--b", "snapshots", "0123abcd"));
  mkdirSync(within("models--a--b", "refs"));
  const expected = (await readCheckpoint(folderOf("gpt2"))).info;
  for (const folder of ["parent", "models--a--b", "models--a--b/snapshots"])
    assert.deepEqual((await readCheckpoint(within(folder))).info, expected, folder);
  put(within("parent", "other"));
  await assert.rejects(readCheckpoint(within("parent")), {
    ...{ id: "two_checkpoints", code: "format" },
    message: 'config.json is in ("gpt2/", "other/"): open one of these folders alone',
  });
  const file = within("parent", "gpt2", "model.safetensors");
  await assert.rejects(readCheckpoint(file), {
    ...{ id: "path_of_file", code: "format" },
    message: `${file} is a file: pass its folder, ${within("parent", "gpt2")}`,
  });
  await assert.rejects(readCheckpoint(path.join(file, "x")), { id: "no_folder" });
});

test("NaN and Infinity in config.json, as Python writes them, are read as values that no field takes", async () => {
  const folder = folderOf("gpt2");
  const text = new TextDecoder().decode(folder["config.json"]);
  const withText = (/** @type {string} */ more) => ({
    ...folder,
    "config.json": new TextEncoder().encode(text.replace("{", `{ ${more},`)),
  });
  const unused = withText('"loss": NaN, "x": [-Infinity, Infinity], "say \\"NaN": "a NaN, \\"NaN\\""');
  assert.deepEqual((await readCheckpoint(unused)).info, (await readCheckpoint(folder)).info);
  const epsilon = { ...folder, "config.json": new TextEncoder().encode(text.replace("1e-05", "NaN")) };
  await assert.rejects(readCheckpoint(epsilon), {
    message: 'config.json: layer_norm_epsilon is "NaN"; expected a number above 0',
  });
  await assert.rejects(readCheckpoint(withText('"loss": Nan')), { id: "no_json" });
  for (const rest of ["a".repeat(1e6), '\\"'.repeat(3e5), '\\"'.repeat(3e5) + "\\"]) {
    const open = new TextEncoder().encode(`{"loss": NaN, "${rest}`);
    await assert.rejects(readCheckpoint({ ...folder, "config.json": open }), { id: "no_json" });
  }
});

test("numbers that are not finite are returned, with one warning per tensor", async () => {
  const folder = withTensors(folderOf("gpt2"), (tensors) => {
    const wte = /** @type {Raw} */ (tensors.get("wte.weight"));
    const bytes = new Uint8Array(wte.bytes);
    new DataView(bytes.buffer).setFloat32(16 * 4 * 2, NaN, true);
    return tensors.set("wte.weight", { ...wte, bytes });
  });
  const { weights } = await readCheckpoint(folder);
  await weights.rows("wte.weight", [0, 1]);
  assert.deepEqual(weights.notices, []);
  for (let i = 0; i < 2; i++) assert.ok(Number.isNaN((await weights.tensor("wte.weight")).data[32]));
  assert.deepEqual(
    weights.notices.map(({ message }) => message),
    ["wte.weight holds NaN, and so will all that is computed from it"],
  );
});

test("a tensor that is too large is refused before it is read, and its rows can be read", async () => {
  const rows = MOST_AT_ONCE / 4 / 8 + 1;
  /** A file of zeros. */
  const source = {
    name: "model.safetensors",
    size: 2 ** 40,
    read: async (/** @type {number} */ a, /** @type {number} */ b) => new Uint8Array(b - a),
  };
  const place = { dtype: "BF16", shape: [rows, 8], begin: 0, end: rows * 16, source };
  const weights = new Weights(new Map([["wte.weight", place]]));
  await assert.rejects(weights.tensor("wte.weight"), { code: "memory", id: "tensor_too_large" });
  assert.deepEqual((await weights.rows("wte.weight", [rows - 1])).shape, [1, 8]);
  for (const row of [rows, -1, 0.5])
    await assert.rejects(weights.rows("wte.weight", [row]), { code: "config", id: "no_row" });
  await assert.rejects(
    weights.rows(
      "wte.weight",
      Array.from({ length: rows }, (_, i) => i),
    ),
    { code: "memory" },
  );
  await assert.rejects(weights.bytes("wte.weight", { end: rows + 1 }), { code: "config", id: "no_row" });
  const part = await weights.bytes("wte.weight", { first: 5, end: 8 });
  assert.deepEqual([part.shape, part.bytes.length], [[3, 8], 48]);
  await assert.rejects(weights.tensor("nothing"), { code: "format", id: "tensor_missing" });
});

test("in a browser no module of Node is imported, and a path is refused", async () => {
  const { outputFiles } = await build({
    ...{ entryPoints: [inRoot("web/models/state/checkpoint.js")], bundle: true, format: "esm" },
    ...{ platform: "browser", write: false, logLevel: "silent" },
  });
  assert.doesNotMatch(outputFiles[0].text, /["']node:/);
  await assert.rejects(folderSources("./gpt2"), {
    ...{ code: "format", id: "no_paths" },
    message: 'folder "./gpt2": only Node opens paths; give the files of the folder',
  });
});

test("opening can be stopped", async () => {
  const stopped = AbortSignal.abort();
  await assert.rejects(readCheckpoint(folderOf("gpt2"), { signal: stopped }), { name: "AbortError" });
});

/** @param {(header: Record<string, any>) => unknown} change of the header's content */
const withHeader = (change) => (/** @type {Folder} */ folder) => {
  const file = folder["model.safetensors"];
  const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length)));
  return withFile(JSON.stringify(change(header) ?? header), file.subarray(8 + length))(folder);
};

/** @param {string} header @param {Uint8Array} numbers @param {bigint} [length] what the file says of the header */
const withFile = (header, numbers, length) => (/** @type {Folder} */ folder) => {
  const text = new TextEncoder().encode(header);
  const first = new Uint8Array(8);
  new DataView(first.buffer).setBigUint64(0, length ?? BigInt(text.length), true);
  return { ...folder, "model.safetensors": Uint8Array.from([...first, ...text, ...numbers]) };
};

/** @param {string} name of the file in place of the weights @param {Record<string, Uint8Array>} [more] */
const instead =
  (name, more) =>
  (/** @type {Folder} */ { "model.safetensors": weights, ...folder }) => ({
    ...folder,
    [name]: weights,
    ...more,
  });

/** @param {Record<string, unknown>} change */
const config = (change) => (/** @type {Folder} */ folder) => withConfig(folder, change);

/** @param {string} name @param {Partial<Raw>} change */
const tensor = (name, change) => (/** @type {Folder} */ folder) =>
  withTensors(folder, (tensors) =>
    tensors.set(name, { .../** @type {Raw} */ (tensors.get(name)), ...change }),
  );

/** Replaces a file by its Git LFS pointer. @param {string} name */
const withLarge = (name) => (/** @type {Folder} */ folder) => ({
  ...folder,
  [name]: new TextEncoder().encode(
    "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 548105171\n",
  ),
});

const NONE = new Uint8Array();
const index = (/** @type {unknown} */ map) => ({ "model.safetensors.index.json": json({ weight_map: map }) });

/**
 * Refusals: name, change of a gpt2 folder, code, and message.
 * @type {[what: string, change: (folder: Folder) => any, code: string, says: RegExp][]}
 */
const REFUSED = [
  ["no files", () => 5, "format", /^files 5 are no files; expected the files of a folder/],
  ["one file", () => new Blob(["x"]), "format", /are no files; expected/],
  [
    "text in place of a file",
    (folder) => ({ ...folder, "model.safetensors": "abc" }),
    "format",
    /^"model.safetensors" is "abc"; expected a Blob/,
  ],
  [
    "a folder that is not there",
    () => "/nowhere/at/all",
    "format",
    /^\/nowhere\/at\/all is no folder on this disk/,
  ],
  ["an empty folder", () => ({}), "format", /^there is no config.json among \(\): open the whole folder/],
  [
    "two checkpoints",
    (folder) => ({ "a/config.json": folder["config.json"], "b/config.json": folder["config.json"] }),
    "format",
    /^config.json is in \("a\/", "b\/"\): open one/,
  ],
  [
    "a config that is no JSON",
    (folder) => ({ ...folder, "config.json": new TextEncoder().encode("{") }),
    "format",
    /^config.json is no JSON \(.*\): download it again$/,
  ],
  [
    "a config that is a list",
    (folder) => ({ ...folder, "config.json": json([1]) }),
    "format",
    /^config.json holds no JSON object: download it again$/,
  ],
  [
    "a config of 2 MB",
    (folder) => ({ ...folder, "config.json": new Uint8Array(2 ** 21) }),
    "memory",
    /^config.json has 2097152 bytes, and at most 1048576/,
  ],
  [
    "a config without a family",
    config({ model_type: undefined }),
    "config",
    /^config.json has no model_type; known are gpt2, gpt_neox, bert, /,
  ],
  [
    "an unknown family",
    config({ model_type: "mamba" }),
    "config",
    new RegExp(`^model_type "mamba" is not known; known are ${Object.keys(FAMILIES).join(", ")}$`),
  ],
  [
    "a family from Object",
    config({ model_type: "constructor" }),
    "config",
    /^model_type "constructor" is not known/,
  ],
  [
    "a quantised model",
    config({ quantization_config: { quant_method: "gptq" } }),
    "format",
    /^the weights are quantised by "gptq": open the model in F32/,
  ],
  [
    "a field of another kind",
    config({ n_layer: "2" }),
    "config",
    /^config.json: n_layer is "2"; expected a whole number from 1 to 1000$/,
  ],
  ["a size of 0", config({ n_head: 0 }), "config", /^config.json: n_head is 0; expected a whole number/],
  ["a billion layers", config({ n_layer: 1e9 }), "config", /^config.json: n_layer is 1000000000; expected/],
  [
    "an eps below 0",
    config({ layer_norm_epsilon: -1 }),
    "config",
    /layer_norm_epsilon is -1; expected a number above 0/,
  ],
  [
    "a flag that is text",
    config({ tie_word_embeddings: "no" }),
    "config",
    /tie_word_embeddings is "no"; expected true or false/,
  ],
  [
    "an activation that is not known",
    config({ activation_function: "mish" }),
    "config",
    /activation_function is "mish"; expected one of gelu, gelu_python, /,
  ],
  [
    "heads that do not divide",
    config({ n_head: 3 }),
    "config",
    /^config.json: 16 features are not divisible by 3 heads$/,
  ],
  [
    "what is not composed",
    config({ add_cross_attention: true }),
    "config",
    /add_cross_attention is true; expected false: models with it are not read/,
  ],
  [
    "a pickle",
    instead("pytorch_model.bin"),
    "format",
    /^pytorch_model.bin is a pickle, which can run any program and is not opened: take model.safetensors/,
  ],
  [
    "GGUF",
    instead("gpt2.Q4_K_M.gguf"),
    "format",
    /^gpt2.Q4_K_M.gguf is GGUF, .*: open the folder that it was made from/,
  ],
  ["GGUF without a config", () => ({ "a.gguf": NONE }), "format", /^a.gguf is GGUF/],
  [
    "an adapter's folder",
    () => ({ "adapter_config.json": json({}), "adapter_model.safetensors": new Uint8Array(8) }),
    "format",
    /^adapter_config.json belongs to an adapter, not to a model: merge it into its model/,
  ],
  [
    "an adapter",
    instead("adapter_model.safetensors"),
    "format",
    /^adapter_model.safetensors belongs to an adapter, not to a model: merge it/,
  ],
  [
    "the maker's own names",
    instead("consolidated.safetensors"),
    "format",
    /^consolidated.safetensors has the names of its maker's own code/,
  ],
  ["TensorFlow's file", instead("tf_model.h5"), "format", /^tf_model.h5 is of another framework: /],
  [
    "no weights",
    instead("readme.md"),
    "format",
    /^there is no model.safetensors among \("config.json", "readme.md", "tokenizer.json"\)/,
  ],
  [
    "shards without their index",
    instead("model-00001-of-00002.safetensors", { "model-00002-of-00002.safetensors": NONE }),
    "format",
    /^\("model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"\) are parts of the weights, and model.safetensors.index.json, .* is missing/,
  ],
  [
    "one part of the weights",
    instead("model-00001-of-00002.safetensors"),
    "format",
    /^\("model-00001-of-00002.safetensors"\) are parts of the weights, and model.safetensors.index.json, /,
  ],
  [
    "weights that Git LFS has not fetched",
    withLarge("model.safetensors"),
    "format",
    /^model.safetensors is a pointer of Git LFS/,
  ],
  [
    "a config that Git LFS has not fetched",
    withLarge("config.json"),
    "format",
    /: fetch it with git lfs pull$/,
  ],
  [
    "an index without a map",
    instead("a.safetensors", index(undefined)),
    "format",
    /^model.safetensors.index.json has no weight_map/,
  ],
  [
    "an index of numbers",
    instead("a.safetensors", index({ "wte.weight": 5 })),
    "format",
    /has no weight_map/,
  ],
  [
    "a shard that is missing",
    instead("a.safetensors", index({ "wte.weight": "../b.safetensors" })),
    "format",
    /^"..\/b.safetensors" is missing, which model.safetensors.index.json names/,
  ],
  [
    "a shard without its tensor",
    instead("a.safetensors", index({ "wte.bias": "a.safetensors" })),
    "format",
    /^"wte.bias" is not in a.safetensors, where the index has it/,
  ],
  [
    "an empty file",
    (folder) => ({ ...folder, "model.safetensors": NONE }),
    "format",
    /^model.safetensors is no safetensors file: 0 bytes are too few for a header; download it again$/,
  ],
  [
    "a header of 2^53 bytes",
    withFile("{}", NONE, 2n ** 53n),
    "format",
    /: its first 8 bytes announce a header of 9007199254740992 bytes, and 2 follow; download it again$/,
  ],
  [
    "a header of 2^64 - 1 bytes",
    withFile("{}", NONE, 2n ** 64n - 1n),
    "format",
    /a header of 18446744073709551615 bytes, and 2 follow; download it again$/,
  ],
  [
    "a header that is no JSON",
    withFile("{x}", NONE),
    "format",
    /: its header is no JSON object; download it again$/,
  ],
  [
    "a header that is a list",
    withFile("[]", NONE),
    "format",
    /: its header is no JSON object; download it again$/,
  ],
  [
    "a header behind a byte order mark",
    withFile("\ufeff{}", NONE),
    "format",
    /: its header is no JSON object; download it again$/,
  ],
  [
    "no tensors",
    withFile("{}", NONE),
    "format",
    /^a gpt2 has transformer.wte.weight, wte.weight, and the weights have no such tensor; theirs begin with \(\): config.json is of another model/,
  ],
  [
    "an entry without a shape",
    withHeader((header) => void (header["ln_f.bias"].shape = undefined)),
    "format",
    /: the header's entry of "ln_f.bias" is no dtype, shape and data_offsets; download it again$/,
  ],
  [
    "three offsets",
    withHeader((header) => header["ln_f.bias"].data_offsets.push(0) && undefined),
    "format",
    /entry of "ln_f.bias" is no dtype/,
  ],
  [
    "a type that is none",
    withHeader((header) => void (header["ln_f.bias"].dtype = "F33")),
    "format",
    /: "ln_f.bias" has dtype "F33", which the format does not have \(it has F64, /,
  ],
  [
    "a type from Object",
    withHeader((header) => void (header["ln_f.bias"].dtype = "toString")),
    "format",
    /"ln_f.bias" has dtype "toString"/,
  ],
  [
    "a shape that lies",
    withHeader((header) => void (header["ln_f.bias"].shape = [17])),
    "format",
    /: "ln_f.bias" has 64 bytes, and F32 of shape \(17\) has 68; download it again$/,
  ],
  [
    "a shape beyond counting",
    withHeader((header) => void (header["ln_f.bias"].shape = Array(40).fill(2 ** 52))),
    "format",
    /has 64 bytes, and F32 of shape/,
  ],
  [
    "a tensor over another",
    withHeader((header) => void (header["ln_f.bias"].data_offsets = header["ln_f.weight"].data_offsets)),
    "format",
    /: "ln_f.\w+" begins at byte \d+, and the tensor before it ends at \d+; download it again$/,
  ],
  [
    "bytes that nothing uses",
    (folder) => ({ ...folder, "model.safetensors": Uint8Array.from([...folder["model.safetensors"], 0]) }),
    "format",
    /: 1 bytes follow the last tensor; download it again$/,
  ],
  [
    "a file that is cut off",
    (folder) => ({ ...folder, "model.safetensors": folder["model.safetensors"].slice(0, -1) }),
    "format",
    /: it is cut off; download it again$/,
  ],
  [
    "a file cut off in its header",
    (folder) => ({ ...folder, "model.safetensors": folder["model.safetensors"].slice(0, 99) }),
    "format",
    /announce a header of \d+ bytes, and 91 follow; download it again$/,
  ],
  [
    "another family's names",
    config({ model_type: "bert" }),
    "format",
    /^a bert has bert.embeddings.word_embeddings.weight, embeddings.word_embeddings.weight, and the weights have no such tensor; theirs begin with \("wte.weight", /,
  ],
  [
    "more layers than there are",
    config({ n_layer: 3 }),
    "format",
    /^the weights lack h.2.ln_1.weight \(16\), which a gpt2 of this config.json has: download them again/,
  ],
  [
    "a wider model than there is",
    config({ n_embd: 32 }),
    "format",
    /^wte.weight has shape \(46, 16\), and config.json makes it \(46, 32\): take the config.json/,
  ],
  [
    "matrices the other way round",
    tensor("h.0.attn.c_attn.weight", { shape: [48, 16] }),
    "format",
    /^h.0.attn.c_attn.weight has shape \(48, 16\), and config.json makes it \(16, 48\)/,
  ],
  [
    "weights of whole numbers",
    tensor("ln_f.bias", { dtype: "I32" }),
    "format",
    /^ln_f.bias has dtype I32; F32, F16 and BF16 are read/,
  ],
  [
    "weights of 8 bits",
    (folder) => tensor("ln_f.bias", { dtype: "F8_E4M3", bytes: new Uint8Array(16) })(folder),
    "format",
    /^ln_f.bias has dtype F8_E4M3; /,
  ],
];

for (const [what, change, code, says] of REFUSED)
  test(`refused: ${what}`, async () => {
    await assert.rejects(readCheckpoint(change(folderOf("gpt2"))), (error) => {
      assert.ok(error instanceof HeadscopeError, String(error));
      assert.match(error.message, says);
      assert.equal(error.code, code);
      return true;
    });
  });

/** @type {[name: string, change: Record<string, unknown>, says: RegExp][]} */
const CONFIGS = [
  [
    "llama",
    { num_key_value_heads: 3 },
    /^config.json: 4 heads are not divisible by 3 heads of keys and values$/,
  ],
  [
    "llama",
    { rope_scaling: { type: "ntk" } },
    /^config.json: rope_scaling.type is "ntk"; expected one of default, dynamic, linear, llama3, yarn, longrope, su$/,
  ],
  ["llama", { rope_scaling: 5 }, /^config.json: rope_scaling is 5; expected an object$/],
  [
    "llama",
    { rope_scaling: { rope_type: "linear", factor: 0 } },
    /rope_scaling.factor is 0; expected a number above 0/,
  ],
  [
    "llama",
    { rope_theta: null, rope_parameters: { rope_theta: "x" } },
    /rope_parameters.rope_theta is "x"; expected a number/,
  ],
  ["llama", { head_dim: 7 }, /^config.json: 7 of 7 features are to be turned; expected an even number/],
  ["gpt_neox", { rotary_pct: 0.01 }, /^config.json: 0 of 16 features are to be turned/],
  [
    "bert",
    { position_embedding_type: "rotary" },
    /position_embedding_type is "rotary"; expected one of absolute, relative_key, relative_key_query$/,
  ],
  [
    "bert",
    { pruned_heads: { 0: [1, 2] } },
    /^config.json: pruned_heads is "{"0":\[1,2\]}"; expected {}: a model of layers with different numbers of heads is not read/,
  ],
  [
    "gemma2",
    { layer_types: ["sliding_attention"] },
    /layer_types is .*; expected one of sliding_attention, full_attention for each of 2 layers/,
  ],
  [
    "gemma2",
    { use_bidirectional_attention: true },
    /use_bidirectional_attention is true; expected false: models/,
  ],
  ["gemma2", { attn_logit_softcapping: 0 }, /attn_logit_softcapping is 0; expected a number above 0/],
];

for (const [name, change, says] of CONFIGS)
  test(`refused: ${name} with ${JSON.stringify(change)}`, () =>
    assert.rejects(readCheckpoint(withConfig(folderOf(name), change)), { code: "config", message: says }));

test("fields in the form of transformers 5 are read", async () => {
  const old = await readCheckpoint(folderOf("llama-llama3"));
  const { rope_theta, rope_scaling } = JSON.parse(
    new TextDecoder().decode(folderOf("llama-llama3")["config.json"]),
  );
  const now = withConfig(folderOf("llama-llama3"), {
    ...{ rope_theta: undefined, rope_scaling: undefined, rope_parameters: { ...rope_scaling, rope_theta } },
  });
  assert.deepEqual((await readCheckpoint(now)).model.description, old.model.description);
  const neox = withConfig(folderOf("gpt_neox"), {
    ...{ rotary_pct: undefined, rotary_emb_base: undefined },
    rope_parameters: { rope_type: "default", rope_theta: 10000, partial_rotary_factor: 0.25 },
  });
  assert.deepEqual(
    (await readCheckpoint(neox)).model.description,
    (await readCheckpoint(folderOf("gpt_neox"))).model.description,
  );
  const mixed = withConfig(folderOf("gpt_neox"), { rope_parameters: { rope_theta: 500 } });
  const [rope] = (await readCheckpoint(mixed)).model.description.ropes;
  assert.deepEqual([rope?.base, rope?.fraction], [500, 0.25]);
  const gemma = withConfig(folderOf("gemma2"), { layer_types: ["sliding_attention", "full_attention"] });
  assert.deepEqual((await readCheckpoint(gemma)).model.description.windows, [3, null]);
});

test("null switches a feature off, and a missing field has the default of transformers", async () => {
  const windows = async (/** @type {string} */ name, /** @type {Record<string, unknown>} */ change) =>
    (await readCheckpoint(withConfig(folderOf(name), change))).model.description.windows;
  assert.deepEqual(await windows("mistral", { sliding_window: null }), [null, null]);
  assert.deepEqual(await windows("mistral", { sliding_window: undefined }), [4096, 4096]);
  assert.deepEqual(await windows("qwen2", { use_sliding_window: false }), [null, null]);
  const { softcap, outputSoftcap } = (
    await readCheckpoint(
      withConfig(folderOf("gemma2"), { attn_logit_softcapping: null, final_logit_softcapping: undefined }),
    )
  ).model.description;
  assert.deepEqual([softcap, outputSoftcap], [null, 30]);
});
