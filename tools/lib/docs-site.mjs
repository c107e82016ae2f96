import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Marked } from "marked";
import { getHeadingList, gfmHeadingId } from "marked-gfm-heading-id";
import { escaped } from "../../web/kit/text/escaped.js";
import { explain, TERMS } from "../../web/kit/text/glossary.js";
import { BUGS } from "../../web/check/state/bugs.js";
import { bugsText, bugWords } from "../../web/check/words-bugs.js";
import { KINDS, TITLES } from "../../web/labs/lab-list.js";
import { textOf } from "../teach/plan.mjs";
import { ON_THE_SITE } from "./bugs-guide.mjs";
import { pageBelow } from "./page-below.mjs";
import { inRoot } from "./paths.mjs";

/**
 * @typedef {object} Page a page of the documentation
 * @property {string} file         Markdown file, from the checkout's root
 * @property {string} name         file name on the site, without the ending
 * @property {string} title        title in docs/README.md
 * @property {string} description
 * @property {string} group        heading above it in docs/README.md
 *
 * @typedef {{ level: number, id: string, raw: string }} Heading
 * @typedef {{ page: string, title: string, heading: string, id: string, text: string }} Section  an entry of the search index
 */

const INDEX = "docs/README.md";
/** The site's page also has the terms that figures explain. */
const GLOSSARY = "docs/terms.md";
const BUGS_PAGE = "../bugs/";
/** Words of guides that are links on the site, because their page is only there: file, words and address. @type {readonly [file: string, words: string, page: string][]} */
const ON_SITE = [
  ["docs/guide/bugs.md", ON_THE_SITE, BUGS_PAGE],
  ["docs/guide/embedding.md", "The page **Gallery**", "../gallery/"],
];

/** Pages of the checkout's root, listed below those of docs/README.md. @type {readonly [file: string, title: string, description: string][]} */
const PROJECT = [
  ["CONTRIBUTING.md", "Contributing", "Set-up, tests, review, and the style of code and words"],
  ["CHANGELOG.md", "Changelog", "What is new in each version, and what was changed or removed"],
  ["SECURITY.md", "Security", "What Headscope promises, and how to report a vulnerability"],
  ["CODE_OF_CONDUCT.md", "Code of conduct", "How people treat each other in this project"],
];

/**
 * Writes docs/NAME.html for each page, docs/index.html, and docs/search.json, the search index, which also finds chapters, labs and bugs.
 * @param {readonly import("./course.mjs").Chapter[]} chapters
 * @param {string} to build/site
 * @param {(name: string) => string} part returns a part of all pages by name
 */
export function buildDocs(chapters, to, part) {
  const folder = path.join(to, "docs");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const pages = listPages();
  const shell = pageBelow(part, "docs");
  /** @type {Section[]} */
  const sections = [];
  for (const page of pages) {
    const { html, headings, pictures } = rendered(page, pages);
    for (const picture of pictures) cpSync(picture, path.join(folder, path.basename(picture)));
    const body = bodyOf(page, pages, html, headings);
    const isIndex = page.file === INDEX;
    const title = isIndex ? "Headscope: documentation" : `${page.title} · Headscope documentation`;
    const description = `Headscope documentation. ${page.description}.`;
    writeFileSync(path.join(folder, `${page.name}.html`), shell({ title, description, head: HEAD, body }));
    if (!isIndex) sections.push(...sectionsOf(page, headings));
  }
  writeFileSync(
    path.join(folder, "search.json"),
    JSON.stringify([
      ...sections,
      ...chapters.map(chapterSection),
      ...KINDS.map(labSection),
      ...BUGS.map(bugSection),
    ]),
  );
}

/** @param {import("./course.mjs").Chapter} chapter @param {number} at @returns {Section} */
const chapterSection = ({ name, title, description, article }, at) => ({
  page: `../learn/${name}.html`,
  title: `Chapter ${at + 1}`,
  heading: title,
  id: "",
  text: `${description} ${textOf(article)}`,
});

/** @param {string} kind @returns {Section} */
const labSection = (kind) => ({
  page: `../?lab=${kind}`,
  title: "Lab",
  heading: TITLES[kind].name,
  id: "",
  text: TITLES[kind].question,
});

/** @param {import("../../web/check/state/bugs.js").Bug} bug @returns {Section} */
function bugSection(bug) {
  const { title, why, notice } = bugWords(bug);
  return { page: BUGS_PAGE, title: bugsText("title"), heading: title, id: bug.id, text: `${why} ${notice}` };
}

const HEAD = `<link rel="stylesheet" href="docs.css" />
    <link rel="stylesheet" href="docs-article.css" />
    <script type="module" src="modules/docs-page.js"></script>`;

/** The pages in reading order: the index, the pages in its tables, and the project's pages. @returns {Page[]} */
function listPages() {
  const index = { file: INDEX, name: "index", title: "Documentation", group: "" };
  const pages = [
    { ...index, description: "Guides, reference, architecture, performance, and how to add to it" },
  ];
  let group = "";
  for (const token of new Marked().lexer(readFileSync(inRoot(INDEX), "utf8"))) {
    if (token.type === "heading") group = token.text;
    if (token.type !== "table") continue;
    for (const [link, description] of token.rows) {
      const [, title, file] = /\[(.*)\]\((.*)\)/.exec(link.text) ?? [];
      pages.push(pageOf(path.join("docs", file), title, description.text, group));
    }
  }
  return [...pages, ...PROJECT.map((row) => pageOf(...row, "Project"))];
}

/** @param {string} file @param {string} title @param {string} description @param {string} group @returns {Page} */
const pageOf = (file, title, description, group) => {
  const name = path.basename(file, ".md").toLowerCase().replaceAll("_", "-");
  return { file, name, title, description: plain(description), group };
};

/** The Markdown of a page. @param {string} file */
function sourceOf(file) {
  let text = readFileSync(inRoot(file), "utf8");
  for (const [guide, words, page] of ON_SITE)
    if (guide === file) text = text.replace(words, `[${words}](${page})`);
  if (file !== GLOSSARY) return text;
  const terms = Object.keys(TERMS).flatMap((key) => explain(key) ?? []);
  return `${text}\n## Terms of attention\n\n${terms.map(({ name, meaning }) => `### ${name.replace(/:$/, "")}\n\n${meaning}\n`).join("\n")}`;
}

/** Removes Markdown syntax. @param {string} text */
const plain = (text) => escaped(text.replace(/[`*]/g, ""));

/**
 * The HTML of a page. Links to other pages become links to their HTML. Links to other files become plain text, because the site does not know the
 * address of the repository.
 * @param {Page} page @param {readonly Page[]} pages
 */
function rendered({ file }, pages) {
  /** @type {Set<string>} */
  const pictures = new Set();
  const beside = (/** @type {string} */ to) => path.join(path.dirname(file), to);
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const [to, id] = href.split("#");
        if (/^\w+:/.test(href) || ON_SITE.some(([, , page]) => page === href))
          return `<a href="${href}">${text}</a>`;
        const target = to ? pages.find((each) => each.file === beside(to)) : null;
        if (to && !target) return text;
        const address = target ? (target.name === "index" ? "./" : `${target.name}.html`) : "";
        return `<a href="${address}${id ? `#${id}` : ""}">${text}</a>`;
      },
      image({ href, text }) {
        pictures.add(inRoot(beside(href)));
        return `<span class="picture" tabindex="0"><img src="${path.basename(href)}" alt="${text}" loading="lazy" /></span>`;
      },
      code({ text, lang }) {
        const [, named] = (lang ?? "").split(" ");
        const of = named ? `<p class="file"><code>${named}</code></p>` : "";
        return `${of}<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
      },
    },
    hooks: {
      postprocess: (html) =>
        html.replace(
          /<table>[^]*?<\/table>/g,
          (table) => `<div class="table" tabindex="0">${labelled(table)}</div>`,
        ),
    },
  });
  const html = /** @type {string} */ (marked.parse(sourceOf(file)));
  return { html, headings: /** @type {Heading[]} */ (getHeadingList()), pictures };
}

/** Adds the heading of its column to each cell, for phones, where a row is a list. @param {string} table as HTML */
function labelled(table) {
  const headings = [...table.matchAll(/<th[^>]*>(.*?)<\/th>/g)].map(([, heading]) => plain(heading));
  let cell = 0;
  return table.replace(/<td/g, () => `<td data-heading="${headings[cell++ % headings.length]}"`);
}

/** @param {Page} page @param {readonly Page[]} pages @param {string} html @param {readonly Heading[]} headings */
function bodyOf(page, pages, html, headings) {
  const at = pages.indexOf(page);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  const address = (/** @type {Page} */ { name }) => (name === "index" ? "./" : `${name}.html`);
  const turn = [
    before && `<a href="${address(before)}" rel="prev">← ${before.title}</a>`,
    after && `<a href="${address(after)}" rel="next">${after.title} →</a>`,
  ];
  const inside = headings.filter(({ level }) => level === 2);
  const onThisPage = inside.length
    ? `<nav class="inside" aria-label="On this page">
        <p>On this page</p>
        <ul>${inside.map(({ id, raw }) => `<li><a href="#${id}">${plain(raw)}</a></li>`).join("")}</ul>
      </nav>`
    : "";
  return `<main id="main" class="docs">
      <div class="side">
        <search>
          <input id="search" type="search" placeholder="Search" aria-label="Search the documentation, chapters, labs and terms" autocomplete="off" />
          <p id="found" role="status"></p>
          <ol id="results"></ol>
        </search>
        <details class="contents" open>
          <summary>Contents</summary>
          <nav aria-label="Documentation">${contents(page, pages, address)}</nav>
        </details>
      </div>
      <article>
        ${html}
        <p class="turn">${turn.filter(Boolean).join(" ")}</p>
      </article>
      ${onThisPage}
    </main>`;
}

/** @param {Page} current @param {readonly Page[]} pages @param {(page: Page) => string} address */
function contents(current, pages, address) {
  const groups = [...new Set(pages.map(({ group }) => group))];
  return groups
    .map((group) => {
      const items = pages
        .filter((page) => page.group === group)
        .map(
          (page) =>
            `<li><a href="${address(page)}"${page === current ? ' aria-current="page"' : ""}>${page.title}</a></li>`,
        );
      return `${group ? `<p>${group}</p>` : ""}<ul>${items.join("")}</ul>`;
    })
    .join("");
}

/** Markdown syntax, including link targets. */
const MARKS = /[`*|#>]|---+|\]\([^)]*\)/g;

/** Splits a page at its headings. @param {Page} page @param {readonly Heading[]} headings @returns {Section[]} */
function sectionsOf({ file, name, title }, headings) {
  /** @type {Section[]} */
  const sections = [];
  let at = 0;
  for (const token of new Marked().lexer(sourceOf(file))) {
    if (token.type === "heading") {
      const { id, raw } = headings[at++];
      sections.push({ page: `${name}.html`, title, heading: raw, id, text: "" });
      continue;
    }
    const last = sections.at(-1);
    if (last) last.text += ` ${token.raw.replace(MARKS, " ")}`;
  }
  return sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, " ").trim() }));
}
