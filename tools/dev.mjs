// npm run dev [-- --port=8000]: builds, serves the page, and after each change in web/, src/ or docs/ rebuilds and reloads it.
import { rmSync, watch } from "node:fs";
import { cp } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensurePackages } from "./lib/packages.mjs";
import { inRoot } from "./lib/paths.mjs";
import { portIn, listen } from "./lib/server.mjs";
import { runMain, UserError } from "./lib/user-error.mjs";

/** Changes within this time count as one, since an editor may write a file several times. */
const CALM = 40; // ms

/** A separate folder, because tests may be using build/site/ and dist/. */
const SITE = inRoot("build/dev");

await runMain(async () => {
  const { values } = parseArgs({ options: { port: { type: "string", default: "8000" } } });
  const port = portIn(values.port, "Usage: npm run dev -- [--port=8000]");
  await ensurePackages();
  // Static imports would load the modules before ensurePackages() installs the packages that the modules import.
  const [{ buildWasm }, { bundleModules }, { serveWithReload }] = await Promise.all([
    import("./lib/wasm.mjs"),
    import("./lib/bundle.mjs"),
    import("./lib/reload.mjs"),
  ]);
  const copyWasm = () => cp(inRoot("build/wasm/headscope.wasm"), path.join(SITE, "headscope.wasm"));
  const wasm = async () => {
    await buildWasm();
    await copyWasm();
  };
  const modules = () => bundleModules(path.join(SITE, "modules"));
  const pages = async () => (await import("./lib/site.mjs")).updateSite(SITE);
  rmSync(SITE, { recursive: true, force: true });
  await buildWasm(); // the pages' stills are drawn with the core
  await pages();
  await Promise.all([copyWasm(), modules()]);
  const { server, reload } = serveWithReload([SITE, inRoot("dist")]);
  console.log(`http://127.0.0.1:${await listen(server, port)}/`);

  /** Stills show changes of the elements after a restart only. @param {string} file path in the checkout @returns {(() => Promise<void>)[]} tasks that update the outputs */
  const workFor = (file) => {
    if (file.startsWith("src")) return [wasm, modules];
    if (file.startsWith("docs")) return [pages];
    if (file.startsWith(path.join("web", "site")) && !file.endsWith(".js")) return [pages];
    return file.startsWith("web") ? [modules] : [];
  };
  onChange(["web", "src", "docs"], workFor, reload);
});

/**
 * Runs the work of all changes in order, then reloads the pages.
 * @param {readonly string[]} folders @param {(file: string) => readonly (() => Promise<void>)[]} workFor @param {() => void} reload
 */
function onChange(folders, workFor, reload) {
  /** @type {Set<() => Promise<void>>} */
  const waiting = new Set();
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  let last = Promise.resolve();
  const run = async () => {
    const begun = performance.now();
    const work = [...waiting];
    waiting.clear();
    try {
      for (const each of work) await each();
      if (work.length) console.log(`Reloaded after ${Math.round(performance.now() - begun)} ms.`);
      reload();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      console.error(`${error.details}\n${error.message}`);
    }
  };
  for (const folder of folders)
    watch(inRoot(folder), { recursive: true }, (_, name) => {
      for (const each of workFor(path.join(folder, name ?? ""))) waiting.add(each);
      clearTimeout(timer);
      timer = setTimeout(() => (last = last.then(run)), CALM);
    });
}
