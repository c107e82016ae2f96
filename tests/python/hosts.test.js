// Figures in the hosts of the guide's table: in the host's own renderer where npm has it, otherwise in a page that does to an output what the
// host does, as its documentation or sources say. Notebook 6 and nbconvert have files of their own.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test, { after, before } from "node:test";
import * as esbuild from "esbuild";
import { ensurePackages } from "../../tools/lib/packages.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { run } from "../../tools/lib/run.mjs";
import { figureOf } from "../../web/embed/state/figure.js";
import { OPENING_FRAME } from "../../web/embed/state/rows.js";
import { WRITTEN } from "../../web/embed/state/targets.js";
import { launchChromium } from "../browser/support/chromium.js";
import { drawn } from "../browser/support/explainer.js";
import { openFor, serveFor } from "../consumers/support/installed.js";
import { assertDrawn, figures } from "./support/frames.js";
import { installWheel } from "./support/notebook.js";

/** @typedef {import("node:test").TestContext} TestContext */
/** @typedef {import("playwright-core").Page} Page */

const HOSTS = inRoot("tests/python/hosts");

/** Figures outside a kernel of Jupyter, which each hold the script, as on Colab and marimo; and a widget's traits. */
const SCRIPT = `
import json, numpy as np, headscope
weights = np.random.default_rng(0).dirichlet(np.ones(6), (2, 4, 6)).astype("float32")
figures = headscope.head_view(weights, "the cat sat on the mat"), headscope.walk("The cat sat", heads=2, d_model=8, step="q_heads")
print(json.dumps([figure._repr_mimebundle_()["text/html"] for figure in figures]))
`;
const TAGS = ["mha-heads", "mha-explainer"];

/** @type {import("playwright-core").Browser} */
let chromium;
let folder = "";
/** Outputs of the notebook: the first holds the script, the second is a walk, which takes it from there. @type {string[]} */
let outputs;
/** The same two figures, each with the script. @type {string[]} */
let whole;

before(async () => {
  const [installed] = await Promise.all([installWheel("hosts"), ensurePackages("tests/python/hosts")]);
  folder = installed.folder;
  const { cells } = JSON.parse(readFileSync(path.join(folder, "executed.ipynb"), "utf8"));
  const all = cells.flatMap((/** @type {any} */ { outputs }) =>
    outputs.flatMap((/** @type {any} */ { data }) => [data?.["text/html"]].flat().join("") || []),
  );
  outputs = [all[0], all[2]];
  writeFileSync(path.join(folder, "figures.py"), SCRIPT);
  whole = JSON.parse(await run(installed.python, ["figures.py"], { cwd: folder }));
  writeFileSync(path.join(folder, "favicon.ico"), ""); // browsers request an icon
  chromium = await launchChromium();
});
after(() => chromium?.close());

/** Hosts that a test has tried. */
const tried = ["Jupyter Notebook", "nbconvert"]; // server.test.js, notebook.test.js

/** @param {string} name of the host in the guide's table @param {string} what @param {(t: TestContext) => Promise<void>} how */
function host(name, what, how) {
  tried.push(name);
  test(`${name}: ${what}`, how);
}

/** A page of a host. Its program gets the outputs as \`outputs\`. @param {string} program @param {readonly string[]} outputs */
const pageWith = (program, outputs) => {
  const data = JSON.stringify(outputs).replaceAll("<", "\\u003c");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A host</title></head><body><script>
const outputs = ${data};
${program}</script></body></html>`;
};

/**
 * Opens a page in the folder of the tests.
 * @param {TestContext} t @param {string} text @param {{ policy?: string, roots?: string[] }} [how]
 */
async function show(t, text, { policy = "", roots = [] } = {}) {
  const name = `page-${t.name.replaceAll(/\W+/g, "-")}.html`;
  writeFileSync(path.join(folder, name), text);
  const address = await serveFor(t, [folder, ...roots], { "Content-Security-Policy": policy });
  const { page, seen } = await openFor(t, chromium, address + name);
  return { page, seen };
}

/** Asserts that readers of a page without frames see the sentences and the pictures. @param {Page} page */
async function assertStill(page) {
  assert.equal(await page.locator("iframe").count(), 0);
  for (const sentence of ["Attention of 2 layers, 4 heads each, 6 tokens", "The walk of “The cat sat”"]) {
    await page.getByText(`${sentence}`).first().waitFor();
    const picture = page.locator(`img[alt^="${sentence}"]`);
    await picture.scrollIntoViewIfNeeded();
    assert.ok(await picture.evaluate((it) => /** @type {HTMLImageElement} */ (it).naturalWidth > 200));
  }
}

/** Bundles a program with packages of hosts. @param {string} contents @returns {Promise<string>} a classic script */
async function bundled(contents) {
  const { outputFiles } = await esbuild.build({
    ...{ stdin: { contents, resolveDir: HOSTS, loader: "jsx" }, bundle: true, write: false },
    ...{ format: "iife", jsx: "automatic", logLevel: "error" },
    ...{ define: { "process.env.NODE_ENV": '"production"' }, loader: { ".svg": "text" } },
  });
  return outputFiles[0].text.replaceAll("</script", "<\\/script");
}

/** The program of JupyterLab's output area, once a test has bundled it. @type {Promise<string> | undefined} */
let lab;

/** The output area of JupyterLab, which Notebook 7 has too: the model says whether it is trusted. */
const LAB = `
import { RenderMimeRegistry, standardRendererFactories } from "@jupyterlab/rendermime";
window.lab = async (outputs, trusted) => {
  const rendermime = new RenderMimeRegistry({ initialFactories: standardRendererFactories });
  for (const html of outputs) {
    const model = rendermime.createModel({ data: { "text/html": html }, trusted });
    const renderer = rendermime.createRenderer(rendermime.preferredMimeType(model.data, trusted ? "any" : "ensure"));
    document.body.append(renderer.node);
    await renderer.renderModel(model);
  }
};`;

for (const [isTrusted, what] of /** @type {const} */ ([
  [true, "a trusted notebook shows its figures at full height"],
  [false, "a notebook that is not trusted shows sentences and pictures"],
]))
  host("JupyterLab and Notebook 7", what, async (t) => {
    const { page } = await show(
      t,
      pageWith(`${await (lab ??= bundled(LAB))}\nlab(outputs, ${isTrusted})`, outputs),
    );
    if (isTrusted) await assertDrawn(await figures(page, 2), TAGS);
    else await assertStill(page);
  });

/** A renderer of VS Code sets an output's HTML, then evaluates its scripts, by a copy of each. The policy is that of \`enableCsp\`. */
const VSCODE = `
const policy = document.head.appendChild(document.createElement("meta"));
policy.httpEquiv = "Content-Security-Policy";
policy.content = "default-src 'none'; script-src https://*.vscode-cdn.net 'unsafe-inline' 'unsafe-eval'; " +
  "style-src https://*.vscode-cdn.net 'unsafe-inline'; img-src https: http: data:; font-src https:; connect-src https:; child-src https: data:";
for (const html of outputs) {
  const element = document.createElement("div");
  element.innerHTML = html;
  document.body.append(element);
  for (const script of [...element.getElementsByTagName("script")]) {
    const copy = document.createElement("script");
    copy.text = script.innerText;
    element.appendChild(copy).remove();
  }
}`;

host("VS Code", "the renderer of HTML shows figures under the strictest policy", async (t) => {
  const { page } = await show(t, pageWith(VSCODE, outputs));
  await assertDrawn(await figures(page, 2), TAGS);
});

/** Colab writes each output into a frame of another origin, which reports the height of its content. */
const COLAB = `
addEventListener("message", ({ data, source }) => {
  for (const frame of document.querySelectorAll("iframe"))
    if (frame.contentWindow === source && data.colab) frame.style.height = data.colab + "px";
});
const report = "<script>new ResizeObserver(() => parent.postMessage({ colab: document.documentElement.offsetHeight }, '*'))" +
  ".observe(document.documentElement)<\\/script>";
for (const html of outputs) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-forms allow-popups");
  frame.style.width = "100%";
  frame.srcdoc = "<!doctype html><html><body>" + html + report + "</body></html>";
  document.body.append(frame);
}`;

host("Colab", "each figure is drawn in the isolated frame of its output", async (t) => {
  const { page } = await show(t, pageWith(COLAB, whole));
  await page.waitForFunction(() => frames.length === 2);
  for (const [i, frame] of (await page.locator("iframe").all()).entries()) {
    await frame.evaluate((it) => it.scrollIntoView()); // a frame of another origin does not scroll its page
    const handle = await frame.elementHandle();
    const output = /** @type {import("playwright-core").Frame} */ (await handle?.contentFrame());
    await assertDrawn(await figures(output, 1), [TAGS[i]]);
    const inside = await output.locator("iframe[data-headscope]").boundingBox();
    const box = await frame.boundingBox();
    assert.ok(box && inside && box.height >= inside.height, "the output is as high as its figure");
  }
});

/** marimo renders the markup by React, where scripts do not run, and makes each frame anew from its attributes. */
const MARIMO = `
for (const html of outputs) {
  const markup = new DOMParser().parseFromString(html, "text/html");
  for (const frame of markup.querySelectorAll("iframe")) {
    const made = document.createElement("iframe");
    for (const { name, value } of frame.attributes) made.setAttribute(name, value);
    const holder = markup.createElement("div");
    holder.innerHTML = made.outerHTML;
    frame.replaceWith(holder);
  }
  const element = document.createElement("div");
  element.innerHTML = markup.head.innerHTML + markup.body.innerHTML; // scripts that are set so do not run
  document.body.append(element);
}`;

host("marimo", "figures are drawn, although their own scripts do not run", async (t) => {
  const { page } = await show(t, pageWith(MARIMO, whole));
  await assertDrawn(await figures(page, 2), TAGS);
});

/**
 * marimo loads \`_esm\` from an address, and renders into a shadow root, with a model that has the methods of the specification, gives bytes as
 * DataView, and drops its listeners when a signal is aborted.
 */
const MARIMO_WIDGET = `
(async () => {
  const { default: widget } = await import("./anywidget.js");
  const [traits, saved, heard] = [{ view: "heads", head: 1, tokens: ["a", "b"], attention: {
    data: new DataView(new Float32Array([1, 0, .5, .5, 1, 0, .25, .75]).buffer), shape: [2, 2, 2] } }, [], new Set()];
  const { signal, abort } = ((controller) => ({ signal: controller.signal, abort: () => controller.abort() }))(new AbortController());
  const model = {
    get: (name) => traits[name],
    set(name, value) { traits[name] = value; for (const [n, call] of heard) if (n === "change:" + name) call(value); },
    save_changes: () => saved.push({ ...traits }),
    send() {},
    on(name, call) { const one = [name, call]; heard.add(one); signal.addEventListener("abort", () => heard.delete(one)); },
    off(name, call) { for (const one of heard) if (one[0] === name && one[1] === call) heard.delete(one); },
    widget_manager: { get_model: () => Promise.reject(new Error("no such model")) },
  };
  const el = document.body.appendChild(document.createElement("marimo-anywidget")).attachShadow({ mode: "open" })
    .appendChild(document.createElement("div"));
  const end = await widget.render({ model, el, signal, host: {} });
  Object.assign(window, { model, saved, heard, el, leave: () => { abort(); end(); } });
})();`;

host("marimo", "a widget follows its model, and leaves nothing", async (t) => {
  const { page, seen } = await show(t, pageWith(MARIMO_WIDGET, []), { roots: [inRoot("dist")] });
  await page.locator("mha-maps mha-figure").waitFor();
  const shown = () =>
    page.evaluate(() => /** @type {any} */ (window).el.querySelector("mha-explainer")?.head ?? null);
  assert.equal(await shown(), 1);
  await page.evaluate(() => /** @type {any} */ (window).model.set("head", 0));
  assert.equal(await shown(), 0);
  await page.evaluate(() => {
    /** @type {any} */ (window).el.querySelector("mha-explainer").store.select({ head: 1 });
  });
  await page.waitForFunction(() => /** @type {any} */ (window).saved.at(-1)?.head === 1);
  await page.evaluate(() => /** @type {any} */ (window).leave());
  assert.deepEqual(await page.evaluate(() => [/** @type {any} */ (window).heard.size, /** @type {any} */ (window).el.childElementCount]), [0, 0]); // prettier-ignore
  seen.assertQuiet();
});

host("Quarto", "the page of a notebook shows its figures", async (t) => {
  const cells = outputs.map(
    (html) =>
      `<div class="cell" data-execution_count="1"><div class="cell-output cell-output-display" data-execution_count="1">${html}</div></div>`,
  );
  const main = `<main class="content" id="quarto-document-content">${cells.join("\n")}</main>`;
  const { page, seen } = await show(t, `<!doctype html><html lang="en"><meta charset="utf-8"><title>Quarto</title><body>${main}</body></html>`); // prettier-ignore
  await assertDrawn(await figures(page, 2), TAGS);
  assert.deepEqual(seen.foreign, []);
});

host("nbviewer", "figures make no connection, which the page forbids", async (t) => {
  const page = readFileSync(path.join(folder, "executed.html"), "utf8")
    .replace(/<script[^>]*\bsrc="[^"]*"[^>]*><\/script>/g, "")
    .replace(/<!-- Load mathjax -->[^]*?<!-- End of mathjax configuration -->/, "");
  const { page: shown, seen } = await show(t, page, { policy: "connect-src 'none';" });
  const [first, , walk] = await figures(shown, 7);
  await assertDrawn([first, walk], TAGS);
  assert.deepEqual(seen.violations, []);
});

/** Elements that GitHub's viewer takes out of an output. */
const GITHUB = `
for (const html of outputs) {
  const markup = new DOMParser().parseFromString(html, "text/html");
  for (const each of markup.querySelectorAll("script, style, iframe")) each.remove();
  for (const each of markup.querySelectorAll("[style]")) each.removeAttribute("style");
  document.body.append(...markup.body.childNodes);
}`;

host("GitHub", "without scripts, styles and frames, readers see sentences and pictures", async (t) => {
  const { page } = await show(t, pageWith(GITHUB, outputs));
  await assertStill(page);
});

/** Renders a node of MyST's document by the renderer of its themes. */
const MYST = (/** @type {unknown} */ node) => `
import { createRoot } from "react-dom/client";
import { ANY_RENDERERS } from "@myst-theme/anywidget";
const Widget = ANY_RENDERERS.anywidget;
const root = createRoot(document.body.appendChild(document.createElement("main")));
root.render(<Widget node={${JSON.stringify(node)}} />);
window.leave = () => root.unmount();`;

host(
  "MyST",
  "the directive that the page Embed writes is built by mystmd, and its figure can be used",
  async (t) => {
    const project = path.join(folder, "myst");
    mkdirSync(path.join(project, "theme"), { recursive: true });
    const shown = new URLSearchParams({ tokens: '["the","cat ::: $x$"]', heads: "2", causal: "true" });
    const figure = figureOf(shown, { ...OPENING_FRAME, view: "heads", caption: 'A "caption"' }, 400);
    const files = {
      "index.md": `# A page\n\n${WRITTEN.directive.code(figure)}`,
      "myst.yml": "version: 1\nproject:\n  title: A book\nsite:\n  template: ./theme/template.yml\n",
      "theme/template.yml":
        'jtex: v1\ntitle: None\nversion: 1.0.0\nbuild:\n  install: "true"\n  start: "true"\n',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(project, name), text);
    for (const name of WRITTEN.directive.files(figure))
      copyFileSync(inRoot("dist", name), path.join(project, name));
    await run(path.join(HOSTS, "node_modules/.bin/myst"), ["build", "--site"], { cwd: project });
    const site = path.join(project, "_build/site");
    const { mdast } = JSON.parse(readFileSync(path.join(site, "content/index.json"), "utf8"));
    const node = mdast.children[0].children.find((/** @type {any} */ { type }) => type === "anywidget");
    const program = await bundled(MYST(node));
    const { page, seen } = await show(t, pageWith(program, []), { roots: [path.join(site, "public")] });
    await page.locator("mha-maps mha-figure").waitFor();
    const element = page.locator("mha-explainer");
    const { tokens, heads, causal } = await element.evaluate((it) => /** @type {any} */ (it).state);
    assert.deepEqual([tokens, heads, causal], [["the", "cat ::: $x$"], 2, true]);
    assert.equal(await element.locator("[slot=caption]").textContent(), 'A "caption"');
    await element.evaluate((it) => /** @type {any} */ (it).store.select({ head: 1 }));
    await drawn(page);
    assert.equal(await element.evaluate((it) => /** @type {any} */ (it).head), 1);
    await page.evaluate(() => /** @type {any} */ (window).leave());
    assert.equal(await element.count(), 0);
    seen.assertQuiet();
  },
);

test("the guide's table has a row for each host that was tried, and no other", () => {
  const guide = readFileSync(inRoot("docs/guide/notebooks.md"), "utf8");
  const [, table] = /^## Hosts$([^]*?)^## /m.exec(guide) ?? [];
  const rows = [...table.matchAll(/^\| (?!-|Host )(.*?) +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)];
  const named = rows.filter(([, , , how]) => !how.startsWith("By hand")).map(([, name]) => name);
  assert.deepEqual(named.sort(), [...new Set(tried)].sort());
});
