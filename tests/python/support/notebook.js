// Installs the wheel as a user would, and creates notebooks that use it.
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findPython } from "../../../tools/lib/needs.mjs";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { freePort } from "../../../tools/lib/server.mjs";
import { wheel } from "../../../tools/lib/python-package.mjs";
import { run } from "../../../tools/lib/run.mjs";
import { ifChanged } from "../../../tools/lib/stamp.mjs";

/** Cells of a notebook with every kind of figure, in order. */
export const CELLS = [
  `import numpy as np, headscope
rng = np.random.default_rng(0)
def softmax(scores):
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)
sentence = "the cat sat on the mat"`,
  `headscope.head_view(tuple(softmax(rng.normal(size=(1, 4, 6, 6))) for _ in range(2)), sentence)`,
  `headscope.model_view(softmax(rng.normal(size=(3, 4, 6, 6))).astype("float16"), sentence)`,
  `headscope.walk("The cat sat", heads=2, d_model=8, step="q_heads")`,
  `headscope.layer({name: rng.normal(size=(8, 8)) for name in ("wQ", "wK", "wV", "wO")}, rng.normal(size=(3, 8)), heads=2, step="weights")`,
  `headscope.lab("mask")`,
  `headscope.train(seed=1)`,
  `texts, values = np.arange(40, dtype=np.int32), rng.random((40, 3, 4, 2), np.float32)
headscope.study_view(headscope.Study("a model", ("previous", "first"), texts, texts + 5, values, values[:, 0, 0] / 2))`,
];

/** The elements of each figure. */
export const TAGS = [
  ...["mha-heads", "mha-head", "mha-explainer", "mha-explainer", "mha-lab", "mha-train"],
  "mha-study", // by a script of its own
];

const FOLDER = inRoot("build/python-tests");
const VENV = path.join(FOLDER, "venv");
const NOTEBOOKS = ["figures.ipynb", "executed.ipynb", "executed.html"];

/** @typedef {{ folder: string, system: string, python: string, env: Record<string, string> }} Installed */

/** A Python of the system that has Jupyter. */
const findSystem = async () => /** @type {string} */ (await findPython("numpy", "nbconvert", "notebook"));

/**
 * Installs the wheel offline into a virtual environment, writes the notebook, executes it, and exports it as
 * HTML. Repeated only if one of them changes. `npm test` calls this function before the files, which run in
 * parallel.
 */
export async function prepare() {
  const inputs = [path.relative(inRoot(), wheel()), "tests/python/support/notebook.js"];
  const outputs = [path.join(VENV, "bin/python"), ...NOTEBOOKS.map((name) => path.join(FOLDER, name))];
  await ifChanged(
    "python-tests",
    { inputs, outputs: outputs.map((file) => path.relative(inRoot(), file)) },
    async () => {
      rmSync(FOLDER, { recursive: true, force: true });
      mkdirSync(FOLDER, { recursive: true });
      await run(await findSystem(), ["-m", "venv", "--system-site-packages", VENV]);
      const offline = ["--no-index", "--quiet", "--disable-pip-version-check"];
      await run(path.join(VENV, "bin/python"), ["-m", "pip", "install", ...offline, wheel()]);
      writeNotebook(path.join(FOLDER, NOTEBOOKS[0]), CELLS);
      const installed = await environment("");
      await convert(installed, NOTEBOOKS[0], ["--execute", "--to=notebook", "--output=executed"]);
      await convert(installed, NOTEBOOKS[1], ["--to=html"]);
    },
  );
}

/**
 * The installed package, and a folder with the notebooks for one test file.
 * @param {string} name of the folder
 * @returns {Promise<Installed>} system: a Python of the system, which finds the package where it is run with env; python: that of the environment
 */
export async function installWheel(name) {
  await prepare();
  const installed = await environment(name);
  rmSync(installed.folder, { recursive: true, force: true });
  mkdirSync(installed.folder, { recursive: true });
  for (const file of NOTEBOOKS) copyFileSync(path.join(FOLDER, file), path.join(installed.folder, file));
  return installed;
}

/** @param {string} name @returns {Promise<Installed>} */
async function environment(name) {
  const folder = path.join(FOLDER, name);
  const [version] = readdirSync(path.join(VENV, "lib"));
  const runtime = path.join(folder, "jupyter"); // isolated from the user's files
  const env = {
    PYTHONPATH: path.join(VENV, "lib", version, "site-packages"),
    JUPYTER_CONFIG_DIR: runtime,
    JUPYTER_DATA_DIR: runtime,
    JUPYTER_RUNTIME_DIR: runtime,
    IPYTHONDIR: runtime,
  };
  return { folder, system: await findSystem(), python: path.join(VENV, "bin/python"), env };
}

/** Writes a notebook of these cells. @param {string} file @param {readonly string[]} cells */
export function writeNotebook(file, cells) {
  const kernelspec = { display_name: "Python 3", language: "python", name: "python3" };
  const code = cells.map((source) => ({
    ...{ cell_type: "code", execution_count: null, metadata: {}, outputs: [], source },
  }));
  writeFileSync(
    file,
    JSON.stringify({ cells: code, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 4 }),
  );
}

/** Runs nbconvert. @param {Installed} installed @param {string} file @param {readonly string[]} how */
const convert = ({ system, env, folder }, file, how) =>
  run(system, ["-m", "nbconvert", ...how, file], {
    ...{ env, cwd: folder, what: "The notebook could not be converted" },
  });

const PATIENCE = 120_000; // ms to wait for the server

/**
 * Starts a Jupyter server whose notebooks are in the folder of the installed package.
 * @param {Installed} installed
 * @returns {Promise<{ address: string, stop: () => void }>}
 */
export async function serveNotebooks({ system, folder, env }) {
  const own = ["--no-browser", "--ip=127.0.0.1", `--port=${await freePort()}`, "--NotebookApp.token="];
  const args = ["-m", "notebook", ...own, "--allow-root", `--notebook-dir=${folder}`];
  const server = spawn(system, args, { env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => {
    let said = "";
    const late = setTimeout(() => reject(new Error(`Jupyter does not start:\n${said}`)), PATIENCE);
    server.stderr.setEncoding("utf8").on("data", (text) => {
      said += text;
      const [address] = /http:\/\/127\.0\.0\.1:\d+\//.exec(said) ?? [];
      if (!address) return;
      clearTimeout(late);
      resolve({ address, stop: () => void server.kill() });
    });
  });
}
