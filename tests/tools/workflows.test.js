// .github/: workflows cannot run here, so that the tests parse them: few lines that call the project's own scripts.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { parse } from "yaml";
import { inRoot } from "../../tools/lib/paths.mjs";

const { scripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));

/** @param {string} file @returns {any} parsed strictly: a duplicate key is an error */
const read = (file) => parse(readFileSync(inRoot(file), "utf8"), { strict: true, uniqueKeys: true });

const FOLDER = ".github/workflows";
const files = readdirSync(inRoot(FOLDER));

test("there are three workflows: test, publish the site, publish the package", () => {
  assert.deepEqual(files.toSorted(), ["pages.yml", "publish.yml", "test.yml"]);
});

/** Commands that a step may run. @param {string} command */
function isKnown(command) {
  const [, script] = /^npm (?:run )?([\w-]+)$/.exec(command) ?? [];
  if (script) return script in scripts;
  return [
    /^apt-get update && apt-get install --yes [\w -]+$/,
    /^npm test -- --release$/,
    /^npm publish --access public$/,
    /^test "v\$\(node -p '[^']+'\)" = "\$GITHUB_REF_NAME"$/,
  ].some((pattern) => pattern.test(command));
}

for (const file of files)
  test(`${file} is valid, has few permissions, and calls the project's scripts`, () => {
    const workflow = read(`${FOLDER}/${file}`);
    assert.deepEqual(
      Object.keys(workflow).filter(
        (key) => !["name", "on", "permissions", "concurrency", "jobs"].includes(key),
      ),
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
        if (step.uses) assert.match(step.uses, /^actions\/[\w-]+@v\d+$/);
        else assert.ok(isKnown(step.run), step.run);
        // Text of a pull request never becomes part of a command.
        assert.doesNotMatch(step.run ?? "", /\$\{\{/);
      }
      const commands = job.steps.map((/** @type {any} */ { uses, run }) => uses ?? run).join("\n");
      assert.match(commands, /npm (test|run build)/);
      assert.match(commands, /actions\/checkout@/);
    }
  });

test("tests run on every push, the site follows main, and the package a tag", () => {
  assert.ok("push" in read(`${FOLDER}/test.yml`).on && "pull_request" in read(`${FOLDER}/test.yml`).on);
  assert.deepEqual(read(`${FOLDER}/pages.yml`).on, { push: { branches: ["main"] } });
  assert.deepEqual(read(`${FOLDER}/publish.yml`).on, { push: { tags: ["v*"] } });
});

test("a release needs all words; other runs do not", () => {
  const commands = (/** @type {string} */ file) => JSON.stringify(read(`${FOLDER}/${file}`).jobs);
  assert.match(commands("publish.yml"), /npm test -- --release/);
  assert.doesNotMatch(commands("test.yml"), /--release/);
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
