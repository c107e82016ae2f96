import { setUpEmscripten } from "./lib/emscripten.mjs";
import { BUILD_TOOLS, ensure } from "./lib/needs.mjs";
import { runMain } from "./lib/user-error.mjs";

await runMain(async () => {
  await ensure(BUILD_TOOLS);
  const { version, root } = await setUpEmscripten();
  console.log(`Emscripten ${version} in ${root}`);
});
