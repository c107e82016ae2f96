import { statSync } from "node:fs";
import { COMMAND } from "../render/words.js";
import { asJSON, harmless } from "./output.js";
import { Misuse, asMisuse, helpFor, optionsIn } from "./options.js";
import { openStudy, writeStudy } from "./study-disk.js";
import { reportOfStudy } from "./study-report.js";

/** headscope study: joins the studies of a text's parts, and says what the heads do. */

/** @type {readonly import("./options.js").Option[]} */
const OPTIONS = [
  { name: "out", takes: "FILE", says: COMMAND.studyJoined },
  { name: "json", says: COMMAND.studyJSON },
];

/** @satisfies {import("./run.js").Subcommand} */
export const STUDY_COMMAND = {
  help: () => `${COMMAND.studyUsage}\n\n${helpFor(OPTIONS)}\n${COMMAND.studyMore}\n`,

  async run(given, { stdout }) {
    /** @type {string[]} */
    const files = [];
    const found = optionsIn(given, OPTIONS, "study", files);
    if (!files.length) throw new Misuse(COMMAND.noStudies);
    for (const file of files)
      if (!statSync(file, { throwIfNoEntry: false })?.isFile())
        throw new Misuse(COMMAND.unreadable(file, COMMAND.noSuchFile));
    const out = found.get("out");
    if (out === undefined && files.length > 1) throw new Misuse(COMMAND.joinedWhere);
    if (out !== undefined) {
      if (!out.toLowerCase().endsWith(".npz")) throw new Misuse(COMMAND.studyOut(out));
      await join(out, files).catch(asMisuse);
    }
    const report = await reportOfStudy(out ?? files[0]).catch(asMisuse);
    stdout.write(found.has("json") ? asJSON(report.facts) : harmless(report.text));
  },
};

/** @param {string} out @param {readonly string[]} files */
async function join(out, files) {
  const sources = files.map(openStudy);
  writeStudy(out, sources);
  for (const source of sources) source.close();
}
