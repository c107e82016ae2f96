// headscope model with a name on the hub, in place of a folder.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { folderOf } from "./support/checkpoints.js";
import { headscope, headscopeBeside, headscopeWith } from "./support/command.js";
import { startHub } from "./support/hub.mjs";

const NAME = "someone/model";
const home = mkdtempSync(path.join(tmpdir(), "headscope-hub-"));
const hub = await startHub({ [NAME]: folderOf("gpt2") }, { token: "secret", redirects: true });
after(() => {
  hub.close();
  rmSync(home, { recursive: true });
});

/** @param {readonly string[]} given @param {Record<string, string>} [env] */
const named = (given, env) => headscopeWith(["model", ...given], { ...VARIABLES, ...env });
const VARIABLES = { HF_HOME: home, HF_ENDPOINT: hub.address, HF_TOKEN: "secret" };

const ASKED = ["--ids", "1,2,3", "--json"];
const expected = await headscope("model", inRoot("tests/fixtures/checkpoints/gpt2"), ...ASKED);

test("a name that is no folder is asked of the hub, and the command says so", async () => {
  const { status, stdout, stderr } = await headscopeBeside(["model", NAME, ...ASKED], VARIABLES);
  assert.deepEqual([status, stdout], [0, expected.stdout]);
  assert.match(
    stderr,
    new RegExp(
      `^headscope: ${NAME} is no folder here, .* it comes from 127\\.0\\.0\\.1:\\d+\\. Your text stays here\\.\\n$`,
    ),
  );
  const info = await named([`hf:${NAME}`, "--info"]);
  assert.match(info.stdout, /^gpt2: 2 layers of 4 heads/);
});

test("the token is that of the hub's tools: HF_TOKEN, or a file", async () => {
  writeFileSync(path.join(home, "token"), "secret\n");
  assert.equal((await named([NAME, "--info"], { HF_TOKEN: "" })).status, 0);
  const other = await named([NAME, "--info"], { HF_TOKEN: "other" });
  assert.equal(other.status, 2);
  assert.match(other.stderr, /the hub refuses the token \(status 401\)/);
});

test("a model in the local cache is read there, and nothing is asked", async () => {
  const cache = path.join(home, "hub", "models--someone--kept");
  const commit = "89abcdef89abcdef89abcdef89abcdef89abcdef";
  mkdirSync(path.join(cache, "refs"), { recursive: true });
  writeFileSync(path.join(cache, "refs", "main"), commit);
  cpSync(inRoot("tests/fixtures/checkpoints/gpt2"), path.join(cache, "snapshots", commit), {
    recursive: true,
  });
  const before = hub.asked.length;
  for (const given of [
    ["someone/kept"],
    ["someone/kept", "--offline"],
    ["hf:someone/kept", "--revision", commit],
  ])
    assert.deepEqual(await named([...given, ...ASKED]), { status: 0, stdout: expected.stdout, stderr: "" });
  const moved = { HF_HOME: "/nowhere", HF_HUB_CACHE: path.join(home, "hub") };
  assert.equal((await named(["someone/kept", ...ASKED], moved)).stdout, expected.stdout);
  assert.equal(hub.asked.length, before);
});

test("a snapshot without weights does not count", async () => {
  const snapshot = path.join(home, "hub", "models--someone--model", "snapshots", "main");
  mkdirSync(snapshot, { recursive: true });
  writeFileSync(path.join(snapshot, "config.json"), "{}");
  assert.equal((await named([NAME, ...ASKED])).stdout, expected.stdout);
});

test("offline, a name that is in no cache ends with 2 and says what would work", async () => {
  const before = hub.asked.length;
  for (const run of [
    named([NAME, "--info", "--offline"]),
    named([NAME, "--info"], { HF_HUB_OFFLINE: "1" }),
  ]) {
    const { status, stderr } = await run;
    assert.equal(status, 2);
    assert.match(
      stderr,
      /someone\/model is not in the local cache .*leave out --offline, or download it with hf download/,
    );
  }
  assert.equal(hub.asked.length, before);
});

test("an address is read from its host, and never with --offline", async () => {
  const address = `${hub.address}/${NAME}/resolve/main`;
  const { status, stderr } = await named([address, ...ASKED, "--offline"]);
  assert.equal(status, 2);
  assert.match(stderr, /is on a host, and --offline asks none/);
});

test("a download that was stopped does not count as a model", async () => {
  const snapshot = path.join(home, "hub", "models--someone--model", "snapshots", "main");
  writeFileSync(path.join(snapshot, "config.json"), "{}");
  writeFileSync(path.join(snapshot, "model-00001-of-00002.safetensors"), "");
  const index = {
    weight_map: { a: "model-00001-of-00002.safetensors", b: "model-00002-of-00002.safetensors" },
  };
  for (const text of [JSON.stringify(index), JSON.stringify(index).slice(0, 40), '{ "weight_map": {} }']) {
    writeFileSync(path.join(snapshot, "model.safetensors.index.json"), text);
    assert.equal((await named([NAME, ...ASKED])).stdout, expected.stdout);
  }
});

test("a revision that leads elsewhere, and a hub that is no address, are refused with what would work", async () => {
  for (const revision of ["../../models--someone--kept/snapshots/main", "..", "a b"]) {
    const { status, stderr } = await named([NAME, "--info", `--revision=${revision}`]);
    assert.equal(status, 2);
    assert.match(stderr, /is no branch, tag or commit, such as main/);
  }
  const { status, stderr } = await named([NAME, "--info"], { HF_ENDPOINT: "mirror.example" });
  assert.equal(status, 2);
  assert.match(stderr, /"mirror\.example" is no address; expected one such as https:/);
});

test("a path wins over a name, and ./ asks no hub", async () => {
  const before = hub.asked.length;
  const { status, stderr } = await named(["./someone", "--info"]);
  assert.equal(status, 2);
  assert.match(stderr, /no folder on this disk/);
  assert.equal(hub.asked.length, before);
});
