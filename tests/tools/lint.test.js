import assert from "node:assert/strict";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { attempt } from "../../tools/lib/run.mjs";

test("ESLint finds nothing", async () => {
  const { output } = await attempt(inRoot("node_modules/.bin/eslint"), [
    ...["--cache", "--cache-strategy", "content"], // no rule reads another file, so that another run reads only what has changed
    ...["--cache-location", inRoot("build/stamps/eslint.json"), "."],
  ]);
  assert.equal(output, "");
});
