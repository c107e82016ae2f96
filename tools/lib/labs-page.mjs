import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { KINDS, TITLES } from "../../web/labs/lab-list.js";
import { pageBelow } from "./page-below.mjs";
import { pictureList } from "./index-pictures.mjs";

const HEAD = `
    <link rel="stylesheet" href="learn.css" />
    <link rel="stylesheet" href="learn-index.css" />
    <script type="module" src="modules/learn-page.js"></script>`;

/**
 * Writes labs/index.html, the list of all labs: each links to the walk with that lab open.
 * @param {string} to build/site
 * @param {(name: string) => string} part returns a part of all pages by name
 */
export async function buildLabs(to, part) {
  const page = pageBelow(part, "labs");
  mkdirSync(path.join(to, "labs"), { recursive: true });
  const html = page({
    title: "Labs · Headscope",
    description: `${KINDS.length} labs on multi-head attention: turn one thing, and see what it does, computed in your browser.`,
    head: HEAD,
    body: await body(),
  });
  writeFileSync(path.join(to, "labs/index.html"), html);
}

async function body() {
  // A dynamic import, because this module loads the compiled core, which must be built first.
  const { labPicture } = await import("./index-pictures.mjs");
  const items = [];
  for (const kind of KINDS) {
    const { name, question } = TITLES[kind];
    items.push({ href: `../?lab=${kind}`, picture: await labPicture(kind), title: name, said: question });
  }
  return `<main id="main" class="course pictured" lang="en">
      <div class="above">
        <h1>Labs</h1>
        <p class="lead">Turn one thing, and see what it does. Each lab opens below the walk, for the sentence and layer there.</p>
      </div>
      ${pictureList(items)}
    </main>`;
}
