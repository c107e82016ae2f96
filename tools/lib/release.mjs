import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildAll } from "./build.mjs";
import { foundVersion } from "./cmake.mjs";
import { setUpEmscripten } from "./emscripten.mjs";
import { findPython } from "./needs.mjs";
import { inRoot } from "./paths.mjs";
import { step } from "./progress.mjs";
import { buildSdist, wheel } from "./python-package.mjs";
import { changelogSection, dryRunNotes, releaseFaults, VERSION_FROM, VERSION_IN } from "./release-checks.mjs";
import { archive, cdnLines, checksums, integrities, SINGLE_FILES, withCdnLines } from "./release-files.mjs";
import { TRIALS } from "./release-trials.mjs";
import { attempt, run } from "./run.mjs";
import { billOfMaterials, findUnlisted } from "./sbom.mjs";
import { UserError } from "./user-error.mjs";

/** Folder of what is published. */
const OUT = inRoot("build/release");

/** The page with the lines of a CDN. */
const CDN_PAGE = "docs/guide/embedding.md";

/** Lets git read a checkout that another user owns, as in containers. */
const OWN = ["-c", `safe.directory=${inRoot()}`];

/** Tests that only a release needs: no word waits for its translation. */
const WORDS_TEST = "tests/page/locales.test.js";

/** Makes, checks and tries everything that is published. @param {{ isDryRun: boolean, hasOwnCore: boolean }} options */
export async function release({ isDryRun, hasOwnCore }) {
  const facts = await readFacts({ isDryRun, hasOwnCore });
  for (const note of dryRunNotes(facts)) console.log(`A release will need this: ${note}`);
  const faults = releaseFaults(facts);
  if (faults.length) throw new UserError(faults.join("\n"));
  await buildAll();
  await checkWords();
  const made = await step("Writing what is published", () => writeRelease(facts.version, hasOwnCore));
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-release-"));
  try {
    for (const [name, attemptIt] of Object.entries(TRIALS))
      await step(`Trying ${name}`, () => attemptIt({ ...made, folder }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const sums = readFileSync(path.join(OUT, "SHA256SUMS"), "utf8");
  console.log(`\nHeadscope ${facts.version} is in build/release/, and works:\n${sums.replace(/^\w+/gm, "")}`);
}

/** @param {{ isDryRun: boolean, hasOwnCore: boolean }} options @returns {Promise<import("./release-checks.mjs").Facts>} */
async function readFacts(options) {
  const { version, homepage, repository } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const files = ["CHANGELOG.md", ...Object.keys(VERSION_IN), ...Object.keys(VERSION_FROM)];
  const texts = Object.fromEntries(files.map((file) => [file, readFileSync(inRoot(file), "utf8")]));
  const git = async (/** @type {string[]} */ ...args) =>
    (await run("git", [...OWN, ...args], { what: "A release needs a git checkout" })).trimEnd();
  const tag = await attempt("git", [
    ...OWN,
    "rev-parse",
    "--verify",
    "--quiet",
    `refs/tags/v${version}^{commit}`,
  ]);
  const [status, head] = [await git("status", "--porcelain"), await git("rev-parse", "HEAD")];
  return { version, homepage, repository, texts, status, head, tagged: tag.stdout.trim(), ...options };
}

async function checkWords() {
  const { code, output } = await step("Checking the translations", () =>
    attempt(process.execPath, ["--test", WORDS_TEST], { env: { HEADSCOPE_RELEASE: "1" } }),
  );
  if (code === 0) return;
  const waiting = [...new Set(output.match(/\d+ words? waits? for .*A release needs all of them\./g))];
  throw new UserError(waiting.join("\n") || `${WORDS_TEST} failed.`, {
    details: waiting.length ? "" : output,
  });
}

/** Writes the files of a release. @param {string} version @param {boolean} hasOwnCore */
async function writeRelease(version, hasOwnCore) {
  rmSync(OUT, { recursive: true, force: true });
  const [python, site] = [path.join(OUT, "python"), path.join(OUT, "site")];
  mkdirSync(python, { recursive: true });
  const integrity = integrities(inRoot("dist"));
  const lines = cdnLines(version, integrity);
  const tarball = await pack(lines);
  cpSync(inRoot("build/site"), site, { recursive: true });
  const page = path.join(site, "docs", "embedding.html");
  writeFileSync(page, withCdnLines(readFileSync(page, "utf8"), lines, "html"));

  const builder = await findPython("build", "hatchling");
  if (!builder)
    throw new UserError(
      "Python's build tools are missing: on Debian `apt install python3-build python3-hatchling`.",
    );
  cpSync(wheel(), path.join(python, path.basename(wheel())));
  await buildSdist(builder, python);
  const sdist = path.join(python, `headscope-${version}.tar.gz`);

  const write = (/** @type {string} */ name, /** @type {string} */ text) => {
    writeFileSync(path.join(OUT, name), text);
    return path.join(OUT, name);
  };
  const siteArchive = `headscope-${version}-site.tar.gz`;
  await archive(builder, path.join(OUT, siteArchive), site);
  cpSync(inRoot("dist/THIRD-PARTY-NOTICES.txt"), path.join(OUT, "THIRD-PARTY-NOTICES.txt"));
  const section = changelogSection(readFileSync(inRoot("CHANGELOG.md"), "utf8"), version);
  const files = [
    ...[tarball, path.join(python, path.basename(wheel())), sdist],
    ...[siteArchive, "THIRD-PARTY-NOTICES.txt"].map((name) => path.join(OUT, name)),
    write(`headscope-${version}.cdx.json`, `${JSON.stringify(await bill(version, hasOwnCore), null, 2)}\n`),
    write("integrity.json", `${JSON.stringify(integrity, null, 2)}\n`),
    write("notes.md", `${section?.body}\n`),
  ];
  write("SHA256SUMS", checksums(files));
  const readme = readFileSync(inRoot("README.md"), "utf8");
  return { version, readme, tarball, wheel: wheel(), sdist, site, integrity, python: builder };
}

/** Packs the npm package, whose documentation has the lines of a CDN. @param {readonly string[]} lines @returns {Promise<string>} the tarball */
async function pack(lines) {
  const staged = inRoot("build/release/package");
  for (const name of ["package.json", "README.md", "LICENSE", "dist", "docs"])
    cpSync(inRoot(name), path.join(staged, name), { recursive: true });
  const page = path.join(staged, CDN_PAGE);
  writeFileSync(page, withCdnLines(readFileSync(page, "utf8"), lines, "md"));
  const stdout = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", OUT], {
    cwd: staged,
    what: "The npm package could not be packed",
  });
  rmSync(staged, { recursive: true });
  const [{ filename }] = JSON.parse(stdout);
  return path.join(OUT, filename);
}

/** @param {string} version @param {boolean} hasOwnCore */
async function bill(version, hasOwnCore) {
  // A core that was copied was compiled elsewhere, with libraries of unknown versions.
  /** @type {Record<string, string | null>} */
  const compiled = hasOwnCore
    ? { Eigen: foundVersion("Eigen3"), Emscripten: (await setUpEmscripten()).version }
    : {};
  const made = billOfMaterials(version, { Catch2: foundVersion("Catch2"), ...compiled });
  for (const name of SINGLE_FILES) {
    const missing = findUnlisted(readFileSync(inRoot("dist", name), "utf8"), made.components);
    if (missing.length)
      throw new UserError(
        `The bill of materials lacks ${missing.join(", ")} of dist/${name}. Add them to tools/lib/notices.mjs.`,
      );
  }
  return made;
}
