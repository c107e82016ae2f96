// The core as an installed C++ library. adding.test.js has it as part of another build.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { setUpCatch2 } from "../../tools/lib/catch2.mjs";
import { cmakeBuild } from "../../tools/lib/cmake.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { run } from "../../tools/lib/run.mjs";
import { build, checkConsumer } from "./support/library.js";

test("the library works installed, by find_package", async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), "headscope-consumer-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [installed, consumer] = ["installed", "consumer"].map((name) => path.join(folder, name));
  // The build that the native tests use, so that the library is not compiled again.
  await cmakeBuild("native", { define: await setUpCatch2(), target: "native-core" });
  await run("cmake", ["--install", inRoot("build/native"), "--prefix", installed]);
  const definitions = ["-DCMAKE_BUILD_TYPE=Release", `-DCMAKE_PREFIX_PATH=${installed}`];
  await build(inRoot("tests/consumers/library"), consumer, definitions);
  await checkConsumer(consumer);
});
