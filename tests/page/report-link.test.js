// The link that reports a wrong sentence of the course.
import assert from "node:assert/strict";
import test from "node:test";
import { reportAddress } from "../../tools/lib/report-link.mjs";

test("a report is a new issue of the repository, with the chapter in its title", () => {
  for (const repository of [
    "github:someone/headscope",
    "https://github.com/someone/headscope",
    { type: "git", url: "git+https://github.com/someone/headscope.git" },
  ]) {
    const { origin, pathname, searchParams } = new URL(String(reportAddress("Masks & rows", repository)));
    assert.equal(`${origin}${pathname}`, "https://github.com/someone/headscope/issues/new");
    assert.equal(searchParams.get("title"), "Masks & rows");
  }
});

test("without a repository, or with one elsewhere, there is no link", () => {
  for (const repository of ["", null, {}, "https://example.org/someone/headscope", "github:someone"])
    assert.equal(reportAddress("Masks", repository), null);
});
