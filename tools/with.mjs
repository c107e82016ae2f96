// Runs a command in Emscripten's environment, which is set up if necessary: node tools/with.mjs cmake --preset wasm
import { setUpEmscripten } from "./lib/emscripten.mjs";
import { attempt } from "./lib/run.mjs";
import { runMain, UserError } from "./lib/user-error.mjs";

await runMain(async () => {
  const [command, ...args] = process.argv.slice(2);
  if (!command) throw new UserError("Usage: node tools/with.mjs <command> [arguments]");
  const { env } = await setUpEmscripten();
  const { code, output } = await attempt(command, args, { env, cwd: process.cwd(), inherit: true });
  if (code === 127 && output) throw new UserError(`${command}: ${output}`);
  return code;
});
