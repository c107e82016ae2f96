// npm run release: what it refuses, and what it writes. The whole command runs before a release, and in no test.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { gunzipSync } from "node:zlib";
import { Marked } from "marked";
import { findPython } from "../../tools/lib/needs.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import {
  VERSION_FROM,
  VERSION_IN,
  changelogSection,
  dryRunNotes,
  releaseFaults,
} from "../../tools/lib/release-checks.mjs";
import {
  SINGLE_FILES,
  archive,
  cdnLines,
  checksums,
  firstBlock,
  integrityOf,
  withCdnLines,
} from "../../tools/lib/release-files.mjs";
import { attempt } from "../../tools/lib/run.mjs";

const read = (/** @type {string} */ file) => readFileSync(inRoot(file), "utf8");
const { version } = JSON.parse(read("package.json"));

/** This checkout as if nothing kept it from being published. */
const READY = {
  version,
  texts: /** @type {Record<string, string>} */ ({
    ...Object.fromEntries(
      [...Object.keys(VERSION_IN), ...Object.keys(VERSION_FROM)].map((file) => [file, read(file)]),
    ),
    "CHANGELOG.md": read("CHANGELOG.md").replace(/^## \[Unreleased\][^]*?(?=^## )/m, ""),
  }),
  ...{ homepage: "https://example.org/", repository: "github:someone/headscope" },
  ...{ status: "", head: "a".repeat(40), tagged: "a".repeat(40), isDryRun: false, hasOwnCore: true },
};

/** @param {string} file @param {string | RegExp} from @param {string} to */
const changed = (file, from, to) => ({
  ...READY,
  texts: { ...READY.texts, [file]: READY.texts[file].replace(from, to) },
});

test("nothing keeps this checkout from being published, but what a release does last", () => {
  assert.deepEqual(releaseFaults(READY), []);
});

/** @type {readonly [what: string, facts: typeof READY, said: RegExp][]} */
const REFUSED = [
  [
    "another version in CITATION.cff",
    changed("CITATION.cff", `version: ${version}`, "version: 9.9.9"),
    /^CITATION\.cff states 9\.9\.9, and package\.json [\d.]+\. Set both to the same version\.$/,
  ],
  [
    "another version in CMakeLists.txt",
    changed("CMakeLists.txt", `VERSION ${version}`, "VERSION 9.9.9"),
    /^CMakeLists\.txt states 9\.9\.9/,
  ],
  [
    "another version in package-lock.json",
    changed("package-lock.json", `"version": "${version}"`, '"version": "9.9.9"'),
    /^package-lock\.json states 9\.9\.9/,
  ],
  [
    "a version of its own in pyproject.toml",
    changed("python/pyproject.toml", 'source = "code"', 'path = "version.py"'),
    /^python\/pyproject\.toml does not take its version from package\.json/,
  ],
  [
    "a version of its own in version.hpp",
    changed(
      "cmake/headers.cmake",
      'HEADSCOPE_VERSION \\"${PROJECT_VERSION}\\"',
      'HEADSCOPE_VERSION \\"9.9.9\\"',
    ),
    /^cmake\/headers\.cmake does not take its version from CMakeLists\.txt/,
  ],
  [
    "no section of the changelog",
    changed("CHANGELOG.md", `## [${version}]`, "## [9.9.9]"),
    /^CHANGELOG\.md has no section “## \[[\d.]+\] - DATE”/,
  ],
  [
    "an empty section of the changelog",
    changed("CHANGELOG.md", /(^## \[\d[^\n]*\n)[^]*?(?=^## )/m, "$1\n"),
    /^The section \[[\d.]+\] of CHANGELOG\.md is empty/,
  ],
  [
    "another date in CITATION.cff",
    changed("CITATION.cff", /date-released: .*/, "date-released: 1999-12-31"),
    /^CHANGELOG\.md dates [\d.]+ \d{4}-\d\d-\d\d, and CITATION\.cff 1999-12-31/,
  ],
  [
    "entries that are not released",
    changed("CHANGELOG.md", `## [${version}]`, `## [Unreleased]\n\n- More.\n\n## [${version}]`),
    /^CHANGELOG\.md has entries under “Unreleased”/,
  ],
  [
    "changes without a commit",
    { ...READY, status: " M web/a.js\n?? b.js\n" },
    /^The checkout has 2 changes that no commit contains: web\/a\.js, b\.js\./,
  ],
  [
    "a tag at another commit",
    { ...READY, tagged: "b".repeat(40) },
    /^The tag v[\d.]+ exists, at another commit \(bbbbbbbbb\)/,
  ],
  ["no tag", { ...READY, tagged: "" }, /^The commit has no tag v[\d.]+\. Tag it/],
  ["no address of the site", { ...READY, homepage: "" }, /^package\.json has no homepage/],
  ["no repository", { ...READY, repository: "" }, /^package\.json has no repository/],
  ["a copied core", { ...READY, hasOwnCore: false }, /A release compiles its own: unset HEADSCOPE_WASM/],
];

for (const [what, facts, said] of REFUSED)
  test(`a release refuses ${what}, and says so`, () => {
    const faults = releaseFaults(facts);
    assert.equal(faults.length, 1, faults.join("\n"));
    assert.match(faults[0], said);
  });

test("a dry run permits what a release does last, and notes it", () => {
  const permitted = [
    ...["entries that are not released", "no tag", "a copied core"],
    ...["no address of the site", "no repository"],
  ];
  for (const [what, facts] of REFUSED) {
    const dry = { ...facts, isDryRun: true };
    const [faults, notes] = [releaseFaults(dry), dryRunNotes(dry)];
    assert.deepEqual([faults.length, notes.length], permitted.includes(what) ? [0, 1] : [1, 0], what);
  }
});

test("the section of a version ends at the next one", () => {
  const text = "# Changes\n\n## [2.0.0] - 2026-01-02\n\n- Two.\n\n## [1.0.0] - 2026-01-01\n\n- One.\n";
  assert.deepEqual(changelogSection(text, "2.0.0"), { date: "2026-01-02", body: "- Two." });
  assert.deepEqual(changelogSection(text, "1.0.0"), { date: "2026-01-01", body: "- One." });
  assert.equal(changelogSection(text, "3.0.0"), null);
});

test("an unknown option is refused with the usage", async () => {
  const { code, output } = await attempt(process.execPath, [inRoot("tools/release.mjs"), "--dry"]);
  assert.equal(code, 1);
  assert.match(output, /Usage: npm run release -- \[--dry-run\]/);
});

test("integrity and sums are those that browsers and sha256sum compute", () => {
  // Of the empty text, as in the specifications.
  const empty = "OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb";
  assert.equal(integrityOf(""), `sha384-${empty}`);
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-sums-"));
  const file = path.join(folder, "empty.txt");
  writeFileSync(file, "");
  const sum = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  assert.equal(checksums([file]), `${sum}  empty.txt\n`);
  rmSync(folder, { recursive: true });
});

const python = await findPython("tarfile");
const skip = python === null && "Python is missing, which a release needs";
test(
  "a folder is archived without tar, whose options differ between systems, in order and of no owner",
  { skip },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "headscope-archive-"));
    const site = path.join(folder, "site");
    mkdirSync(path.join(site, "a"), { recursive: true });
    for (const name of ["b.txt", "a/two.txt", "a/one.txt"]) writeFileSync(path.join(site, name), name);
    await archive(String(python), path.join(folder, "site.tar.gz"), site);
    const bytes = gunzipSync(readFileSync(path.join(folder, "site.tar.gz")));
    const field = (/** @type {number} */ at, /** @type {number} */ length) =>
      bytes.toString("latin1", at, at + length).split("\0", 1)[0];
    const entries = [];
    for (let at = 0; bytes[at];) {
      const size = Number.parseInt(field(at + 124, 12), 8);
      const owner = [field(at + 108, 8), field(at + 116, 8)].map(Number);
      entries.push([
        field(at, 100),
        bytes.toString("utf8", at + 512, at + 512 + size),
        ...owner,
        field(at + 265, 32),
      ]);
      at += 512 * (1 + Math.ceil(size / 512));
    }
    assert.deepEqual(entries, [
      ["./", "", 0, 0, ""],
      ["./a/", "", 0, 0, ""],
      ["./a/one.txt", "a/one.txt", 0, 0, ""],
      ["./a/two.txt", "a/two.txt", 0, 0, ""],
      ["./b.txt", "b.txt", 0, 0, ""],
    ]);
    rmSync(folder, { recursive: true });
  },
);

const INTEGRITY = Object.fromEntries(SINGLE_FILES.map((name) => [name, integrityOf(name)]));

test("the lines of a CDN have version and integrity, in the guide's Markdown and in its page", () => {
  const lines = cdnLines("1.2.3", INTEGRITY);
  assert.equal(lines.length, 2);
  for (const line of lines) {
    const [, file] = /headscope@1\.2\.3\/dist\/([\w.]+)"/.exec(line) ?? assert.fail(line);
    assert.ok(line.includes(` integrity="${INTEGRITY[file]}" crossorigin="anonymous"`), line);
  }
  const guide = read("docs/guide/embedding.md");
  assert.doesNotMatch(guide, /integrity="/, "only a release knows the files that a CDN serves");
  const written = withCdnLines(guide, lines, "md");
  assert.ok(written.includes(`\`\`\`html\n${lines.join("\n")}\n\`\`\``));
  assert.equal(withCdnLines(written, lines, "md"), written, "writing the lines again changes nothing");
  const page = /** @type {string} */ (new Marked().parse(guide));
  assert.ok(
    withCdnLines(page, lines, "html").includes(
      lines[0].replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    ),
  );
  assert.throws(() => withCdnLines("no markers", lines, "md"), /markers/);
});

test("README.md has an example for each trial of a release", () => {
  const readme = read("README.md");
  assert.match(firstBlock(readme, "html"), /src="headscope\.js".*<mha-explainer /);
  assert.match(firstBlock(readme, "python"), /^headscope\.walk\(/m);
  assert.match(firstBlock(readme, "js"), /console\.log\(.*\); \/\/ /);
  assert.match(readme, /^npx headscope render .* --out \S+$/m);
  assert.throws(() => firstBlock(readme, "cobol"), /no code block of cobol/);
});
