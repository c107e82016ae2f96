import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { KINDS, TITLES } from "../../web/labs/lab-list.js";
import { pageBelow } from "./page-below.mjs";

const HEAD = `
    <link rel="stylesheet" href="learn.css" />
    <script type="module" src="modules/learn-page.js"></script>`;

/**
 * Writes labs/index.html, the list of all labs: each links to the walk with that lab open.
 * @param {string} to build/site
 * @param {(name: string) => string} part returns a part of all pages by name
 */
export function buildLabs(to, part) {
  const page = pageBelow(part, "labs");
  mkdirSync(path.join(to, "labs"), { recursive: true });
  const html = page({
    title: "Labs · Headscope",
    description: `${KINDS.length} labs on multi-head attention: turn one thing, and see what it does, computed in your browser.`,
    head: HEAD,
    body: body(),
  });
  writeFileSync(path.join(to, "labs/index.html"), html);
}

const body = () => `<main id="main" class="course" lang="en">
      <h1>Labs</h1>
      <p class="lead">Turn one thing, and see what it does. Each lab opens below the walk, for the sentence and layer there.</p>
      <ol class="list">
        ${KINDS.map(item).join("\n        ")}
      </ol>
    </main>`;

/** @param {string} kind */
const item = (kind) =>
  `<li><a href="../?lab=${kind}"><b>${TITLES[kind].name}</b> <span>${TITLES[kind].question}</span></a></li>`;
