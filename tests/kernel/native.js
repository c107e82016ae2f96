import { nativeCompilers, nativeProbe } from "../../tools/lib/probe.mjs";
import { run } from "../../tools/lib/run.mjs";

/**
 * Output of the native probe, for each compiler.
 * @returns {Promise<{ compiler: string, lines: string[] }[]>}
 */
export async function nativeResults() {
  const results = nativeCompilers().map(async (compiler) => {
    const lines = (await run(nativeProbe(compiler), [])).trimEnd().split("\n");
    return { compiler, lines };
  });
  return Promise.all(results);
}
