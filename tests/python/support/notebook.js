// The wheel, installed as its users install it, and notebooks that use it.
import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { findPython } from "../../../tools/lib/needs.mjs";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { wheel } from "../../../tools/lib/python-package.mjs";
import { run } from "../../../tools/lib/run.mjs";

/** A notebook of every kind of figure. In order: what stands in its frame, and in how many. */
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
];

/** The elements of each figure. */
export const TAGS = ["mha-heads", "mha-head", "mha-explainer", "mha-explainer", "mha-lab", "mha-train"];

/**
 * Installs the wheel offline into an environment of its own, for the tests of one file.
 * @param {string} name of the file's own folder
 * @returns {Promise<{ folder: string, system: string, python: string, env: Record<string, string> }>} system: a Python of the system, which
 *   finds the package where it is run with env; python: that of the environment
 */
export async function installWheel(name) {
  const folder = inRoot("build/python-tests", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const system = /** @type {string} */ (await findPython("numpy", "nbconvert", "notebook"));
  const venv = path.join(folder, "venv");
  const python = path.join(venv, "bin/python");
  await run(system, ["-m", "venv", "--system-site-packages", venv]);
  await run(python, [
    "-m",
    "pip",
    "install",
    "--no-index",
    "--quiet",
    "--disable-pip-version-check",
    wheel(),
  ]);
  const where = "import headscope, pathlib; print(pathlib.Path(headscope.__file__).parent.parent)";
  const site = (await run(python, ["-c", where], { cwd: folder })).trim();
  const runtime = path.join(folder, "jupyter"); // nothing of the user's own
  const env = {
    PYTHONPATH: site,
    JUPYTER_CONFIG_DIR: runtime,
    JUPYTER_DATA_DIR: runtime,
    IPYTHONDIR: runtime,
  };
  return { folder, system, python, env: { ...env, JUPYTER_RUNTIME_DIR: runtime } };
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

/**
 * Executes a notebook, as authors do before they publish it: executed.ipynb or executed.html beside it.
 * @param {{ system: string, env: Record<string, string> }} installed @param {string} file @param {"notebook" | "html"} to
 */
export function convert({ system, env }, file, to) {
  const output = to === "html" ? "executed.html" : "executed.ipynb";
  return run(system, ["-m", "nbconvert", `--to=${to}`, "--execute", file, "--output", output], {
    ...{ env, cwd: path.dirname(file), what: "The notebook could not be executed" },
  });
}

const PATIENCE = 30_000; // ms until the server answers

/** A port that nobody listens on. @returns {Promise<number>} */
function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  return new Promise((resolve) =>
    probe.once("listening", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    }),
  );
}

/**
 * Starts a Jupyter server whose notebooks are in the folder of the installed package.
 * @param {{ system: string, folder: string, env: Record<string, string> }} installed
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
