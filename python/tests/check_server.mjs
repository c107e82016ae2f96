// Runs `headscope check --json` for each path on its input, all in one process; each answers with one text, on stdout or stderr.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [node, , command] = process.argv;
const entry = pathToFileURL(command).href;
const answer = process.stdout.write.bind(process.stdout);
process.stdout.setMaxListeners(0); // the command listens for errors in each run
process.stderr.setMaxListeners(0);

let runs = 0;
for await (const file of createInterface({ input: process.stdin })) {
  const said = new Promise((resolve) => {
    for (const name of ["stdout", "stderr"]) process[name].write = (text) => resolve({ [name]: text });
  });
  process.argv = [node, command, "check", file, "--json"];
  await import(`${entry}?run=${runs++}`);
  answer(`${JSON.stringify(await said)}\n`);
}
process.exitCode = 0;
