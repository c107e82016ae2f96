// Runs measurements in Node for its parent process (node.js): node node-child.js [CHECKOUT], a checkout to compare with.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { run } from "../../../tools/lib/run.mjs";
import { MEASUREMENTS } from "../measurements/index.js";
import { LLAMA_1B, randomCheckpoint } from "../random-checkpoint.js";
import { FILES, TFJS_FOLDER } from "./files.js";

/** @import { Name } from "../measurements/index.js" */

const [core, probe, onnx] = await Promise.all(
  [FILES.core, FILES.probe, FILES.onnx].map(async (file) => new Uint8Array(await readFile(inRoot(file)))),
);
const models = () => import("../../../web/models/index.js");
const [against] = process.argv.slice(2);
const before =
  against === undefined
    ? undefined
    : () => import(pathToFileURL(path.resolve(against, "web/models/index.js")).href);
const assets = { core, probe, onnx, models, before, large: runLarge, tfjs: inRoot(TFJS_FOLDER) };

/** @param {(note: string) => void} say */
async function runLarge(say) {
  const folder = await mkdtemp(path.join(tmpdir(), "headscope-large-"));
  try {
    say("writing a checkpoint of 2.2 GB");
    const { config, parts } = randomCheckpoint(LLAMA_1B, "BF16");
    await writeFile(path.join(folder, "config.json"), JSON.stringify(config));
    await writeFile(path.join(folder, "model.safetensors"), parts);
    say("running 16 tokens");
    const script = fileURLToPath(new URL("./large-checkpoint.js", import.meta.url));
    return JSON.parse(await run(process.execPath, [script, folder]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param {object} message */
const tell = (message) => process.send?.(message);

process.on("message", async (/** @type {{ name: Name, quick: boolean }} */ { name, quick }) => {
  try {
    tell({ result: await MEASUREMENTS[name]({ assets, quick, say: (note) => tell({ say: note }) }) });
  } catch (error) {
    tell({ failure: /** @type {Error} */ (error).message });
  }
});
