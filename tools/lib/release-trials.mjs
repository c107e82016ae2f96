import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findChromium } from "./browsers.mjs";
import { BUILD } from "./python-package.mjs";
import { cdnAddress, cdnLines, firstBlock, sumsBelow } from "./release-files.mjs";
import { run } from "./run.mjs";
import { listen, serve } from "./server.mjs";
import { UserError } from "./user-error.mjs";

/**
 * Trials of what is published: each installs a file in a new folder, as a reader would, and runs the first example of README.md.
 *
 * @typedef {object} Published
 * @property {string} folder  a new folder
 * @property {string} version
 * @property {string} readme  text of README.md
 * @property {string} tarball
 * @property {string} wheel
 * @property {string} sdist
 * @property {string} site
 * @property {Record<string, string>} integrity
 * @property {string} python  with the build tools
 */

/** @type {Readonly<Record<string, (published: Published) => Promise<unknown>>>} by what is tried */
export const TRIALS = {
  "the npm package": tryPackage,
  "the wheel": tryWheel,
  "the sdist": trySdist,
  "the site, and pages that load the scripts": tryPages,
};

/** @param {Published} published */
async function tryPackage({ folder, readme, tarball, version }) {
  const project = newFolder(folder, "npm");
  writeFileSync(path.join(project, "package.json"), '{ "type": "module", "private": true }\n');
  const cache = path.join(folder, "npm-cache"); // empty, so that nothing comes from an earlier install
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--cache", cache, tarball], {
    cwd: project,
    what: "The npm package could not be installed",
  });
  const installed = JSON.parse(
    readFileSync(path.join(project, "node_modules/headscope/package.json"), "utf8"),
  );
  expect("The installed npm package has the version", installed.version, version);
  const example = firstBlock(readme, "js");
  const printed = await run(process.execPath, ["--input-type=module", "--eval", example], {
    cwd: project,
    what: "The JavaScript example of README.md failed",
  });
  const [, promised] = /console\.log\(.*\); \/\/ (.*)/.exec(example) ?? [];
  expect("The JavaScript example of README.md printed", printed.trim(), promised);
  const [, command] = /^npx headscope (render .*)$/m.exec(readme) ?? [];
  const args = command.match(/"[^"]*"|\S+/g)?.map((each) => each.replaceAll('"', "")) ?? [];
  await run(path.join(project, "node_modules/.bin/headscope"), args, {
    cwd: project,
    what: "The first command of README.md failed",
  });
  const drawn = readFileSync(path.join(project, args[args.indexOf("--out") + 1]), "utf8");
  if (!drawn.includes("</svg>")) throw new UserError("The first command of README.md wrote no complete SVG.");
}

/** @param {Published} published */
async function tryWheel({ folder, readme, wheel, version, python }) {
  const venv = path.join(folder, "venv");
  // The system's NumPy is the only package that the wheel needs.
  await run(python, ["-m", "venv", "--system-site-packages", venv], {
    what: "The virtual environment was not made",
  });
  const own = path.join(venv, "bin/python");
  await run(own, ["-m", "pip", "install", "--no-index", "--quiet", "--disable-pip-version-check", wheel], {
    what: "The wheel could not be installed",
  });
  const place = newFolder(folder, "python");
  const [, call] = /^(headscope\.walk\(.*\))/m.exec(firstBlock(readme, "python")) ?? [];
  const program = [
    "import importlib.metadata, headscope",
    `${call}.save("figure.html")`,
    'print(importlib.metadata.version("headscope"))',
  ].join("\n");
  const printed = await run(own, ["-I", "-c", program], {
    cwd: place,
    what: "The Python example of README.md failed",
  });
  expect("The installed wheel has the version", printed.trim(), version);
}

/** @param {Published} published */
async function trySdist({ folder, sdist, wheel, python }) {
  const source = newFolder(folder, "sdist");
  await run("tar", ["xzf", sdist, "--strip-components=1", "-C", source]);
  const out = path.join(folder, "built");
  await run(python, [...BUILD, "--wheel", "--outdir", out, source], {
    cwd: source,
    what: "The sdist did not build",
  });
  const [name] = readdirSync(out);
  expect("The sdist builds the wheel", name, path.basename(wheel));
  const [first, second] = await Promise.all(
    [wheel, path.join(out, name)].map(async (file, at) => {
      const to = newFolder(folder, `wheel${at}`);
      await run(python, ["-m", "zipfile", "-e", file, to]);
      return sumsBelow(to);
    }),
  );
  const differing = [...new Set([...first.keys(), ...second.keys()])].filter(
    (key) => first.get(key) !== second.get(key),
  );
  expect("Files in which the sdist's wheel differs from the wheel:", differing.join(", ") || "none", "none");
}

/** @param {Published} published */
async function tryPages({ folder, readme, tarball, site, version, integrity }) {
  const place = newFolder(folder, "pages");
  const dist = newFolder(folder, "unpacked");
  await run("tar", ["xzf", tarball, "--strip-components=1", "-C", dist]);
  cpSync(site, place, { recursive: true });
  const beside = newFolder(folder, "beside");
  cpSync(path.join(dist, "dist/headscope.js"), path.join(beside, "headscope.js"));
  writeFileSync(path.join(beside, "readme.html"), page(firstBlock(readme, "html")));
  const tag = '<mha-explainer loading="eager" tokens="The cat sat" step="weights"></mha-explainer>';
  for (const [at, line] of cdnLines(version, integrity).entries())
    writeFileSync(path.join(beside, `cdn${at}.html`), page(line + tag));
  cpSync(path.join(folder, "python/figure.html"), path.join(beside, "figure.html"));
  const { chromium } = await import("playwright-core");
  const executablePath = findChromium() ?? undefined;
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const servers = [serve([place]), serve([beside], { "Content-Security-Policy": "" })];
  const [ofSite, ofPages] = await Promise.all(servers.map((server) => listen(server, 0)));
  try {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    // The CDN serves the files of the tarball.
    await context.route(cdnAddress(version, "*"), (route) =>
      route.fulfill({
        path: path.join(dist, "dist", path.basename(new URL(route.request().url()).pathname)),
        headers: { "Access-Control-Allow-Origin": "*" },
      }),
    );
    for (const address of [
      `http://127.0.0.1:${ofSite}/`,
      ...["readme", "cdn0", "cdn1", "figure"].map((name) => `http://127.0.0.1:${ofPages}/${name}.html`),
    ])
      await expectDrawn(await context.newPage(), address);
  } finally {
    await browser.close();
    for (const server of servers) server.close();
  }
}

/** @param {string} body */
const page = (body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>A page</title></head><body>${body}</body></html>`;

/** Opens a page, and waits until an element of Headscope has drawn. @param {import("playwright-core").Page} page @param {string} address */
async function expectDrawn(page, address) {
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));
  await page.goto(address);
  const isDrawn = await Promise.any(
    [page.mainFrame(), ...page.frames()].map((frame) =>
      frame.waitForFunction(drawsSomething, null, { timeout: 60_000 }),
    ),
  ).catch(() => null);
  const where = new URL(address).pathname;
  if (!isDrawn || errors.length)
    throw new UserError(`The page ${where} ${isDrawn ? "reports errors" : "draws nothing"}.`, {
      details: errors.join("\n"),
    });
  await page.close();
}

/** In the page: whether an element of Headscope has a canvas or a picture with a size, at any depth. */
function drawsSomething() {
  /** @param {ParentNode} root @param {boolean} isInside @returns {boolean} */
  const search = (root, isInside) =>
    [...root.querySelectorAll("*")].some(
      (it) =>
        (isInside && it.matches("canvas, svg") && it.getBoundingClientRect().width > 50) ||
        (it.shadowRoot !== null && search(it.shadowRoot, isInside || it.localName.startsWith("mha-"))),
    );
  return search(document, false);
}

/** @param {string} folder @param {string} name */
function newFolder(folder, name) {
  const made = path.join(folder, name);
  mkdirSync(made, { recursive: true });
  return made;
}

/** @param {string} what @param {string} found @param {string} expected */
function expect(what, found, expected) {
  if (found !== expected) throw new UserError(`${what} ${found}, expected ${expected}.`);
}
