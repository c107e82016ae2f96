import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inToolchain } from "./paths.mjs";
import { attempt, run, which } from "./run.mjs";
import { UserError } from "./user-error.mjs";

// Debian 13's packages on an older Debian, without root: apt keeps separate state in .toolchain/apt, and packages are unpacked there, never
// installed.

const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";

/** Whether this machine's apt is Debian's, which can download Debian 13's packages. */
export async function canDownload() {
  return which("apt-get") !== null && which("dpkg") !== null && (await debianSource()) !== null;
}

/**
 * The archive in this machine's source list, in either of its formats, because that mirror is near.
 * @returns {Promise<string | null>}
 */
async function debianSource() {
  const format = "$(CREATED_BY)|$(COMPONENT)|$(RELEASE)|$(REPO_URI)";
  const { stdout } = await attempt("apt-get", ["indextargets", "--no-release-info", "--format", format]);
  return pickSource(stdout);
}

/**
 * @param {string} targets lines of Created-By|component|release|URI
 * @returns {string | null} URI of Debian's main archive
 */
export function pickSource(targets) {
  for (const line of targets.split("\n")) {
    const [createdBy, component, release, uri] = line.split("|");
    if (createdBy !== "Packages" || component !== "main" || /[-/]/.test(release)) continue;
    if (/\/debian\/?$/.test(uri)) return uri;
  }
  return null;
}

/**
 * Options that keep an apt-get call inside .toolchain/apt. The first call creates apt's state there.
 * @returns {Promise<string[]>}
 */
async function privateApt() {
  const source = await debianSource();
  if (!source)
    throw new UserError(
      "Debian 13's packages were asked for, but this machine's apt knows no Debian archive.",
    );
  const folder = inToolchain("apt");
  mkdirSync(path.join(folder, "lists/partial"), { recursive: true });
  mkdirSync(path.join(folder, "cache/archives/partial"), { recursive: true });
  const signed = existsSync(KEYRING) ? `[signed-by=${KEYRING}] ` : "";
  writeFileSync(
    path.join(folder, "sources.list"),
    `deb ${signed}${source} trixie main\ndeb-src ${signed}${source} trixie main\n`,
  );
  // An empty status file, so that apt ignores the versions installed on this machine.
  writeFileSync(path.join(folder, "status"), "");
  const options = {
    "Dir::Etc::SourceList": path.join(folder, "sources.list"),
    "Dir::Etc::SourceParts": "/dev/null",
    "Dir::Etc::Preferences": "/dev/null",
    "Dir::Etc::PreferencesParts": "/dev/null",
    "Dir::State::Lists": path.join(folder, "lists"),
    "Dir::State::status": path.join(folder, "status"),
    "Dir::Cache": path.join(folder, "cache"),
    // apt drops privileges to a user that may have no access to the checkout.
    "APT::Sandbox::User": process.getuid?.() === 0 ? "root" : "",
    "Acquire::Languages": "none",
    "Acquire::Retries": "3",
  };
  return Object.entries(options).flatMap(([key, value]) => (value ? ["-o", `${key}=${value}`] : []));
}

/** @param {(note: string) => void} note @returns {Promise<string[]>} options for the following calls */
async function readLists(note) {
  note("reading Debian 13's package lists");
  const options = await privateApt();
  await run("apt-get", [...options, "update", "-q"], { what: "Debian 13's package lists could not be read" });
  return options;
}

/**
 * Downloads Debian 13's packages and unpacks them into one folder.
 * @param {string[]} packages
 * @param {string} folder
 * @param {(note: string) => void} note
 */
export async function unpackPackages(packages, folder, note) {
  const options = await readLists(note);
  const debs = path.join(folder, "debs");
  mkdirSync(debs, { recursive: true });
  let fetched = 0;
  await run("apt-get", [...options, "-q", "download", ...packages], {
    cwd: debs,
    onLine: (line) => line.startsWith("Get:") && note(`downloading, ${++fetched} of ${packages.length}`),
    what: "Debian 13's packages could not be downloaded",
  });
  const files = readdirSync(debs).filter((name) => name.endsWith(".deb"));
  for (const [i, name] of files.entries()) {
    note(`unpacking, ${i + 1} of ${files.length}`);
    await run("dpkg", ["-x", path.join(debs, name), folder], { what: `${name} could not be unpacked` });
  }
  return debs;
}

/**
 * Downloads the source of a package of Debian 13 and unpacks it, without Debian's patches.
 * @param {string} name name of the source package
 * @param {string} folder
 * @param {(note: string) => void} note
 */
export async function unpackSource(name, folder, note) {
  const options = await readLists(note);
  note("downloading");
  await run("apt-get", [...options, "-q", "source", "--download-only", name], {
    cwd: folder,
    what: `Debian 13's source of ${name} could not be downloaded`,
  });
  const archive = readdirSync(folder).find((file) => /\.orig\.tar\.[a-z0-9]+$/.test(file));
  if (!archive) throw new UserError(`Debian 13's source of ${name} came without its .orig archive.`);
  note("unpacking");
  await run("tar", ["-xf", archive, "--strip-components=1"], {
    cwd: folder,
    what: `${archive} could not be unpacked`,
  });
}
