import { existsSync, readdirSync } from "node:fs";
import { findChromium, findFirefox, findHeadlessChromium } from "./browsers.mjs";
import { findEigen } from "./cmake.mjs";
import { step } from "./progress.mjs";
import { attempt, which, run } from "./run.mjs";
import { UserError } from "./user-error.mjs";

/**
 * @typedef {object} Need a program or library that the system provides
 * @property {string} name name in messages
 * @property {string} apt name of the Debian package
 * @property {string | null} brew name of the Homebrew formula; null if there is none or it is not needed
 * @property {() => boolean | Promise<boolean>} found
 */

/** @param {string} command @returns {() => boolean} */
export const onPath = (command) => () => which(command) !== null;

/** @type {Need[]} */
export const BUILD_TOOLS = [
  { name: "CMake", apt: "cmake", brew: "cmake", found: onPath("cmake") },
  { name: "Ninja", apt: "ninja-build", brew: "ninja", found: onPath("ninja") },
  { name: "Eigen 3.4 or newer", apt: "libeigen3-dev", brew: "eigen", found: () => findEigen() !== null },
];

/** @type {Need} */
export const CXX_COMPILER = {
  name: "a C++20 compiler",
  apt: "g++",
  brew: "gcc",
  found: () => ["c++", "g++", "clang++"].some((command) => which(command) !== null),
};

const FONTS = "/usr/share/fonts";

/** Whether there is a font with the widths of Arial, which macOS has itself. */
const hasArial = () =>
  process.platform === "darwin" ||
  (existsSync(FONTS) &&
    readdirSync(FONTS, { recursive: true, encoding: "utf8" }).some((file) =>
      file.includes("LiberationSans-Regular"),
    ));

/** The browser of the smoke test, and the font of its pages. @type {Need[]} */
export const ONE_BROWSER = [
  { name: "Chromium", apt: "chromium", brew: "chromium", found: () => findChromium() !== null },
  { name: "Liberation Sans", apt: "fonts-liberation", brew: null, found: hasArial },
];

/** @type {Need[]} */
export const BROWSERS = [
  ...ONE_BROWSER,
  { name: "Firefox", apt: "firefox-esr", brew: "firefox", found: () => findFirefox() !== null },
];

/** The browser for the browser tests. Optional, because Chromium itself runs them too, with about 1.6 times the processor time. @type {Need} */
export const HEADLESS_CHROMIUM = {
  name: "Chromium's headless shell",
  apt: "chromium-headless-shell",
  brew: null,
  found: () => findHeadlessChromium() !== null,
};

/** For the smoke test in WebKit: the driver with WebKitGTK's own browser, and a screen in memory. Optional, because only Linux has them. @type {Need[]} */
export const WEBKIT = [
  { name: "WebKitGTK's driver", apt: "webkit2gtk-driver", brew: null, found: onPath("WebKitWebDriver") },
  { name: "Xvfb", apt: "xvfb", brew: null, found: onPath("Xvfb") },
];

/** Site generators that try their recipes of docs/guide/hosts.md, and what writes animations. Optional, as they are for users of the package. @type {Need[]} */
export const HOSTS = [
  { name: "Hugo", apt: "hugo", brew: null, found: onPath("hugo") },
  { name: "Jekyll", apt: "jekyll", brew: null, found: onPath("jekyll") },
  { name: "ffmpeg", apt: "ffmpeg", brew: null, found: onPath("ffmpeg") },
];

/** Debian's own Python, to which Debian's packages belong, and the first one on PATH. */
const pythons = () =>
  [...new Set(["/usr/bin/python3", which("python3")])].filter((python) => python !== null);

/** Finds modules without importing them, which takes seconds for some. A folder without a package is no module. */
const FIND = `import sys, importlib.util
specs = [importlib.util.find_spec(name) for name in sys.argv[1:]]
sys.exit(not all(spec and spec.origin for spec in specs))`;

/** @param {string} python @param {readonly string[]} modules */
const has = async (python, modules) => (await attempt(python, ["-c", FIND, ...modules])).code === 0;

/**
 * A Python that has the given modules: Debian's own, to which Debian's packages belong, or the first one on PATH.
 * @param {...string} modules
 */
export async function findPython(...modules) {
  for (const python of pythons()) if (await has(python, modules)) return python;
  return null;
}

/** @type {Need[]} */
export const PYTHON = [
  {
    name: "NumPy for Python 3",
    apt: "python3-numpy",
    brew: "numpy",
    found: async () => (await findPython("numpy")) !== null,
  },
  {
    name: "PyTorch for Python 3",
    apt: "python3-torch",
    brew: "pytorch",
    found: async () => (await findPython("numpy", "torch")) !== null,
  },
];

/** Modules that build the wheel. @type {Need[]} */
export const WHEEL_TOOLS = [
  ["hatchling", "python3-hatchling"],
  ["build", "python3-build"],
].map(([module, apt]) => ({
  ...{ name: `${module} for Python 3`, apt, brew: null },
  found: async () => (await findPython("hatchling", "build")) !== null,
}));

/** Modules for building and testing the Python package, with their Debian packages. @type {readonly [name: string, apt: string, modules: string][]} */
const NOTEBOOK_MODULES = [
  ["NumPy", "python3-numpy", "numpy"],
  ["PyTorch", "python3-torch", "torch"],
  ["pytest", "python3-pytest", "pytest"],
  ["Dask's distributed scheduler", "python3-distributed", "distributed"],
  ["hatchling", "python3-hatchling", "hatchling"],
  ["Python's build", "python3-build", "build"],
  ["venv", "python3-venv", "ensurepip"],
  ["nbconvert", "python3-nbconvert", "nbconvert"],
  ["ipykernel", "python3-ipykernel", "ipykernel"],
  ["Jupyter Notebook", "jupyter-notebook", "notebook"],
];

/** The search in progress, which all needs that are checked at the same time share. @type {Promise<string | null> | null} */
let searching = null;

/** A Python with all modules. */
const findWhole = () =>
  (searching ??= findPython(...NOTEBOOK_MODULES.map(([, , module]) => module)).finally(
    () => (searching = null),
  ));

/** Python modules. One Python must have all; if none has, the modules that the first Python lacks are missing. @type {Need[]} */
export const NOTEBOOKS = [
  ...NOTEBOOK_MODULES.map(([name, apt, module]) => ({
    ...{ name: `${name} for Python 3`, apt, brew: null },
    found: async () => {
      if (await findWhole()) return true;
      const first = pythons().find((python) => existsSync(python));
      return first !== undefined && (await has(first, [module]));
    },
  })),
  {
    name: "rsvg-convert",
    apt: "librsvg2-bin",
    brew: "librsvg",
    found: onPath("rsvg-convert"),
  },
];

/**
 * Installs missing programs by apt, or reports in one sentence what is missing and how to get it.
 * @param {Need[]} needs
 */
export async function ensure(needs) {
  const missing = await lacking(needs);
  if (missing.length === 0) return;
  if (!haveApt()) throw new UserError(`${howToGet(missing)} Then repeat.`);
  await aptInstall(missing.map((need) => need.apt));
  const still = await lacking(missing);
  if (still.length > 0)
    throw new UserError(`apt installed its packages, but this is still not found: ${list(still)}.`);
}

/**
 * Installs optional programs by apt. Prints a message and returns if apt cannot install them.
 * @param {Need[]} needs @param {string} without consequence, as a clause
 */
export async function ensureIfAptCan(needs, without) {
  const missing = await lacking(needs);
  if (missing.length === 0 || !haveApt()) return;
  try {
    await aptInstall(missing.map((need) => need.apt));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.log(`apt could not install ${list(missing)}; ${without}.`);
  }
}

/**
 * Checks that missing programs can be installed, and asks for the password that apt will need. To be called before installations that run beside other
 * steps, whose progress would hide the question.
 * @param {Need[]} needs
 * @param {Need[]} optional
 */
export async function prepareToInstall(needs, optional) {
  const missing = await lacking(needs);
  if (!haveApt()) {
    if (missing.length > 0) throw new UserError(`${howToGet(missing)} Then repeat.`);
    return;
  }
  if (!process.stdin.isTTY || process.getuid?.() === 0 || !which("sudo")) return;
  missing.push(...(await lacking(optional)));
  if (missing.length > 0) await rootPrefix(missing.map((need) => need.apt).join(" "));
}

/** @param {Need[]} needs @returns {Promise<Need[]>} */
async function lacking(needs) {
  const found = await Promise.all(needs.map((need) => need.found()));
  return needs.filter((_, i) => !found[i]);
}

/** @param {Need[]} needs */
const list = (needs) => needs.map((need) => need.name).join(", ");

/**
 * @param {Need[]} missing
 * @param {string} [platform]
 */
export function howToGet(missing, platform = process.platform) {
  const brewed = missing.filter((need) => need.brew).map((need) => need.brew);
  const others = missing.filter((need) => !need.brew);
  const advice =
    platform === "darwin" && brewed.length > 0
      ? `run \`brew install ${brewed.join(" ")}\`${others.length > 0 ? `, and install ${list(others)} by pip` : ""}`
      : `install them with your system's package manager (on Debian they are called ${missing.map((n) => n.apt).join(", ")})`;
  return `Missing: ${list(missing)}; ${advice}.`;
}

/** Options of every call: wait up to 300 s for another apt process, and never remove a package to install another. */
const OPTIONS = [
  ...["-y", "--no-install-recommends"],
  ...["-o", "DPkg::Lock::Timeout=300", "-o", "APT::Get::Remove=false"],
];

const haveApt = () => which("apt-get") !== null && which("dpkg-query") !== null;

/**
 * Installs Debian packages with apt, as root or through sudo. To be called only for missing packages.
 * @param {string[]} packages
 */
async function aptInstall(packages) {
  const names = packages.join(" ");
  const sudo = await rootPrefix(names);
  /** @param {...string} args */
  const apt = (...args) => {
    const [command, ...rest] = [
      ...sudo,
      "env",
      "DEBIAN_FRONTEND=noninteractive",
      "apt-get",
      ...OPTIONS,
      ...args,
    ];
    return attempt(command, rest);
  };
  await step(`Installing with apt: ${names}`, async (note) => {
    const first = await apt("install", ...packages);
    if (first.code === 0) return;
    note("reading the package lists first");
    const update = await apt("update");
    note("");
    const second = await apt("install", ...packages);
    if (second.code === 0) return;
    throw new UserError(`apt could not install ${names}: see above, mend it, and repeat.`, {
      details: update.code === 0 ? second.output : update.output,
    });
  });
}

/**
 * The prefix that runs a command as root: nothing, or sudo.
 * @param {string} names names of the packages, for the error message
 * @returns {Promise<string[]>}
 */
async function rootPrefix(names) {
  if (process.getuid?.() === 0) return [];
  const asRoot = `Missing: ${names}. As root, run \`apt-get install ${names}\`, then repeat.`;
  if (!which("sudo")) throw new UserError(asRoot);
  if ((await attempt("sudo", ["-n", "true"])).code === 0) return ["sudo", "-n"];
  if (!process.stdin.isTTY) throw new UserError(asRoot);
  console.log(`Installing ${names} needs root:`);
  await run("sudo", ["-v"], { inherit: true, what: asRoot.slice(0, -1) });
  return ["sudo"];
}
