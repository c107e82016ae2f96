import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { listen, serve } from "../../../tools/lib/server.mjs";

/**
 * Serves the built page and package like `npm start`, with the same policy, on a free port.
 * @param {Record<string, string>} [pages] more files, by name: a test's own pages
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} url ends with a slash
 */
export async function startSite(pages = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "headscope-site-"));
  for (const [name, text] of Object.entries(pages)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const server = serve([folder, inRoot("build/site"), inRoot("dist")]);
  const port = await listen(server, 0);
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}/`, close };
}
