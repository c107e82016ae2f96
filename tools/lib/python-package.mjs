import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { findPython } from "./needs.mjs";
import { inRoot } from "./paths.mjs";
import { step } from "./progress.mjs";
import { run } from "./run.mjs";
import { filesBelow, ifChanged } from "./stamp.mjs";

/** Output folder of the wheel. */
export const WHEELS = inRoot("build/python");

/** Files of dist/ in the wheel, besides the package's own sources. */
const CARRIED = [
  ...["headscope.iife.js", "study.iife.js", "anywidget.js", "node", "settings.json"].map(
    (name) => `dist/${name}`,
  ),
];

/** Settings of figures for the Python package: the tables of the elements as JSON. @returns {Promise<string>} */
export async function settingsFile() {
  // Dynamic imports, because some of these modules read outputs of the build.
  const [{ ROWS }, { TRAIN_ROWS }, { TRAIN_SETTINGS }, { KINDS }, { PRESETS }, { stepTitles }] =
    await Promise.all([
      import("../../web/kit/state/shown.js"),
      import("../../web/train/state/shown.js"),
      import("../../web/kit/state/training-settings.js"),
      import("../../web/labs/lab-list.js"),
      import("../../web/kit/state/presets.js"),
      import("./reference-page.mjs"),
    ]);
  const steps = stepTitles().map(([id]) => id);
  const plain = (/** @type {any} */ { name, attribute, kind, choices, least, most }) => ({
    ...{ name, attribute, kind, least, most },
    choices: { choice: choices, step: steps }[/** @type {string} */ (kind)], // for flags, `choices` are the words of the control
  });
  const train = TRAIN_ROWS.map(({ name, attribute }) => ({
    ...{ name, attribute, kind: "text" },
    ...TRAIN_SETTINGS.find((row) => row.name === name),
  }));
  const presets = PRESETS.map(({ id }) => id);
  const table = { rows: ROWS.map(plain), train: train.map(plain), labs: KINDS, presets };
  return `${JSON.stringify(table, null, 1)}\n`;
}

/** Builds the wheel into build/python/. If Python's build tools are missing, prints a message and returns. */
export async function buildWheel() {
  const python = await findPython("build", "hatchling");
  if (!python) {
    console.log(
      "The Python package is not built: Python's build tools are missing (on Debian `apt install python3-build python3-hatchling`).",
    );
    return;
  }
  const inputs = [...sources(), "package.json", "LICENSE", "tools/lib/python-package.mjs", ...CARRIED];
  await ifChanged("wheel", { inputs, outputs: [path.relative(inRoot(), wheel())] }, () =>
    step("Building the Python package", async () => {
      rmSync(WHEELS, { recursive: true, force: true });
      mkdirSync(WHEELS, { recursive: true });
      const args = [...BUILD, "--wheel", "--outdir", WHEELS, inRoot("python")];
      await run(python, args, { what: "The wheel could not be built" });
    }),
  );
}

/** Builds the sdist, from which `pip` builds the same wheel without Node. @param {string} python with the build tools @param {string} out */
export const buildSdist = (python, out) =>
  run(python, [...BUILD, "--sdist", "--outdir", out, inRoot("python")], {
    what: "The sdist could not be built",
  });

/** Arguments of a Python with the build tools, which are not downloaded anew. */
export const BUILD = ["-m", "build", "--no-isolation", "--skip-dependency-check"];

/** The package's own files, without caches of Python and pytest. */
const sources = () =>
  filesBelow(inRoot("python"))
    .map((file) => path.relative(inRoot(), file))
    .filter((file) => !/__pycache__|\.pytest_cache/.test(file));

/** Path of the wheel, which may not exist yet. */
export function wheel() {
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  return path.join(WHEELS, `headscope-${version}-py3-none-any.whl`);
}
