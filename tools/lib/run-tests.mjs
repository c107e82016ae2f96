// node tools/lib/run-tests.mjs OPTIONS FILE...: runs test files in the given order; `node --test` would sort them by name.
import { run } from "node:test";
import reporter from "./test-reporter.mjs";

const [options, ...files] = process.argv.slice(2);

run({ ...JSON.parse(options), files })
  .on("test:fail", () => (process.exitCode = 1))
  .compose(reporter)
  .pipe(process.stdout);
