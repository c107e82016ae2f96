import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { ifChanged } from "../../tools/lib/stamp.mjs";

const folder = mkdtempSync(inRoot("tests/tools/.stamp-"));
const name = path.basename(folder);
after(() => {
  rmSync(folder, { recursive: true });
  rmSync(inRoot("build/stamps", name), { force: true });
});

test("work is done again only when an input, an output or what is given changed, or when it failed", async () => {
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
