// npm start [-- --open] [--port=8000]: sets up and builds what is missing, then serves the page.
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { ensurePackages } from "./lib/packages.mjs";
import { inRoot } from "./lib/paths.mjs";
import { portIn, listen, serve } from "./lib/server.mjs";
import { runMain, UserError } from "./lib/user-error.mjs";

const USAGE = "Usage: npm start -- [--open] [--port=8000]";

await runMain(async () => {
  const { open, port } = readArguments();
  await ensurePackages();
  // A static import would load the module before ensurePackages() installs the packages that the module imports.
  const { buildAll } = await import("./lib/build.mjs");
  await buildAll();
  const server = serve([inRoot("build/site"), inRoot("dist")]);
  const got = await listen(server, port);
  if (got !== port) console.log(`Port ${port} is taken, so it is ${got}.`);
  const url = `http://127.0.0.1:${got}/`;
  console.log(url);
  if (open) openBrowser(url);
});

function readArguments() {
  try {
    const { values } = parseArgs({
      options: { open: { type: "boolean" }, port: { type: "string", default: "8000" } },
    });
    return { open: values.open ?? false, port: portIn(values.port, USAGE) };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${/** @type {Error} */ (error).message}. ${USAGE}`);
  }
}

/** @param {string} url */
function openBrowser(url) {
  const command = process.platform === "darwin" ? "open" : "xdg-open";
  const child = spawn(command, [url], { stdio: "ignore", detached: true });
  child.on("error", () =>
    console.log(`There is no ${command} here to open a browser with: open the address yourself.`),
  );
  child.unref();
}
