import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { linePair } from "../../web/check/state/bug-program.js";
import { BUGS_BY_PART, reportAddress, reportName } from "../../web/check/state/bugs.js";
import { bugsText } from "../../web/check/words-bugs.js";
import { escaped } from "../../web/kit/text/escaped.js";
import { pageBelow } from "./page-below.mjs";

/** @import { Bug } from "../../web/check/state/bugs.js" */

const HEAD = `<link rel="stylesheet" href="bugs.css" />
    <script type="module" src="modules/bugs-page.js"></script>`;

/**
 * Writes bugs/index.html, the page “Bugs that people really made”: English text, which bugs-page.js says in the reader's language.
 * @param {string} to build/site
 * @param {(name: string) => string} part returns a part of all pages by name
 */
export function buildBugs(to, part) {
  const page = pageBelow(part, "bugs");
  mkdirSync(path.join(to, "bugs"), { recursive: true });
  const html = page({
    title: `${bugsText("title")} · Headscope`,
    description:
      "Mistakes in multi-head attention, most of them from public reports: the wrong line and the right one, what it does to the attention, and how to notice it.",
    head: HEAD,
    body: body(),
  });
  writeFileSync(path.join(to, "bugs/index.html"), html);
}

/** An element whose text bugs-page.js writes. @param {string} tag @param {string} key @param {string} [attributes] */
const said = (tag, key, attributes = "") =>
  `<${tag}${attributes && ` ${attributes}`} data-bugs="${key}">${escaped(bugsText(key))}</${tag}>`;

function body() {
  const parts = Object.entries(BUGS_BY_PART);
  return `<main id="main" class="bugs">
      ${said("h1", "title", 'id="title"')}
      ${said("p", "lead", 'class="lead"')}
      <p class="links">${said("a", "own", 'href="../docs/checking.html"')} ${said("a", "exercises", 'href="../teach/#mistakes"')}</p>
      <nav aria-labelledby="title">${parts.map(([name]) => said("a", name, `href="#${name}"`)).join(" ")}</nav>
      ${parts.map(([name, bugs]) => `${said("h2", name, `id="${name}"`)}\n      ${bugs.map(row).join("\n      ")}`).join("\n      ")}
    </main>`;
}

/** @param {Bug} bug */
function row(bug) {
  const { id, reports, walk } = bug;
  const { wrong, right } = linePair(bug);
  const links = reports.map((report) => `<a href="${reportAddress(report)}">${reportName(report)}</a>`);
  const after = [
    links.length
      ? `<span>${said("span", "reported")} ${links.join(", ")}</span>`
      : said("span", "unreported"),
    said(
      "a",
      "wrong" in walk ? "walk" : "walkStep",
      `class="button" href="../?${escaped(`${new URLSearchParams(walk)}`)}"`,
    ),
  ];
  return `<section class="bug" id="${id}" aria-labelledby="${id}-title">
        <div class="about">
          ${said("h3", `title ${id}`, `id="${id}-title"`)}
          ${line("wrong", wrong)}
          ${line("right", right)}
          ${said("p", `why ${id}`)}
          ${said("p", `notice ${id}`)}
          <p class="after">${after.join(" ")}</p>
        </div>
        <mha-bug-maps bug="${id}"></mha-bug-maps>
      </section>`;
}

/** @param {"wrong" | "right"} side @param {string} code */
const line = (side, code) =>
  `<div class="line ${side}">${said("span", side)}<pre><code>${escaped(code)}</code></pre></div>`;
