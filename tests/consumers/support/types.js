import path from "node:path";

/**
 * The errors of a TypeScript project, as tsc says them. Only the files of the project and of the package are checked, not the declarations of a framework or of browsers, which take most of tsc's time.
 * @param {import("typescript")} ts  the version that the author of the project has
 * @param {string} project  path of tsconfig.json
 * @param {(file: string) => boolean} isChecked
 */
export function typeErrors(ts, project, isChecked) {
  const { config, error } = ts.readConfigFile(project, ts.sys.readFile);
  const folder = path.dirname(project);
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const program = ts.createProgram(fileNames, options);
  const files = program.getSourceFiles().filter(({ fileName }) => isChecked(fileName));
  if (!files.length) throw new Error(`${project} has none of the files to check`);
  const found = [
    ...[error ?? [], errors, program.getOptionsDiagnostics(), program.getGlobalDiagnostics()].flat(),
    ...files.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ];
  return ts.formatDiagnostics(found, {
    getCurrentDirectory: () => folder,
    getCanonicalFileName: (name) => name,
    getNewLine: () => "\n",
  });
}
