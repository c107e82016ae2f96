// Runs measurements in Node for its parent process (node.js).
import { readFile } from "node:fs/promises";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { MEASUREMENTS } from "../measurements/index.js";
import { FILES, TFJS_FOLDER } from "./files.js";

/** @import { Name } from "../measurements/index.js" */

const [core, probe, onnx] = await Promise.all(
  [FILES.core, FILES.probe, FILES.onnx].map(async (file) => new Uint8Array(await readFile(inRoot(file)))),
);
const assets = { core, probe, onnx, tfjs: inRoot(TFJS_FOLDER) };

/** @param {object} message */
const tell = (message) => process.send?.(message);

process.on("message", async (/** @type {{ name: Name, quick: boolean }} */ { name, quick }) => {
  try {
    tell({ result: await MEASUREMENTS[name]({ assets, quick, say: (note) => tell({ say: note }) }) });
  } catch (error) {
    tell({ failure: /** @type {Error} */ (error).message });
  }
});
