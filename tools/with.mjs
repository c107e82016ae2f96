// Runs a command in Emscripten's environment, which is set up if necessary: node tools/with.mjs cmake --preset wasm
import { setUpEmscripten } from "./lib/emscripten.mjs";
import { attempt } from "./lib/run.mjs";
import { runMain, Trouble } from "./lib/trouble.mjs";

await runMain(async () => {
  const [command, ...args] = process.argv.slice(2);
  if (!command) throw new Trouble("Usage: node tools/with.mjs <command> [arguments]");
  const { env } = await setUpEmscripten();
  const { code, output } = await attempt(command, args, { env, cwd: process.cwd(), inherit: true });
  if (code === 127 && output) throw new Trouble(`${command}: ${output}`);
  return code;
});
