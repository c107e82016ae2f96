import { spawnSync } from "node:child_process";
import { inRoot } from "../../../tools/lib/paths.mjs";

/** Runs the package's command from its sources. @param {readonly string[]} given */
export function headscope(...given) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [inRoot("web/command/main.js"), ...given], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return { status, stdout, stderr };
}
