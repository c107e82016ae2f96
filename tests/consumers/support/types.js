import path from "node:path";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { attempt } from "../../../tools/lib/run.mjs";

/** The repository's own compiler. */
export const TSC = inRoot("node_modules/.bin/tsc");

/**
 * The errors of a TypeScript project, as tsc prints them. Errors in other files, such as declarations of a framework, are left out.
 * @param {string} tsc  path of a compiler
 * @param {string} project  path of tsconfig.json
 * @param {(file: string) => boolean} isChecked  whether the file with this absolute path belongs to the project or the package
 */
export async function typeErrors(tsc, project, isChecked) {
  const folder = path.dirname(project);
  const { output } = await attempt(tsc, ["-p", project, "--pretty", "false", "--listFiles"], { cwd: folder });
  const parts = output.trim().split(/\n(?! )/); // an error may have more lines, which begin with spaces
  if (!parts.some((part) => path.isAbsolute(part) && isChecked(part)))
    throw new Error(`${project} has none of the files to check: ${output}`);
  return parts
    .filter((part) => {
      const file = /^(.*)\(\d+,\d+\): error /.exec(part)?.[1];
      return file ? isChecked(path.resolve(folder, file)) : /^error /.test(part);
    })
    .join("\n");
}
