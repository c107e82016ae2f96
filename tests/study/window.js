import { setUpCatch2 } from "../../tools/lib/catch2.mjs";
import { cmakeBuild } from "../../tools/lib/cmake.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { step } from "../../tools/lib/progress.mjs";
import { attempt } from "../../tools/lib/run.mjs";

/** Builds and runs window.cpp, which takes some minutes. @returns {Promise<import("../../tools/lib/one-head.mjs").WindowEntry[]>} */
export async function studyWindow() {
  await cmakeBuild("native", { define: await setUpCatch2(), target: "native-study" });
  const { code, stdout, output } = await step("Training", () =>
    attempt(inRoot("build/native/headscope_window_study"), []),
  );
  if (code !== 0) throw new Error(`headscope_window_study ended with ${code}: ${output}`);
  return JSON.parse(stdout);
}
