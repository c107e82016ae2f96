// The address of the hosted pages, stated by the environment or package.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { afterEach } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { siteAddress } from "../../tools/lib/site-address.mjs";

const before = process.env.HEADSCOPE_SITE;

/** @param {string | undefined} address */
function state(address) {
  if (address === undefined) delete process.env.HEADSCOPE_SITE;
  else process.env.HEADSCOPE_SITE = address;
}

afterEach(() => state(before));

test("the environment's address has a slash at its end, and an empty one is none", () => {
  for (const [given, expected] of [
    ["https://example.org/headscope", "https://example.org/headscope/"],
    ["https://example.org/headscope/", "https://example.org/headscope/"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080/"],
    ["", ""],
  ]) {
    state(given);
    assert.equal(siteAddress(), expected);
  }
});

test("without the environment's address, homepage of package.json is taken", () => {
  state(undefined);
  const { homepage = "" } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  assert.equal(siteAddress(), homepage.replace(/([^/])$/, "$1/"));
});

test("an invalid address is refused, with one that would work", () => {
  for (const given of [
    "example.org",
    "ftp://example.org/",
    "https://example.org/?a=1",
    "https://example.org/#a",
  ]) {
    state(given);
    assert.throws(siteAddress, (/** @type {any} */ error) => {
      assert.match(error.message, new RegExp(given.replace(/[?]/g, "\\?")));
      assert.match(error.details, /such as https:\/\/example\.org\/headscope\//);
      return true;
    });
  }
});
