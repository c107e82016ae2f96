import { linePair } from "../../web/check/state/bug-program.js";
import { BUGS_BY_PART, reportAddress, reportName } from "../../web/check/state/bugs.js";
import { bugsText } from "../../web/check/words-bugs.js";

/** @import { Bug } from "../../web/check/state/bugs.js" */

/** Code in a cell of a table, where a bar ends the cell even in code. @param {string} text */
const code = (text) => `\`${text.replaceAll("|", "\\|")}\``;

/** The page with pictures, to which the site's copy of the guide links. */
export const ON_THE_SITE = "The page of the site";

const HEAD = ["Mistake", "Wrong", "Right", "Name", "Reports"];

/** The text of docs/guide/bugs.md: a table of all bugs of the page “Bugs that people really made”. */
export const bugsGuide = () => `# ${bugsText("title")}

Each of these is one wrong line of a layer of multi-head attention. The programs run, and most of them train. [Checking](checking.md) finds each by its name. ${ON_THE_SITE}
shows what each does to the attention, and how to notice it. For classes, the same rows are [exercises](teaching.md#find-the-mistake).

\`npm run reference\` writes this page from the rows of \`web/check/state/bugs.js\`.
${Object.entries(BUGS_BY_PART).map(part).join("")}`;

/** @param {[name: string, bugs: readonly Bug[]]} part */
const part = ([name, bugs]) =>
  `\n## ${bugsText(name)}\n\n${[HEAD, HEAD.map(() => "---"), ...bugs.map(row)].map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;

/** @param {Bug} bug */
function row(bug) {
  const { wrong, right } = linePair(bug);
  const reports = bug.reports.map((report) => `[${reportName(report)}](${reportAddress(report)})`);
  return [
    `<a id="${bug.id}"></a>${bugsText(`title ${bug.id}`)}`, // reports of the checker link to it
    code(wrong),
    code(right),
    code(bug.id),
    reports.join(", ") || "none known",
  ];
}
