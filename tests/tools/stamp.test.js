import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { filesBelow, ifChanged } from "../../tools/lib/stamp.mjs";

const folder = mkdtempSync(inRoot("tests/tools/.stamp-"));
const name = path.basename(folder);
after(() => {
  rmSync(folder, { recursive: true });
  rmSync(inRoot("build/stamps", name), { force: true });
});

test("work runs again only if an input, an output or a value has changed, or after a failure", async () => {
  const input = path.join(folder, "input");
  const output = path.join(folder, "output");
  const relative = path.relative(inRoot(), folder);
  let also = 1;
  const go = (work = async () => writeFileSync(output, "made")) =>
    ifChanged(name, { inputs: [`${relative}/input`], outputs: [`${relative}/output`], also }, work);

  writeFileSync(input, "one");
  assert.equal(await go(), true);
  assert.equal(await go(), false);
  writeFileSync(input, "two");
  assert.equal(await go(), true);
  rmSync(output);
  assert.equal(await go(), true);
  also = 2;
  await assert.rejects(
    go(() => Promise.reject(new Error("interrupted"))),
    /interrupted/,
  );
  assert.equal(await go(), true);
  assert.equal(await go(), false);
});

test("files of npm packages are left out, so that their tests are not run", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-files-"));
  mkdirSync(path.join(folder, "hosts/node_modules/theirs"), { recursive: true });
  for (const name of ["ours.test.js", "hosts/page.js", "hosts/node_modules/theirs/theirs.test.js"])
    writeFileSync(path.join(folder, name), "");
  assert.deepEqual(
    filesBelow(folder).map((file) => path.relative(folder, file)),
    ["hosts/page.js", "ours.test.js"],
  );
  rmSync(folder, { recursive: true });
});
