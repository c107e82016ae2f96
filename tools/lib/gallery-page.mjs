import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Marked } from "marked";
import { escaped } from "../../web/kit/text/escaped.js";
import { GALLERY } from "../../web/site/words-gallery.js";
import { pageBelow } from "./page-below.mjs";
import { inRoot } from "./paths.mjs";

/**
 * The page “Gallery”: English text, which gallery-page.js says in the reader's language, and examples whose sources are code blocks of the guides, which the tests of the documentation run.
 *
 * @typedef {{ text: string, guide: string }} Block  guide: address of its section on the site
 *
 * @typedef {object} Example
 * @property {string} guide   address of the section that explains it
 * @property {string} source  text to copy
 * @property {string} live    markup of the live figure; empty if a link opens it
 * @property {string} [drawn] markup of the still, if it differs
 * @property {string} [link]  address of the live page
 * @property {string} [shown] text in place of the still
 */

const HEAD = `
    <link rel="stylesheet" href="gallery.css" />
    <script type="module" src="modules/gallery-page.js"></script>`;

/**
 * Writes gallery/index.html and its stills.
 * @param {string} to build/site
 * @param {(name: string) => string} part returns a part of all pages by name
 */
export async function buildGallery(to, part) {
  const folder = path.join(to, "gallery");
  mkdirSync(folder, { recursive: true });
  const sections = [];
  for (const [name, example] of Object.entries(galleryExamples()))
    sections.push(await sectionOf(name, example, (file) => path.join(folder, file)));
  const html = pageBelow(
    part,
    "gallery",
  )({
    title: "Gallery · Headscope",
    description:
      "Figures of multi-head attention in an article, a lecture, a notebook and a slide, a bug that was found, a head, a translation and an image, with their sources.",
    head: HEAD,
    body: bodyOf(sections),
  });
  writeFileSync(path.join(folder, "index.html"), html);
}

/** The examples by name. @returns {Record<string, Example>} */
export function galleryExamples() {
  const check = blockOf("checking", "Run the check", "sh");
  const report = blockOf("checking", "Run the check", "text").text;
  const [, bug] = /#(\w+)\n$/.exec(report) ?? [];
  return {
    article: tagsOf(blockOf("embedding", "Let your prose act on the figure", "html", "mha-value")),
    lecture: lectureOf(blockOf("presenting", "Bookmarks", "text")),
    notebook: cellOf(blockOf("notebooks", "Show a figure", "python", "headscope.walk")),
    slide: tagsOf(blockOf("hosts", "reveal.js", "html")),
    bug: {
      guide: check.guide,
      source: check.text.split("\n")[0],
      live: `<mha-bug-maps bug="${bug}"></mha-bug-maps>`,
      shown: report,
    },
    head: tagsOf(blockOf("models", "The small model that comes with the package", "html")),
    translation: tagsOf(blockOf("embedding", "Show a model that translates", "html")),
    image: tagsOf(blockOf("embedding", "Show a model of pictures", "html")),
  };
}

/**
 * The first code block below a heading of a guide.
 * @param {string} guide @param {string} heading @param {string} language @param {string} [has] text of the block
 * @returns {Block}
 */
function blockOf(guide, heading, language, has = "") {
  let at = "";
  for (const token of new Marked().lexer(readFileSync(inRoot(`docs/guide/${guide}.md`), "utf8"))) {
    if (token.type === "heading") at = token.text;
    const isThere = at === heading && token.type === "code" && token.lang?.split(" ")[0] === language;
    if (isThere && token.text.includes(has))
      return { text: `${token.text}\n`, guide: `../docs/${guide}.html#${idOf(heading)}` };
  }
  throw new Error(`docs/guide/${guide}.md has no block of ${language} with “${has}” below “${heading}”.`);
}

/** The id of a heading on the site. @param {string} heading */
const idOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");

/** Models that the single file does not contain, or trains first. */
const OF_MODULES = /weights="(language|translation|vision)"/;

/** A block of tags with the script that defines them. @param {string} tags */
export function withScript(tags) {
  if (tags.includes("<script")) return tags;
  const file = OF_MODULES.test(tags) ? "modules/headscope.js" : "headscope.js";
  return `<script type="module" src="${file}"></script>\n${tags}`;
}

/** @param {Block} block @returns {Example} */
const tagsOf = ({ text, guide }) => ({
  guide,
  source: withScript(text),
  live: text.replace(/<script[^]*?<\/script>\n/, ""),
});

/** A presentation; its still shows the last bookmark. @param {Block} block @returns {Example} */
function lectureOf({ text, guide }) {
  const { search, searchParams } = new URL(text.trim());
  const [last] = (searchParams.get("present") ?? "").split(";").reverse();
  return { guide, source: text, live: "", drawn: walkTag(new URLSearchParams(last)), link: `../${search}` };
}

/** The cell of a notebook that shows a layer. @param {Block} block @returns {Example} */
function cellOf({ text, guide }) {
  const [call, tokens, heads] = /^headscope\.walk\("([^"]*)", heads=(\d+)\)/m.exec(text) ?? [];
  if (!call || !heads) throw new Error(`The block has no headscope.walk("…", heads=…):\n${text}`);
  return {
    guide,
    source: `import headscope\n\n${call}\n`,
    live: walkTag(new URLSearchParams({ tokens, heads })),
  };
}

/** @param {URLSearchParams} attributes */
const walkTag = (attributes) =>
  `<mha-explainer ${[...attributes].map(([name, value]) => `${name}="${escaped(value)}"`).join(" ")}></mha-explainer>`;

/** An element whose text gallery-page.js writes. @param {string} tag @param {keyof typeof GALLERY} key @param {string} [attributes] */
const said = (tag, key, attributes = "") =>
  `<${tag}${attributes && ` ${attributes}`} data-gallery="${key}">${escaped(GALLERY[key])}</${tag}>`;

/** @param {readonly string[]} sections */
const bodyOf = (sections) => `<main id="main" class="gallery">
      ${said("h1", "title")}
      ${said("p", "lead", 'class="lead"')}
      <p class="lead">${said("a", "scripts", 'href="../docs/embedding.html#add-the-script"')} ${said("a", "own", 'href="../embed.html"')}</p>
      ${sections.join("\n      ")}
    </main>`;

/**
 * An example: its still, its words and its source; writes the still.
 * @param {string} name @param {Example} example @param {(file: string) => string} inFolder
 */
async function sectionOf(name, { guide, source, live, drawn = live, link, shown }, inFolder) {
  // A dynamic import, because stills.mjs loads the compiled core, which must be built first.
  const { firstStills } = await import("./stills.mjs");
  const stills = shown ? "" : await firstStills(drawn, name, inFolder);
  const press = `${stills}${said("span", "press", `class="press" id="${name}-press"`)}`;
  const named = `aria-labelledby="${name}-title ${name}-press"`;
  const figure = link
    ? `<a class="still" href="${escaped(link)}" ${named}>${press}</a>`
    : `<button type="button" class="still${shown ? " alone" : ""}" ${named}>${press}</button><template>${live}</template>`;
  const key = /** @type {keyof typeof GALLERY} */ (name);
  const what = /** @type {keyof typeof GALLERY} */ (`${name}What`);
  return `<section id="${name}" aria-labelledby="${name}-title">
        <div class="about">
          ${said("h2", key, `id="${name}-title"`)}
          ${said("p", what)}
        </div>
        <div class="figure">${shown ? `<pre tabindex="0"><code>${escaped(shown.trim())}</code></pre>` : ""}${figure}</div>
        <div class="source">
          <pre tabindex="0"><code>${escaped(source.trim())}</code></pre>
          <p>${said("button", "copy", `type="button" class="copy" id="${name}-copy" aria-labelledby="${name}-title ${name}-copy"`)} ${said("a", "guide", `class="guide" href="${guide}"`)}</p>
        </div>
      </section>`;
}
