// Long links, which are packed.
import assert from "node:assert/strict";
import test from "node:test";
import { packQuery, unpackQuery } from "../../web/site/packed-query.js";

test("a packed query unpacks unchanged", async () => {
  const query = String(new URLSearchParams({ tokens: "动物没有过马路 & more = ".repeat(512), heads: "4" }));
  const link = await packQuery(query);
  assert.match(link, /^\?z=[\w-]+$/);
  assert.equal(String(await unpackQuery(link)), query);
  assert.equal((await unpackQuery("?heads=2")).get("heads"), "2");
});

test("a short link that unpacks to more than the limit is ignored, with a message", async (t) => {
  const warn = t.mock.method(console, "warn", () => {});
  const bomb = await packQuery(`tokens=${"a+".repeat(1.9e6)}`);
  assert.ok(bomb.length < 6000);
  assert.equal(String(await unpackQuery(bomb)), "");
  assert.match(
    String(warn.mock.calls[0].arguments[0]),
    /could not be read \(RangeError: more than 262144 bytes\)/,
  );
});
