// node tests/python/picture.mjs: writes docs/notebook.png, a picture of a notebook in a Jupyter server for
// the README. Needs the built wheel.
import path from "node:path";
import { inRoot } from "../../tools/lib/paths.mjs";
import { launchChromium } from "../browser/support/chromium.js";
import { figures, see } from "./support/frames.js";
import { installWheel, serveNotebooks, writeNotebook } from "./support/notebook.js";

const WIDTH = 1000; // px, narrow enough that text stays legible in the README
const HEIGHT = 780; // px
const SCALE = 1.5; // pixels per px

const CELLS = [
  `import numpy as np, headscope
tokens = "The animal didn't cross the street because it was tired".split()
i, j = np.indices((10, 10))
scores = -2.0 * abs(j - i + np.arange(8)[:, None, None])  # head h: h words back
attention = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)`,
  `headscope.head_view(attention, tokens, head=2)`,
];

const installed = await installWheel("picture");
writeNotebook(path.join(installed.folder, "attention.ipynb"), CELLS);
const [server, chromium] = await Promise.all([serveNotebooks(installed), launchChromium()]);
try {
  const viewport = { width: WIDTH, height: HEIGHT };
  const page = await chromium.newPage({ viewport, deviceScaleFactor: SCALE });
  await page.goto(`${server.address}notebooks/attention.ipynb`);
  await page.waitForFunction(() => /** @type {any} */ (window).Jupyter?.notebook?.kernel?.is_connected());
  await page.evaluate("Jupyter.notebook.execute_all_cells()");
  await see((await figures(page, 1))[0], "mha-heads");
  await page.evaluate(() => document.querySelector(".cell")?.scrollIntoView());
  await page.screenshot({ path: inRoot("docs/notebook.png") });
} finally {
  await chromium.close();
  server.stop();
}
