// The second of two files for copying: opened once, with what the first shares, and what is said where it cannot be.
import assert from "node:assert/strict";
import test from "node:test";
import { HeadscopeError } from "../../web/core/errors.js";
import { openMore } from "../../web/core/more.js";

const more = { of: "a", open: (/** @type {any} */ { name }) => ({ part: { says: `hello ${name}` } }) };
const shared = () => ({ name: "there" });

/** @param {() => Promise<import("../../web/core/more.js").More>} load @param {RegExp} says */
const refused = (load, says) =>
  assert.rejects(openMore(load, "a", shared), (/** @type {HeadscopeError} */ error) => {
    assert.ok(error instanceof HeadscopeError && error.code === "load");
    assert.match(
      error.message,
      /headscope-more\.js, which could not be loaded: copy it beside headscope\.js/,
    );
    assert.match(error.message, says);
    return true;
  });

test("what cannot be loaded, or is of another build, is said and may be tried again; what is there is opened once", async () => {
  await refused(() => Promise.reject(new TypeError("no https://a.example/headscope-more.js")), /a\.example/);
  await refused(async () => ({ ...more, of: "b" }), /another version/);
  const parts = await openMore(async () => more, "a", shared);
  assert.deepEqual(parts, { part: { says: "hello there" } });
  const again = openMore(
    () => assert.fail("loaded twice"),
    "a",
    () => assert.fail("shared twice"),
  );
  assert.equal(await again, parts);
});
