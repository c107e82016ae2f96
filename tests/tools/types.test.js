import assert from "node:assert/strict";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { attempt } from "../../tools/lib/run.mjs";

test("everything has the types that its JSDoc says", async () => {
  const { output } = await attempt(inRoot("node_modules/.bin/tsc"), [
    ...["-p", inRoot("tsconfig.json"), "--pretty", "false"],
    // Another run checks only what has changed.
    ...["--incremental", "--tsBuildInfoFile", inRoot("build/stamps/types.tsbuildinfo")],
  ]);
  assert.equal(output, "");
});
