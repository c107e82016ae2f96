import assert from "node:assert/strict";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { attempt } from "../../tools/lib/run.mjs";

test("ESLint finds nothing", async () => {
  const { output } = await attempt(inRoot("node_modules/.bin/eslint"), ["."]);
  assert.equal(output, "");
});
