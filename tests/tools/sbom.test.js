// The bill of materials of a release.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { collectNotices } from "../../tools/lib/notices.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { billOfMaterials, findUnlisted } from "../../tools/lib/sbom.mjs";

const bill = billOfMaterials("1.2.3", { Eigen: "3.4.0", Catch2: "3.7.1" });
const named = (/** @type {string} */ name) => bill.components.find((each) => each.name === name);

test("the bill has the format's fields, and a name of its own for each component", () => {
  assert.deepEqual([bill.bomFormat, bill.specVersion, bill.version], ["CycloneDX", "1.5", 1]);
  const refs = bill.components.map((component) => component["bom-ref"]);
  assert.equal(new Set(refs).size, refs.length);
  for (const { name, type, licenses } of bill.components) {
    assert.ok(["library", "data"].includes(type), name);
    if (name !== "numpy") assert.equal(licenses?.length, 1, name); // the reader's own
  }
  const known = new Set([...refs, bill.metadata.component["bom-ref"]]);
  for (const { ref, dependsOn } of bill.dependencies)
    for (const each of [ref, ...dependsOn]) assert.ok(known.has(each), each);
});

test("the bill has the npm package, the wheel, the C++ libraries and the data", () => {
  assert.equal(bill.metadata.component.purl, "pkg:npm/headscope@1.2.3");
  assert.equal(named("headscope")?.purl, "pkg:pypi/headscope@1.2.3");
  assert.equal(named("Eigen")?.version, "3.4.0");
  assert.deepEqual([named("Catch2")?.version, named("Catch2")?.scope], ["3.7.1", "excluded"]);
  assert.equal(named("WordNet")?.type, "data");
  assert.deepEqual(named("Emscripten")?.licenses, [{ expression: "MIT OR NCSA" }]);
});

test("each npm package of the notices is in the bill with its installed version", () => {
  const lock = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")).packages;
  const packages = bill.components.filter(({ purl }) => purl?.startsWith("pkg:npm/"));
  assert.ok(packages.length >= 10, `${packages.length}`);
  for (const { name, version, purl } of packages) {
    assert.equal(version, lock[`node_modules/${name}`].version, name);
    assert.equal(purl, `pkg:npm/${name.replace("@", "%40")}@${version}`);
    assert.ok(collectNotices().includes(name), name);
  }
});

test("works that a bundled file names and the bill lacks are found", () => {
  const comment = (/** @type {string} */ contained) =>
    `/*! Headscope, MIT License, Copyright (c) 2026 The Headscope authors. Contains ${contained}. Texts: THIRD-PARTY-NOTICES.txt of the npm package headscope. */`;
  const core =
    "Eigen (MPL-2.0, https://gitlab.com/libeigen/eigen), Emscripten (MIT) and musl (MIT), compiled to WebAssembly";
  assert.deepEqual(
    findUnlisted(comment(`${core}; lit (BSD-3-Clause); @preact/signals-core (MIT)`), bill.components),
    [],
  );
  assert.deepEqual(findUnlisted(comment(`${core}; left-pad (WTFPL)`), bill.components), ["left-pad"]);
  assert.deepEqual(findUnlisted(comment("Eigen (MPL-2.0), other (MIT) and musl (MIT)"), bill.components), [
    "other",
  ]);
});
