// .github/: workflows cannot run here, so that the tests parse them: few lines that call the project's own scripts.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { parse } from "yaml";
import { inRoot } from "../../tools/lib/paths.mjs";
import { attempt } from "../../tools/lib/run.mjs";
import { CORE_INPUTS, CORE_OUTPUTS } from "../../tools/lib/wasm.mjs";

const { scripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));

/** @param {string} file @returns {any} parsed strictly: a duplicate key is an error */
const read = (file) => parse(readFileSync(inRoot(file), "utf8"), { strict: true, uniqueKeys: true });

const FOLDER = ".github/workflows";
const files = readdirSync(inRoot(FOLDER));

test("there are three workflows: test quickly, test everything, publish a release", () => {
  assert.deepEqual(files.toSorted(), ["nightly.yml", "publish.yml", "test.yml"]);
});

/** Commands that a step may run. @param {string} command */
function isKnown(command) {
  const [, script] = /^npm (?:run )?([\w-]+)$/.exec(command) ?? [];
  if (script) return script in scripts;
  return [
    /^apt-get update && apt-get install --yes [\w -]+$/,
    /^npm test -- --(quick|nightly|release)$/,
    /^npm view "headscope@\$\{GITHUB_REF_NAME#v\}" version \| grep \. \|\| npm publish \.\/release\/\*\.tgz --access public --provenance$/,
    /^gh release create "\$GITHUB_REF_NAME" --repo "\$GITHUB_REPOSITORY" --verify-tag [\w\s./*-]+$/,
  ].some((pattern) => pattern.test(command));
}

for (const file of files)
  test(`${file} is valid, has few permissions, and calls the project's scripts`, () => {
    const workflow = read(`${FOLDER}/${file}`);
    assert.deepEqual(
      Object.keys(workflow).filter((key) => !["name", "on", "permissions", "jobs"].includes(key)),
      [],
    );
    assert.ok(workflow.name && workflow.on);
    assert.equal(
      workflow.permissions.contents,
      "read",
      "a token that can only read, but for what is named beside it",
    );
    for (const [name, job] of Object.entries(workflow.jobs)) {
      assert.match(job["runs-on"], /^ubuntu-/, name);
      assert.ok(job.steps.length <= 7, `${name} has ${job.steps.length} steps`);
      for (const step of job.steps) {
        assert.ok(Boolean(step.uses) !== Boolean(step.run), "a step uses an action or runs a command");
        if (step.uses)
          assert.match(step.uses, /^actions\/[\w-]+@v\d+$|^pypa\/gh-action-pypi-publish@v\d+\.\d+\.\d+$/);
        else assert.ok(isKnown(step.run), step.run);
        // Text of a pull request never becomes part of a command.
        assert.doesNotMatch(step.run ?? "", /\$\{\{/);
      }
      const commands = job.steps.map((/** @type {any} */ { uses, run }) => uses ?? run).join("\n");
      // Jobs that publish check nothing out: they publish the files that the first job has tested.
      if (job.needs) assert.match(commands, /^actions\/download-artifact@/);
      else assert.match(commands, /actions\/checkout@[^]*npm test/);
    }
  });

/** Commands of a workflow. @param {string} file @returns {string[]} */
const commands = (file) =>
  Object.values(read(`${FOLDER}/${file}`).jobs).flatMap(({ steps }) =>
    steps.flatMap((/** @type {any} */ { run }) => run ?? []),
  );

test("quick tests run on every push, all tests every night, and a release follows a tag", () => {
  assert.ok("push" in read(`${FOLDER}/test.yml`).on && "pull_request" in read(`${FOLDER}/test.yml`).on);
  assert.match(read(`${FOLDER}/nightly.yml`).on.schedule[0].cron, /^\d+ \d+ \* \* \*$/);
  assert.deepEqual(read(`${FOLDER}/publish.yml`).on, { push: { tags: ["v*"] } });
  assert.ok(commands("test.yml").includes("npm test -- --quick"));
  assert.ok(commands("nightly.yml").includes("npm test -- --nightly"));
});

test("a release runs all tests and needs all words; other runs do not need all words", () => {
  assert.ok(commands("publish.yml").includes("npm test -- --release"));
  for (const file of ["test.yml", "nightly.yml"]) assert.doesNotMatch(commands(file).join(), /--release/);
});

test("a release is made and tried once, and each place gets its files with the fewest permissions", () => {
  const { jobs } = read(`${FOLDER}/publish.yml`);
  const permissions = Object.entries(jobs).map(([name, job]) => [name, job.permissions]);
  assert.deepEqual(Object.fromEntries(permissions), {
    make: undefined, // the workflow's: a token that can only read
    npm: { "id-token": "write" },
    pypi: { "id-token": "write" },
    site: { pages: "write", "id-token": "write" },
    attach: { contents: "write" },
  });
  const made = jobs.make.steps.map((/** @type {any} */ { run }) => run);
  assert.ok(made.indexOf("npm run release") > made.indexOf("npm test -- --release"), `${made}`);
  assert.equal(jobs.make.steps.at(-1).with.path, "build/release");
  for (const name of ["npm", "pypi", "site", "attach"]) {
    const [{ with: artifact }] = jobs[name].steps;
    assert.deepEqual(artifact, { name: "release", path: "release" }, name);
  }
  assert.deepEqual(jobs.attach.needs, ["npm", "pypi", "site"]);
  assert.doesNotMatch(JSON.stringify(jobs), /secrets\./, "no token is stored");
});

test("a version that the registry has is not published again, so that its files are attached", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-publish-"));
  const log = path.join(folder, "log");
  mkdirSync(path.join(folder, "release"));
  writeFileSync(path.join(folder, "release", "headscope-1.2.3.tgz"), "");
  const [command] = commands("publish.yml").filter((each) => each.includes("npm publish"));
  /** Runs the command as the workflow does, with a stand-in for npm. @param {string} view what npm view does */
  const publishes = async (view) => {
    const npm = `#!/bin/sh\necho "$@" >> ${log}\nif [ "$1" = view ]; then ${view}; fi\n`;
    writeFileSync(path.join(folder, "npm"), npm, { mode: 0o755 });
    writeFileSync(log, "");
    const env = { PATH: `${folder}:${process.env.PATH}`, GITHUB_REF_NAME: "v1.2.3" };
    const { code } = await attempt("bash", ["-e", "-o", "pipefail", "-c", command], { cwd: folder, env });
    assert.equal(code, 0);
    const [asked, ...others] = readFileSync(log, "utf8").trim().split("\n");
    assert.equal(asked, "view headscope@1.2.3 version");
    return others;
  };
  const published = ["publish ./release/headscope-1.2.3.tgz --access public --provenance"];
  assert.deepEqual(await publishes("echo 1.2.3"), []);
  assert.deepEqual(await publishes("true"), published, "a package without this version");
  assert.deepEqual(await publishes("echo E404 >&2; exit 1"), published, "no such package");
  const { pypi } = read(`${FOLDER}/publish.yml`).jobs;
  assert.equal(pypi.steps.at(-1).with["skip-existing"], true);
  rmSync(folder, { recursive: true });
});

test("each cache has a key with the content of files that exist, and a cached core replaces the toolchain", () => {
  for (const file of ["test.yml", "nightly.yml"]) {
    const { steps } = read(`${FOLDER}/${file}`).jobs.test;
    const caches = steps.filter((/** @type {any} */ { uses }) => uses?.startsWith("actions/cache@"));
    for (const { with: cache } of caches) {
      const [, hashed] = /^[a-z-]+-\$\{\{ hashFiles\((.+)\) \}\}$/.exec(cache.key) ?? assert.fail(cache.key);
      for (const [, pattern] of hashed.matchAll(/'([^']+)'/g))
        assert.ok(existsSync(inRoot(pattern.replace(/\/\*\*$/, ""))), `${file}: ${pattern}`);
    }
    const core = steps.find((/** @type {any} */ { id }) => id === "core");
    if (!core) continue;
    assert.deepEqual(
      core.with.path.trim().split("\n"),
      CORE_OUTPUTS.filter((path) => !path.endsWith("inline.js")),
    );
    for (const input of CORE_INPUTS) assert.ok(core.with.key.includes(`'${input}`), input);
  }
});

test("issue forms have the keys that forms need", () => {
  for (const file of ["bug.yml", "idea.yml"]) {
    const form = read(`.github/ISSUE_TEMPLATE/${file}`);
    assert.ok(form.name && form.description && form.body.length > 0, file);
    for (const { type, attributes } of form.body) {
      assert.match(type, /^(textarea|input|dropdown|checkboxes|markdown)$/);
      assert.ok(attributes.label || attributes.value);
    }
  }
});

test("CITATION.cff has what the format requires", () => {
  const citation = read("CITATION.cff");
  for (const key of ["cff-version", "message", "title", "authors"]) assert.ok(citation[key], key);
  assert.equal(citation["cff-version"], "1.2.0");
});
