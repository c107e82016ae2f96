// The recipes of docs/guide/hosts.md: in the host itself where Debian has it, otherwise in a page that does to the recipe what its host does.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { findPython, onPath } from "../../tools/lib/needs.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { run } from "../../tools/lib/run.mjs";
import { EMBEDDABLE, oembed } from "../../web/embed/oembed.js";
import { html, usePages } from "./support/pages.js";
import { snippetsOf } from "./support/snippets.js";

/** @typedef {import("node:test").TestContext} TestContext */
/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Frame} Frame */

const { show, visit } = usePages("recipes");

const GUIDE = "docs/guide/hosts.md";
const RECIPES = new Map(
  snippetsOf(GUIDE)
    .filter(({ file }) => file)
    .map(({ file, text }) => [file, text]),
);
/** Recipes that a test took. @type {Set<string>} */
const taken = new Set();

/** @param {string} file @returns {string} the text of a recipe */
function recipe(file) {
  taken.add(file);
  const text = RECIPES.get(file);
  assert.ok(text, `${GUIDE} has no block ${file}`);
  return text;
}

/** Waits for the maps of four heads on three words. @param {Page | Frame} at */
async function seesMaps(at) {
  await at.locator("mha-maps mha-figure").waitFor();
  const { tokens, heads } = await at.locator("mha-explainer").evaluate((it) => /** @type {any} */ (it).state);
  assert.deepEqual([tokens, heads], [["The", "cat", "sat"], 4]);
}

const OTHER_ORIGIN = `<script>
  for (const frame of document.querySelectorAll("iframe[data-src]"))
    frame.src = location.origin.replace("127.0.0.1", "localhost") + "/" + frame.dataset.src;
</script>`;

/** A page of another origin than its frame. @param {string} markup with an iframe of the site */
const framed = (markup) =>
  html(markup.replaceAll(/src="https:\/\/example\.org\/headscope\//g, 'data-src="') + OTHER_ORIGIN);

/** Shows a recipe with one iframe. @param {TestContext} t @param {string} markup @param {(page: Page) => unknown} [first] */
async function showFramed(t, markup, first) {
  const { page, seen } = await (first ? show(t, framed(markup), { first }) : visit(framed(markup)));
  await page.waitForFunction(() => frames.length === 1);
  await seesMaps(page.frames()[1]);
  assert.deepEqual(seen.errors, []);
  return page;
}

/** Markup without what hosts remove: scripts and custom elements. @param {string} markup */
const sanitised = (markup) => markup.replaceAll(/<script[^]*?<\/script>|<\/?\w+-[^>]*>/g, "");

/** Recipes of several files, by name. @param {...string} files */
const recipes = (...files) => Object.fromEntries(files.map((file) => [file, recipe(file)]));

/** A markup's files for a generator. @param {string} name @param {Record<string, string>} files @returns {string} the folder */
function projectOf(name, files) {
  const folder = inRoot("build/consumers", `recipe-${name}`);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

const HUGO = recipes("layouts/shortcodes/headscope.html", "content/post.md");

test("Hugo", { skip: !onPath("hugo")() && "Hugo is not installed" }, async () => {
  const layout =
    '<!doctype html><html lang="en"><head><title>{{ .Title }}</title></head><body>{{ .Content }}</body></html>';
  const folder = projectOf("hugo", {
    "config.toml":
      'baseURL = "/"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap", "home", "section", "404"]\n',
    "layouts/_default/single.html": layout,
    ...HUGO,
  });
  await run("hugo", ["--source", folder, "--quiet"]);
  const { page, seen } = await visit(readFileSync(path.join(folder, "public/post/index.html"), "utf8"));
  await seesMaps(page);
  seen.assertQuiet();
});

const JEKYLL = recipes("_includes/headscope.html", "post.md");

test("Jekyll", { skip: !onPath("jekyll")() && "Jekyll is not installed" }, async () => {
  const folder = projectOf("jekyll", {
    "_config.yml": "title: A site\n",
    "_layouts/default.html": html("{{ content }}"),
    ...JEKYLL,
    "post.md": JEKYLL["post.md"].replace("title:", "layout: default\ntitle:"),
  });
  const to = path.join(folder, "_site");
  await run("jekyll", ["build", "--source", folder, "--destination", to, "--quiet", "--disable-disk-cache"]);
  const { page, seen } = await visit(readFileSync(path.join(to, "post.html"), "utf8"));
  await seesMaps(page);
  seen.assertQuiet();
});

test("Astro: the page is HTML with a module, whose import the package's exports answer", async () => {
  const [, fence, body] = /^---\n([^]*?)---\n([^]*)$/.exec(recipe("src/pages/post.astro")) ?? [];
  const [, tokens] = /^const tokens = JSON\.stringify\((.*)\);$/m.exec(fence) ?? [];
  const imports = { imports: { headscope: "./modules/headscope.js" } };
  const markup = body
    .replace("{tokens}", `'${JSON.stringify(JSON.parse(tokens))}'`)
    .replace(/\{(\d+)\}/g, '"$1"')
    .replace("<script>", '<script type="module">');
  const { page, seen } = await visit(
    html(`<script type="importmap">${JSON.stringify(imports)}</script>${markup}`),
  );
  await seesMaps(page);
  seen.assertQuiet();
});

test("Docusaurus: scripts of the configuration, and a tag in MDX", async () => {
  const config = `data:text/javascript,${encodeURIComponent(recipe("docusaurus.config.js"))}`;
  const { scripts } = (await import(config)).default;
  const tags = scripts.map(
    (/** @type {{ src: string, type: string }} */ { src, type }) =>
      `<script src="${src}" type="${type}"></script>`,
  );
  const { page, seen } = await visit(html(tags.join("") + recipe("docs/post.mdx").replace(/^# .*/m, "")));
  await seesMaps(page);
  seen.assertQuiet();
});

test("reveal.js: a section of slides", async () => {
  const slides = `<div class="reveal"><div class="slides">${recipe("slides.html")}</div></div>`;
  const { page, seen } = await visit(html(slides));
  await seesMaps(page);
  seen.assertQuiet();
});

test("Obsidian, Notion: an iframe of another origin stays when scripts are removed", async (t) => {
  await showFramed(t, sanitised(recipe("note.md")));
});

test("WordPress: a sandboxed iframe, and an oEmbed answer with the attributes that WordPress keeps", async (t) => {
  assert.match(recipe("block.html"), /sandbox="allow-scripts"/);
  await showFramed(t, recipe("block.html"));
  const [, pattern] = /wp_oembed_add_provider\( '([^']+)'/.exec(recipe("headscope.php")) ?? [];
  const links = new RegExp(`^${pattern.replaceAll(/[.?]/g, "\\$&").replaceAll("*", ".*")}$`);
  for (const file of Object.keys(EMBEDDABLE)) assert.match(`https://example.org/headscope/${file}`, links);
  const site = "https://example.org/headscope/";
  const answer = oembed(`${site}heads.html?tokens=The+cat+sat&heads=4`, { site });
  const frame = answer?.html ?? "";
  const KEPT = ["src", "width", "height", "frameborder", "title"]; // of the attributes of WordPress's list
  assert.deepEqual(
    [...frame.matchAll(/ ([\w-]+)="/g)].map(([, name]) => name),
    KEPT,
  );
  await showFramed(
    t,
    frame
      .replace("<iframe", '<iframe sandbox="allow-scripts" security="restricted"')
      .replace(/src="[^"]*/, "$&#?secret=a"),
  );
});

test("Moodle, Canvas: an iframe stays when scripts are removed, and reports its height to the course", async (t) => {
  const page = await showFramed(t, sanitised(recipe("course.html")), (page) =>
    page.addInitScript(() => {
      if (parent !== window) return;
      addEventListener(
        "message",
        ({ data }) => data.subject === "lti.frameResize" && Object.assign(window, { told: data.height }),
      );
    }),
  );
  await page.waitForFunction(() => /** @type {any} */ (window).told > 100);
});

/** Stand-ins of the modules: each writes the text that it is given to a file. */
const STREAMLIT =
  "import os\ndef html(html, height=None, scrolling=False):\n    open(os.environ['OUT'], 'w', encoding='utf-8').write(html)\n";
const GRADIO = `import os
class Blocks:
    def __enter__(self):
        return self
    def __exit__(self, *error):
        pass
def HTML(value):
    open(os.environ['OUT'], 'w', encoding='utf-8').write(value)
`;

const APPS = recipes("streamlit_app.py", "gradio_app.py");
const python = await findPython("numpy");

/** The text that an app gives its host. @param {string} name @param {Record<string, string>} modules stand-ins */
async function givenBy(name, modules) {
  const file = `${name}_app.py`;
  const folder = projectOf(name, { ...modules, [file]: APPS[file] });
  const out = path.join(folder, "given.html");
  const PYTHONPATH = [folder, inRoot("python/src")].join(path.delimiter);
  await run(/** @type {string} */ (python), [path.join(folder, file)], { env: { OUT: out, PYTHONPATH } });
  return readFileSync(out, "utf8");
}

test(
  "Streamlit: the HTML of a figure in a sandboxed frame",
  { skip: !python && "NumPy is not installed" },
  async () => {
    const given = await givenBy("streamlit", {
      "streamlit/__init__.py": "",
      "streamlit/components/__init__.py": "",
      "streamlit/components/v1.py": STREAMLIT,
    });
    const { page } = await visit({
      "index.html": html(
        '<iframe id="host" title="app" sandbox="allow-forms allow-modals allow-popups allow-same-origin allow-scripts allow-downloads" width="1000" height="900"></iframe><script src="app.js"></script>',
      ),
      "app.js": `document.querySelector("#host").srcdoc = ${JSON.stringify(given).replaceAll("</", "<\\/")};`,
    });
    await page.waitForFunction(() => frames.length === 1 && frames[0].frames.length === 1);
    const inner = page.frameLocator("#host").frameLocator("iframe[data-headscope]");
    await inner.locator("mha-stage canvas").waitFor();
  },
);

test("Gradio: the HTML of a figure as innerHTML", { skip: !python && "NumPy is not installed" }, async () => {
  const given = await givenBy("gradio", { "gradio.py": GRADIO });
  const { page } = await visit({
    "index.html": html('<div id="host"></div><script src="app.js"></script>'),
    "app.js": `document.querySelector("#host").innerHTML = ${JSON.stringify(given).replaceAll("</", "<\\/")};`,
  });
  await page.frameLocator("iframe[data-headscope]").locator("mha-stage canvas").waitFor();
});

test("every recipe of the guide is taken by a test", () => {
  assert.deepEqual(
    [...RECIPES.keys()].filter((file) => !taken.has(file)),
    [],
  );
});
