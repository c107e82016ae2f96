// headscope model --study and headscope study: their files, what they write, and as processes that are killed or fail.
import assert from "node:assert/strict";
import { fork, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after, before } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { readStudy } from "../../web/models/index.js";
import { openSmallModel } from "../../web/models/small-model.js";
import { defaultSentences } from "../../web/models/state/default-sentences.js";
import { PartFile, openStudy } from "../../web/command/study-disk.js";
import { sample } from "../browser/support/nightly.js";
import { folderOf, withTensors } from "./support/checkpoints.js";
import { headscope, headscopeProcess, headscopeWith } from "./support/command.js";
import { startHub } from "./support/hub.mjs";
import { filesThatLie } from "./support/studies.js";

const folder = mkdtempSync(path.join(tmpdir(), "headscope-study-"));
after(() => rmSync(folder, { recursive: true }));
const model = inRoot("models/headscope-small");

/** @param {string} name */
const at = (name) => path.join(folder, name);
/** @param {string} name */
const bytes = (name) => readFileSync(at(name));

const text = at("texts.jsonl");
const asked = (/** @type {string} */ out, /** @type {string[]} */ ...more) => [
  ...["model", model, "--study", text, "--column", "body", "--lines", "--out", at(out), ...more],
];

/** Options of a study without workers, and with two, which are processes. */
const WORKERS = [[], ["--workers", "2"]];

/** @type {string[]} */ let sentences;
before(async () => {
  sentences = (await defaultSentences()).slice(0, 42);
  writeFileSync(text, sentences.map((body, id) => `${JSON.stringify({ id, body })}\n`).join(""));
  const { status, stdout, stderr } = await headscope(...asked("whole.npz"));
  assert.equal(stderr, "");
  assert.equal(status, 0);
  assert.match(stdout, /^gpt_neox, 4 layers, 4 heads, 1317632 parameters; 42 sentences\n/);
  assert.match(stdout, /\n {2}1\.2 +0\.8\d ± 0\.0\d {2}the previous token \(42 sentences\)\n/);
});

test("the file holds the study of the library", async () => {
  const small = await openSmallModel({ keep: true });
  let last;
  for await (const study of small.study(sentences)) last = study;
  small.dispose();
  const read = await readStudy(bytes("whole.npz"));
  assert.deepEqual(read.toNpz(), last?.toNpz());
});

test("shards and workers give the same file, to the bit", async () => {
  for (const part of [2, 3, 1])
    assert.equal((await headscope(...asked(`part-${part}.npz`, "--shard", `${part}/3`))).status, 0);
  const parts = [3, 1, 2].map((part) => at(`part-${part}.npz`));
  const { status, stdout } = await headscope("study", ...parts, "--out", at("joined.npz"));
  assert.equal(status, 0);
  assert.match(stdout, /; 42 sentences\n/);
  assert.deepEqual(bytes("joined.npz"), bytes("whole.npz"));
  assert.equal(headscopeProcess(...asked("workers.npz", "--workers", "2")).status, 0);
  assert.deepEqual(bytes("workers.npz"), bytes("whole.npz"));
  assert.deepEqual(
    readdirSync(folder).filter((name) => /part$|-of-/.test(name)),
    [],
  );
});

/** Kills a study when a few sentences are measured, and gives the same command again. @param {readonly string[]} args that write killed.npz */
async function killedAndGoneOn(args) {
  const part = at("killed.npz.part");
  rmSync(at("killed.npz"), { force: true });
  const child = spawn(process.execPath, [inRoot("web/command/main.js"), ...args], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const size = () => (existsSync(part) ? statSync(part).size : 0);
  while (size() < 6_000 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2)); // two sentences are there
  child.kill("SIGKILL");
  await ended;
  assert.ok(!existsSync(at("killed.npz")));
  writeFileSync(part, "a record that is not whole", { flag: "a" });
  const { status, stderr } = await headscope(...args);
  assert.equal(status, 0);
  assert.match(stderr, /^goes on after \d+ sentences in .*killed\.npz\.part\n$/);
}

test("a study that is killed goes on, to the same file", async () => {
  await killedAndGoneOn(asked("killed.npz"));
  assert.deepEqual(bytes("killed.npz"), bytes("whole.npz"));
});

test("the loss without each head is measured if it is asked for: the same in shards and after a kill, and listed", async () => {
  const few = at("few.txt");
  writeFileSync(few, sentences.slice(0, 5).join("\n"));
  const given = (/** @type {string} */ out, /** @type {string[]} */ ...more) => [
    ...["model", model, "--study", few, "--lines", "--losses", "--out", at(out), ...more],
  ];
  const { status, stdout } = await headscope(...given("losses.npz"));
  assert.equal(status, 0);
  assert.match(
    stdout,
    /\nThe loss rises most without these heads, in nats a piece:\n {2}1\.2 +0\.\d{3} ± 0\.\d{3}\n/,
  );
  const { measures } = JSON.parse((await headscope("study", at("losses.npz"), "--json")).stdout);
  assert.equal(measures.at(-1), "lossWithout");
  for (const part of [2, 1])
    assert.equal((await headscope(...given(`losses-${part}.npz`, "--shard", `${part}/2`))).status, 0);
  await headscope("study", at("losses-2.npz"), at("losses-1.npz"), "--out", at("losses-joined.npz"));
  assert.deepEqual(bytes("losses-joined.npz"), bytes("losses.npz"));
  await killedAndGoneOn(given("killed.npz"));
  assert.deepEqual(bytes("killed.npz"), bytes("losses.npz"));
});

/** A text whose 21st line cannot be read, so that a study leaves a part. @returns {string} its path */
function endsEarly() {
  const lines = readFileSync(text, "utf8").split("\n").slice(0, 20);
  writeFileSync(at("ends-early.jsonl"), [...lines, "no JSON"].join("\n"));
  return at("ends-early.jsonl");
}

test("a study that is refused leaves no part, so that the next one may be another", async () => {
  const headless = at("headless"); // a model that predicts nothing
  const isKept = (/** @type {[string, unknown]} */ [name]) => !name.startsWith("cls");
  const files = withTensors(folderOf("bert"), (tensors) => new Map([...tensors].filter(isKept)));
  mkdirSync(headless);
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(headless, name), content);
  const study = async (/** @type {string[]} */ ...more) =>
    await headscope("model", headless, ...asked("refused.npz", "--shard", "1/14", ...more).slice(2));
  const refusals = /** @type {const} */ ([
    [["--losses"], /the weights hold no output layer/],
    [["--column", "none"], /has no text in the column none/],
    [["--losses", "--workers", "2"], /the weights hold no output layer/],
    [["--column", "none", "--workers", "2"], /has no text in the column none/],
  ]);
  for (const [wrong, says] of sample(refusals, 0, 1, 3)) {
    const { status, stderr } = await study(...wrong);
    assert.equal(status, 2);
    assert.match(stderr, says);
    const left = readdirSync(folder).filter((name) => name.startsWith("refused"));
    assert.deepEqual(left, []);
  }
  assert.equal((await study()).stderr, "");
});

test("a part of another study is not gone on with", async () => {
  writeFileSync(at("other.npz.part"), '{"format":"another"}\n');
  const { status, stderr } = await headscope(...asked("other.npz"));
  assert.equal(status, 2);
  assert.match(
    stderr,
    /other\.npz\.part holds a part of another study .*: delete it, or take another --out\n$/,
  );
});

test("a study does not go on with another checkpoint of the same architecture", async () => {
  const other = at("other");
  cpSync(model, other, { recursive: true });
  const weights = readFileSync(path.join(other, "model.safetensors"));
  weights.fill(0, weights.length / 2);
  const write = () => writeFileSync(path.join(other, "model.safetensors"), weights);
  const study = async (/** @type {string} */ of, /** @type {string[]} */ ...more) =>
    await headscope("model", of, ...asked("two.npz", ...more).slice(2));
  write();
  assert.equal((await study(other)).status, 0);
  const expected = bytes("two.npz");
  assert.ok(!expected.equals(bytes("whole.npz")));
  for (const workers of sample(WORKERS, 1)) {
    const begun = await study(model, ...workers, "--study", endsEarly());
    assert.equal(begun.status, 2);
    assert.ok(existsSync(at("two.npz.part")));
    const { status, stderr } = await study(other, ...workers, "--study", endsEarly());
    assert.equal(status, 2);
    assert.match(stderr, /two\.npz\.part holds a part of another study/);
    for (const name of readdirSync(folder)) if (/^two.*part$/.test(name)) rmSync(at(name));
  }
  // Shards of another checkpoint, whose part a reader has deleted, are measured again.
  for (const shard of [1, 2]) {
    const out = at(`two.npz.${shard}-of-2.npz`);
    assert.equal((await study(model, "--shard", `${shard}/2`, "--out", out)).status, 0);
  }
  assert.equal((await study(other, "--workers", "2")).status, 0);
  assert.deepEqual(bytes("two.npz"), expected);
});

test("the commit of a model of the hub belongs to its study, which does not go on or join with another", async () => {
  const [first, second] = ["a".repeat(40), "b".repeat(40)];
  let commit = first;
  const files = Object.fromEntries(
    ["config.json", "model.safetensors", "tokenizer.json"].map((name) => [
      name,
      new Uint8Array(readFileSync(path.join(model, name))),
    ]),
  );
  const hub = await startHub({ "someone/model": files }, { commit: () => commit });
  const env = { HF_HOME: at("home"), HF_ENDPOINT: hub.address };
  const study = (/** @type {string} */ out, /** @type {string[]} */ ...more) =>
    headscopeWith(["model", "someone/model", ...asked(out, ...more).slice(2)], env);
  try {
    const one = await study("hub-1.npz", "--shard", "1/2");
    assert.match(one.stdout, new RegExp(`parameters, commit ${first}; 21 sentences`));
    for (const workers of sample(WORKERS, 0)) {
      commit = first;
      const begun = await study("hub.npz", ...workers, "--study", endsEarly());
      assert.match(begun.stderr, /line 21 is no JSON object/);
      commit = second;
      const { status, stderr } = await study("hub.npz", ...workers, "--study", endsEarly());
      assert.equal(status, 2);
      const says = `hub.npz.part holds a part of a study of the commit ${first}, and this model is of the commit ${second}: add --revision ${first} to go on`;
      assert.ok(stderr.includes(says), stderr);
      const again = await study("hub.npz", ...workers, "--study", endsEarly(), "--revision", first);
      assert.match(again.stderr, /line 21 is no JSON object/);
      for (const name of readdirSync(folder)) if (/^hub\.npz.*part$/.test(name)) rmSync(at(name));
    }
    assert.equal((await study("hub-2.npz", "--shard", "2/2")).status, 0);
    const both = [at("hub-1.npz"), at("hub-2.npz")];
    const joined = await headscope("study", ...both, "--out", at("hub.npz"));
    assert.equal(joined.status, 2);
    assert.match(
      joined.stderr,
      new RegExp(`one study is of the commit ${first} of the hub, another of ${second}`),
    );
    await study("hub-2.npz", "--shard", "2/2", "--revision", first, "--workers", "2");
    assert.equal((await headscope("study", ...both, "--out", at("hub.npz"))).status, 0);
    const read = await readStudy(bytes("hub.npz"));
    assert.equal(read.commit, first);
    assert.deepEqual(read.values, (await readStudy(bytes("whole.npz"))).values);
    const mixed = await headscope("study", at("hub-1.npz"), at("whole.npz"), "--out", at("x.npz"));
    assert.match(
      mixed.stderr,
      new RegExp(`of the commit ${first} of the hub, another of a folder whose commit is unknown`),
    );
  } finally {
    hub.close();
  }
});

test("a folder in the cache of the hub's tools has its commit", async () => {
  const commit = "c".repeat(40);
  const snapshot = path.join(at("cache"), "snapshots", commit);
  cpSync(model, snapshot, { recursive: true });
  const { stdout } = await headscope("model", snapshot, ...asked("snapshot.npz", "--shard", "1/14").slice(2));
  assert.match(stdout, new RegExp(`commit ${commit}; 3 sentences`));
  const facts = JSON.parse((await headscope("study", at("snapshot.npz"), "--json")).stdout);
  assert.equal(facts.commit, commit);
});

test("a part of another commit of a folder says which folder goes on, since --revision is for names of the hub", async () => {
  const [first, second] = ["d".repeat(40), "e".repeat(40)].map((commit) => {
    const snapshot = path.join(at("commits"), "snapshots", commit);
    cpSync(model, snapshot, { recursive: true });
    return snapshot;
  });
  const study = async (/** @type {string} */ of, /** @type {string[]} */ ...more) =>
    (await headscope("model", of, ...asked("folder.npz", "--study", endsEarly(), ...more).slice(2))).stderr;
  for (const workers of sample(WORKERS, 0)) {
    assert.match(await study(first, ...workers), /line 21 is no JSON object/);
    const said = await study(second, ...workers);
    assert.match(
      said,
      /folder\.npz\S*\.part holds a part of a study of the commit d{40}, and this folder is of the commit e{40}: give the folder of d{40} to go on, or delete the file\n$/,
    );
    assert.match(await study(first, ...workers), /line 21 is no JSON object/);
    for (const name of readdirSync(folder)) if (/^folder\.npz.*part$/.test(name)) rmSync(at(name));
  }
});

test("a part whose header was cut is begun again", () => {
  const about = { model: "a", layers: 1, heads: 1, measures: ["first"] };
  for (const text of ["", '{"format":"headscope-st']) {
    writeFileSync(at("cut.part"), text);
    const part = new PartFile(at("cut.part"), about, "of a text");
    part.append({ number: 3, tokens: 2, values: new Float32Array(1), even: new Float32Array(1) });
    part.source.close();
    const again = new PartFile(at("cut.part"), about, "of a text");
    assert.deepEqual([again.count, again.last], [1, 3]);
    again.source.close();
  }
});

test("a worker that fails ends the command and the other workers", async () => {
  writeFileSync(at("long.txt"), "In the beginning God created the heaven and the earth.\n".repeat(50_000));
  writeFileSync(at("failing.npz.1-of-2.npz.part"), "of another study\n");
  const given = ["model", model, "--study", at("long.txt"), "--out", at("failing.npz"), "--workers", "2"];
  const { status, stderr } = headscopeProcess(...given);
  assert.equal(status, 2);
  assert.match(stderr, /failing\.npz\.1-of-2\.npz\.part holds a part of another study/);
  assert.ok(!existsSync(at("failing.npz.2-of-2.npz")));
});

test("a command that another program forks reports as in a shell", async () => {
  const child = fork(inRoot("web/command/main.js"), asked("forked.npz", "--shard", "1/14"), {
    stdio: ["ignore", "pipe", "ignore", "ipc"],
  });
  let said = "";
  child.stdout?.on("data", (text) => (said += text));
  const status = await new Promise((resolve) => child.on("close", resolve));
  assert.equal(status, 0);
  assert.match(said, /; 3 sentences\n/);
});

test("headscope study refuses a file whose arrays do not agree", async () => {
  for (const [name, file] of Object.entries(filesThatLie())) {
    writeFileSync(at("lies.npz"), file);
    assert.throws(() => openStudy(at("lies.npz")), { id: "no_study" }, name);
    await assert.rejects(readStudy(file), { id: "no_study" }, name);
  }
  writeFileSync(at("cut.npz"), bytes("whole.npz").subarray(5000));
  assert.throws(() => openStudy(at("cut.npz")), { id: "no_study" });
});

test("headscope study gives names and means as JSON", async () => {
  const facts = JSON.parse((await headscope("study", at("whole.npz"), "--json")).stdout);
  assert.equal(facts.sentences, 42);
  assert.equal(facts.heads.length, 16);
  const [head] = facts.heads.filter((/** @type {any} */ each) => each.name === "previous");
  assert.deepEqual([head.layer, head.head, head.strength], [1, 2, "clear"]);
  assert.ok(head.mean[facts.measures.indexOf("previous")] > 0.8);
});

test("arguments that do not fit are refused with what would work", async () => {
  for (const [given, says] of /** @type {[string[], RegExp][]} */ ([
    [["model", model, "--study", at("none.txt"), "--out", at("x.npz")], /none\.txt" is no file on this disk/],
    [["model", model, "--study", text], /a study is written to a \.npz, and --out is ""/],
    [asked("x.json"), /take a name such as study\.npz/],
    [asked("x.npz", "--shard", "4/3"), /--shard "4\/3" is no part; expected one such as 3\/16/],
    [asked("x.npz", "--workers", "0"), /--workers "0" is no whole number from 1/],
    [
      [...asked("x.npz"), "--column", "text"],
      /line 1 has no text in the column text; its columns are id, body/,
    ],
    [["study"], /no file is given/],
    [["study", at("none.npz")], /there is no such file/],
    [["study", text], /the file is no study of heads; expected the arrays of headscope-study-1/],
    [["study", at("whole.npz"), at("whole.npz")], /add --out study\.npz/],
    [["study", at("whole.npz"), at("whole.npz"), "--out", at("x.npz")], /sentence 0 is in two parts/],
  ])) {
    const { status, stderr } = await headscope(...given);
    assert.equal(status, 2, given.join(" "));
    assert.match(stderr, says);
  }
});
