// headscope model: what it writes and its exit code; two tests run it as a process.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import { unzipSync } from "fflate";
import { inRoot } from "../../tools/lib/paths.mjs";
import { openCheckpoint } from "../../web/models/index.js";
import { headscope, headscopeProcess } from "./support/command.js";

const folder = mkdtempSync(path.join(tmpdir(), "headscope-model-"));
after(() => rmSync(folder, { recursive: true }));

/** @param {string} name of a case */
const model = (name) => inRoot("tests/fixtures/checkpoints", name);

test("--info describes the folder", () => {
  const { status, stdout, stderr } = headscopeProcess("model", model("gpt2"), "--info");
  assert.deepEqual([status, stderr], [0, ""]);
  assert.deepEqual(stdout.split("\n"), [
    "gpt2: 2 layers of 4 heads, 7,520 parameters",
    "",
    "  sizes         d_model 16, d_head 4, vocabulary 46",
    "  attention     causal; learned positions of 12 tokens",
    "  norms         LayerNorm before attention and before the feed-forward network",
    "  feed-forward  64 wide, GELU (tanh)",
    "  output        predicts the next piece, by the words' embeddings",
    "  weights       F32; model.safetensors, 0.0336 MB",
    "  text          cut into pieces by tokenizer.json",
    "",
  ]);
});

test("--info names a window, caps, grouped heads, and unused or missing tensors", async () => {
  const vit = (await headscope("model", inRoot("tests/fixtures/vision/vit"), "--info")).stdout;
  assert.match(vit, /\n {2}pictures +12 × 12 pixels, in patches of 4 × 4; \[CLS\] before them\n/);
  assert.match(vit, /\n {2}output +predicts one of 5 classes\n/);
  assert.doesNotMatch(vit, /vocabulary|tokenizer/);
  const gemma = (await headscope("model", model("gemma2"), "--info")).stdout;
  assert.match(gemma, /^gemma2: 2 layers of 4 heads \(2 of keys and values\), /);
  assert.match(
    gemma,
    /causal; rotary positions, base 10,000, for 64 tokens; a window of 3 tokens in 1 of 2 layers; scores capped at 2\n/,
  );
  assert.match(gemma, /\n {2}norms +RMSNorm before and after attention, and before and after /);
  assert.match(gemma, /\n {2}text +the folder has no tokenizer.json, which cuts text into pieces: give the /);
  const neox = (await headscope("model", model("gpt_neox"), "--info")).stdout;
  assert.match(neox, /rotary positions of 0\.25 of each head, base 10,000, for 64 tokens\n/);
  const bert = (await headscope("model", model("bert"), "--info")).stdout;
  assert.match(
    bert,
    /\n {2}attention +every token sees every other; .*\n {2}norms +LayerNorm after attention/,
  );
  assert.match(bert, /predicts masked pieces, by the words' embeddings\n/);
  assert.match(bert, /\n {2}not used +bert.pooler.dense.weight, bert.pooler.dense.bias, /);
});

test("--workers shares a run among threads, and the rounded numbers are the same", async () => {
  const asked = ["model", model("gpt2"), "--text", "the cat", "--layer", "1", "--head", "2"];
  const one = await headscope(...asked, "--workers", "1");
  const two = headscopeProcess(...asked, "--workers", "2"); // the process ends, and its threads
  assert.deepEqual([two.status, two.stderr], [0, ""]);
  assert.deepEqual(two.stdout, one.stdout);
});

test("--info as JSON", async () => {
  const facts = JSON.parse((await headscope("model", model("qwen2"), "--json", "--info")).stdout);
  assert.deepEqual([facts.family, facts.kvHeads, facts.types, facts.predicts], ["qwen2", 1, ["F32"], true]);
  assert.deepEqual(facts.description.windows, [null, 4]);
  assert.deepEqual([facts.readsText, facts.unused], [false, []]);
  assert.match(facts.whyNoText, /no tokenizer.json/);
});

test("--as tries a model of an unknown type, and what is said of it names both", async () => {
  const unknown = path.join(folder, "unknown");
  cpSync(model("llama"), unknown, { recursive: true });
  const config = JSON.parse(readFileSync(path.join(unknown, "config.json"), "utf8"));
  writeFileSync(path.join(unknown, "config.json"), JSON.stringify({ ...config, model_type: "mystery" }));
  const refused = await headscope("model", unknown, "--info");
  assert.deepEqual([refused.status, refused.stdout], [2, ""]);
  assert.match(refused.stderr, /^headscope: model_type "mystery" is not known; .* --as llama/);
  const tried = await headscope("model", unknown, "--info", "--as", "llama");
  assert.match(tried.stdout, /^mystery, tried as llama: 2 layers of /);
  const run = await headscope("model", unknown, "--ids", "1,2", "--as", "llama");
  assert.match(run.stdout, /^mystery, tried as llama: 2 layers of /);
  const facts = JSON.parse((await headscope("model", unknown, "--info", "--json", "--as", "llama")).stdout);
  assert.deepEqual([facts.family, facts.tried], ["llama", "mystery"]);
});

test("an unreadable folder gives a message and exit code 2", async () => {
  const broken = path.join(folder, "broken");
  cpSync(model("llama"), broken, { recursive: true });
  writeFileSync(path.join(broken, "config.json"), '{ "model_type": "mystery\\u001b[31m" }');
  for (const [given, says] of /** @type {[string[], RegExp][]} */ ([
    [[broken, "--info"], /^headscope: model_type "mystery\\u001b\[31m" is not known; known are gpt2, /],
    [
      [path.join(folder, "nowhere"), "--info"],
      /nowhere is no folder on this disk: pass the path of one, or hf:/,
    ],
    [[path.join(broken, "config.json"), "--info"], /config\.json is a file: pass its folder, /],
    [[], /^headscope: one model is opened at a time: headscope model \.\/gpt2 --info\n$/],
    [[broken, broken, "--info"], /^headscope: one model is opened at a time/],
    [
      [broken],
      /^headscope: nothing is asked of the model: --info says what is in its folder, and --text "The cat sat" /,
    ],
    [[broken, "--inf"], /^headscope: there is no option --inf; did you mean --info\?/],
  ])) {
    const { status, stdout, stderr } = await headscope("model", ...given);
    assert.deepEqual([status, stdout], [2, ""], given.join(" "));
    assert.match(stderr, says);
  }
  assert.match((await headscope("model", "--help")).stdout, /^Usage: headscope model [^]*\n {2}--info /);
});

const TEXT = "the cat sat";

test("a text is run: its pieces, its loss and what comes next", async () => {
  const { status, stdout, stderr } = await headscope("model", model("gpt2"), "--text", TEXT, "--top", "3");
  assert.deepEqual([status, stderr], [0, ""]);
  const opened = await openCheckpoint(model("gpt2"));
  const run = await opened.run(TEXT);
  const pieces = run.predictions(run.tokens.length - 1, 3);
  const lines = stdout.split("\n");
  assert.equal(lines[0], "gpt2: 2 layers of 4 heads");
  assert.equal(lines[1], `pieces: ${run.tokens.map(({ text }) => text).join(" | ")}`);
  assert.equal(lines[2], `loss: ${run.loss().toFixed(3)} nats a piece`);
  assert.equal(lines[4], `after "${run.tokens.at(-1)?.text}":`);
  assert.deepEqual(
    lines.slice(5, 8),
    pieces.map(({ text, probability }) => `  ${(100 * probability).toFixed(1).padStart(5)} %  ${text}`),
  );
});

test("masked pieces of a masked model are predicted", async () => {
  const { status, stdout } = await headscope(
    "model",
    model("bert"),
    "--text",
    "the [MASK] sat",
    "--top",
    "2",
  );
  assert.equal(status, 0);
  assert.match(stdout, /\nin place of piece 2:\n +\d+\.\d % {2}.+\n +\d+\.\d % {2}.+\n/);
});

test("the result as JSON, of one head where asked", async () => {
  const run = await (await openCheckpoint(model("gpt2"))).run({ ids: [3, 17, 5] });
  const given = ["model", model("gpt2"), "--ids", "3, 17,5", "--json"];
  const result = JSON.parse((await headscope(...given, "--layer", "1", "--head", "2")).stdout);
  const { data, shape } = run.attention(1);
  assert.deepEqual(result.attention.shape, [3, 3]);
  assert.deepEqual(result.attention.data, Array.from(data.subarray(18, 27)));
  assert.deepEqual(
    result.tokens.map((/** @type {any} */ token) => token.id),
    [3, 17, 5],
  );
  const whole = JSON.parse((await headscope(...given, "--layer", "1")).stdout);
  assert.deepEqual(whole.attention.shape, shape);
  assert.equal(JSON.parse((await headscope(...given)).stdout).attention, undefined);
});

test("pictures and arrays are written", async () => {
  const svg = path.join(folder, "map.svg");
  const one = await headscope(
    "model",
    model("gpt2"),
    "--text",
    TEXT,
    "--layer",
    "1",
    "--head",
    "2",
    "--out",
    svg,
  );
  assert.deepEqual([one.status, one.stdout, one.stderr], [0, "", ""]);
  const picture = readFileSync(svg, "utf8");
  assert.match(picture, /^<svg[^]*<title>gpt2: layer 1, head 2<\/title>/);
  await headscope("model", model("gpt2"), "--text", TEXT, "--layer", "1", "--out", svg);
  assert.match(readFileSync(svg, "utf8"), /<title>gpt2: layer 1<\/title>/);
  const npz = path.join(folder, "attention.npz");
  assert.equal((await headscope("model", model("gpt2"), "--text", TEXT, "--out", npz)).status, 0);
  const files = unzipSync(readFileSync(npz));
  assert.deepEqual(Object.keys(files), ["tokens.npy", "attention.npy"]);
  const run = await (await openCheckpoint(model("gpt2"))).run(TEXT);
  const count = run.tokens.length;
  const [header, numbers] = arrayIn(files["attention.npy"]);
  assert.match(header, new RegExp(`'<f4'.*\\(2, 4, ${count}, ${count}\\)`));
  assert.deepEqual(
    new Float32Array(numbers.buffer),
    Float32Array.from([...run.attention(0).data, ...run.attention(1).data]),
  );
  const [texts, letters] = arrayIn(files["tokens.npy"]);
  const longest = Number(/<U(\d+)/.exec(texts)?.[1]);
  const first = Array.from(new Uint32Array(letters.buffer).subarray(0, longest), (code) =>
    code ? String.fromCodePoint(code) : "",
  );
  assert.equal(first.join(""), run.tokens[0].text);
});

/** The header of a .npy file, and its bytes. @param {Uint8Array} file @returns {[string, Uint8Array<ArrayBuffer>]} */
function arrayIn(file) {
  const begin = 10 + file[8] + 256 * file[9];
  return [new TextDecoder().decode(file.subarray(10, begin)), file.slice(begin)];
}

test("what a run cannot do ends with 2 and says why", async () => {
  const refused = async (/** @type {string[]} */ ...given) => {
    const { status, stdout, stderr } = await headscope("model", model("gpt2"), ...given);
    assert.deepEqual([status, stdout], [2, ""], given.join(" "));
    return stderr;
  };
  const text = ["--text", TEXT];
  assert.match(await refused(...text, "--layer", "7"), /^headscope: there is no layer 7; the last is 1\n/);
  assert.match(await refused(...text, "--layer", "1", "--head", "4"), /there is no head 4; the last is 3\n/);
  assert.match(await refused(...text, "--head", "1"), /add --layer/);
  assert.match(await refused(...text, "--layer", "x"), /--layer "x" is no whole number/);
  assert.match(await refused(...text, "--workers", "0"), /--workers "0" is no whole number from 1 to 9999/);
  assert.match(await refused(...text, "--workers", "65"), /workers 65 is not a whole number from 1 to 64/);
  assert.match(await refused(...text, "--out", "map.svg"), /a picture is of one layer: add --layer/);
  assert.match(await refused(...text, "--out", "map.png"), /end it in \.svg, \.npz, \.json/);
  assert.match(await refused("--ids", "3,x"), /--ids "3,x" is no list of ids/);
  assert.match(await refused("--ids", "3,99"), /id 99 is not in the vocabulary of 46 pieces/);
  assert.match(await refused("--text", ""), /there is nothing to read/);
});

/** @param {string} name of an encoder with a decoder */
const pair = (name) => inRoot("tests/fixtures/encoder-decoders", name);

test("--info says which kinds of attention a model with an encoder and a decoder has", async () => {
  const { stdout } = await headscope("model", pair("bart"), "--info");
  assert.match(stdout, /\n {2}kinds +encoder, of \d layers of \d heads; decoder and cross, of \d layers\n/);
  assert.doesNotMatch((await headscope("model", model("gpt2"), "--info")).stdout, /kinds/);
});

test("a source and a target are run: each kind of attention as JSON, as a picture, and as arrays", async () => {
  const opened = await openCheckpoint(pair("bart"));
  const [source, target] = ["3,17,5,30,21,8,2", "2,9,14,4"];
  const ids = (/** @type {string} */ list) => ({ ids: list.split(",").map(Number) });
  const run = await opened.run(ids(source), { target: ids(target) });
  const given = ["model", pair("bart"), "--ids", source, "--target", target];
  const svg = path.join(folder, "pair.svg");
  for (const kind of /** @type {const} */ (["encoder", "decoder", "cross"])) {
    const result = JSON.parse((await headscope(...given, "--layer", "0", "--kind", kind, "--json")).stdout);
    const { data, shape } = run.attention(0, kind);
    assert.equal(result.kind, kind);
    assert.deepEqual(result.attention, { data: Array.from(data), shape });
    const one = await headscope(...given, "--layer", "0", "--head", "1", "--kind", kind, "--out", svg);
    assert.deepEqual([one.status, one.stderr], [0, ""]);
    assert.match(readFileSync(svg, "utf8"), new RegExp(`<title>bart: ${kind}, layer 0, head 1</title>`));
    const { stdout } = await headscope(...given, "--layer", "0", "--head", "1", "--kind", kind);
    const rows = stdout
      .split(`${kind}, layer 0, head 1: the key with most weight\n`)[1]
      .trimEnd()
      .split("\n");
    assert.equal(rows.length, shape[1], kind);
  }
  const whole = JSON.parse((await headscope(...given, "--layer", "0", "--json")).stdout);
  assert.equal(whole.kind, "cross", "the kind if none is named");
  const idsOf = (/** @type {any[]} */ tokens) => tokens.map(({ id }) => id).join();
  assert.deepEqual([idsOf(whole.source), idsOf(whole.tokens)], [source, target]);

  const npz = path.join(folder, "pair.npz");
  assert.equal((await headscope(...given, "--out", npz)).status, 0);
  const files = unzipSync(readFileSync(npz));
  assert.deepEqual(Object.keys(files), [
    "source.npy",
    "tokens.npy",
    "encoder.npy",
    "decoder.npy",
    "cross.npy",
  ]);
  const { layers, heads } = opened.info;
  assert.match(arrayIn(files["cross.npy"])[0], new RegExp(`\\(${layers}, ${heads}, 4, 7\\)`));

  const written = await headscope("model", pair("bart"), "--ids", source);
  const alone = await opened.run(ids(source));
  assert.ok(written.stdout.includes(`\ntarget: ${alone.tokens.map(({ text }) => text).join(" | ")}\n`));
  opened.dispose();
});

test("options for a source and a target that do not fit are refused with what works", async () => {
  const source = ["--ids", "3,17,5"];
  for (const [given, says] of /** @type {[string[], RegExp][]} */ ([
    [
      [model("gpt2"), ...source, "--target", "1"],
      /^headscope: --target is for models with an encoder and a decoder, .* gpt2 has one stack: leave it out\n/,
    ],
    [
      [model("gpt2"), ...source, "--kind", "cross"],
      /^headscope: --kind is for models with an encoder and a /,
    ],
    [
      [pair("bart"), ...source, "--kind", "both"],
      /^headscope: --kind "both" is none of encoder, decoder, cross\n/,
    ],
    [[pair("bart"), ...source, "--target", "a"], /^headscope: --target "a" is no list of ids, as 464,3290\n/],
    [
      [pair("bart"), ...source, "--layer", "9", "--kind", "encoder"],
      /^headscope: --layer 9 is not there: --kind encoder has layers 0 to \d\n/,
    ],
  ])) {
    const { status, stdout, stderr } = await headscope("model", ...given);
    assert.deepEqual([status, stdout], [2, ""], given.join(" "));
    assert.match(stderr, says);
  }
});
