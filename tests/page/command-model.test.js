// headscope model, run as a shell runs it.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { headscope } from "./support/command.js";

const folder = mkdtempSync(path.join(tmpdir(), "headscope-model-"));
after(() => rmSync(folder, { recursive: true }));

/** @param {string} name of a case */
const model = (name) => inRoot("tests/fixtures/checkpoints", name);

test("--info describes the folder", () => {
  const { status, stdout, stderr } = headscope("model", model("gpt2"), "--info");
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

test("--info names a window, caps, grouped heads, and unused or missing tensors", () => {
  const gemma = headscope("model", model("gemma2"), "--info").stdout;
  assert.match(gemma, /^gemma2: 2 layers of 4 heads \(2 of keys and values\), /);
  assert.match(
    gemma,
    /causal; rotary positions, base 10,000, for 64 tokens; a window of 3 tokens in 1 of 2 layers; scores capped at 2\n/,
  );
  assert.match(gemma, /\n {2}norms +RMSNorm before and after attention, and before and after /);
  assert.match(gemma, /\n {2}text +the folder has no tokenizer.json, which cuts text into pieces: give the /);
  const neox = headscope("model", model("gpt_neox"), "--info").stdout;
  assert.match(neox, /rotary positions of 0\.25 of each head, base 10,000, for 64 tokens\n/);
  const bert = headscope("model", model("bert"), "--info").stdout;
  assert.match(
    bert,
    /\n {2}attention +every token sees every other; .*\n {2}norms +LayerNorm after attention/,
  );
  assert.match(bert, /predicts masked pieces, by the words' embeddings\n/);
  assert.match(bert, /\n {2}not used +bert.pooler.dense.weight, bert.pooler.dense.bias, /);
});

test("--info as JSON", () => {
  const facts = JSON.parse(headscope("model", model("qwen2"), "--json", "--info").stdout);
  assert.deepEqual([facts.family, facts.kvHeads, facts.types, facts.predicts], ["qwen2", 1, ["F32"], true]);
  assert.deepEqual(facts.description.windows, [null, 4]);
  assert.deepEqual([facts.readsText, facts.unused], [false, []]);
  assert.match(facts.whyNoText, /no tokenizer.json/);
});

test("an unreadable folder gives a message and exit code 2", () => {
  const broken = path.join(folder, "broken");
  cpSync(model("llama"), broken, { recursive: true });
  writeFileSync(path.join(broken, "config.json"), '{ "model_type": "t5\\u001b[31m" }');
  for (const [given, says] of /** @type {[string[], RegExp][]} */ ([
    [[broken, "--info"], /^headscope: model_type "t5\\u001b\[31m" is not known; known are gpt2, /],
    [[path.join(folder, "nowhere"), "--info"], /could not be read: ENOENT/],
    [[path.join(broken, "config.json"), "--info"], /could not be read: ENOTDIR/],
    [[], /^headscope: one folder is opened at a time: headscope model \.\/gpt2 --info\n$/],
    [[broken, broken, "--info"], /^headscope: one folder is opened at a time/],
    [[broken], /^headscope: nothing is asked of the model: --info says what is in its folder\n$/],
    [[broken, "--inf"], /^headscope: there is no option --inf; did you mean --info\?/],
  ])) {
    const { status, stdout, stderr } = headscope("model", ...given);
    assert.deepEqual([status, stdout], [2, ""], given.join(" "));
    assert.match(stderr, says);
  }
  assert.match(headscope("model", "--help").stdout, /^Usage: headscope model [^]*\n {2}--info /);
});
