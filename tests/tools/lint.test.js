import assert from "node:assert/strict";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { attempt } from "../../tools/lib/run.mjs";
import { IS_NIGHTLY } from "../browser/support/nightly.js";

test("ESLint finds nothing", async () => {
  const { output } = await attempt(inRoot("node_modules/.bin/eslint"), [
    // No rule reads another file, so that another run by day reads only what has changed. The cache does not know the versions of all plugins.
    ...(IS_NIGHTLY
      ? []
      : ["--cache", "--cache-strategy", "content", "--cache-location", inRoot("build/stamps/eslint.json")]),
    ".",
  ]);
  assert.equal(output, "");
});
