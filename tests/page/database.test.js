// A connection to the browser's storage: opened once, and again after a failure or after the browser has closed it.
import assert from "node:assert/strict";
import test from "node:test";
import { keptOpen } from "../../web/site/database.js";

/** Connections as keptOpen() gets them, with what becomes of each. @param {boolean[]} fails whether each opening fails */
function opener(...fails) {
  /** @type {any[]} */
  const opened = [];
  const open = keptOpen(async () => {
    const connection = { isClosed: false, close: () => (connection.isClosed = true) };
    opened.push(connection);
    if (fails[opened.length - 1]) throw new Error("storage is blocked");
    return /** @type {any} */ (connection);
  });
  return { open, opened };
}

test("a connection is opened once", async () => {
  const { open, opened } = opener();
  const [one, other] = await Promise.all([open(), open()]);
  assert.equal(one, other);
  assert.equal(await open(), one);
  assert.equal(opened.length, 1);
});

test("after a failure the next call opens again", async () => {
  const { open, opened } = opener(true, false);
  await Promise.all([open(), open()].map((each) => assert.rejects(each, /storage is blocked/)));
  assert.equal(await open(), opened[1]);
});

test("after the browser has closed a connection the next call opens another one", async () => {
  const { open, opened } = opener();
  const one = /** @type {any} */ (await open());
  one.onclose();
  assert.equal(await open(), opened[1]);
});

test("a connection makes room for another page that deletes the database", async () => {
  const { open, opened } = opener();
  const one = /** @type {any} */ (await open());
  one.onversionchange();
  assert.ok(one.isClosed);
  assert.equal(await open(), opened[1]);
});
