import { appendFileSync, cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildBugs } from "./bugs-page.mjs";
import { buildChapters } from "./chapters.mjs";
import { readCourse } from "./course.mjs";
import { buildDocs } from "./docs-site.mjs";
import { buildGallery } from "./gallery-page.mjs";
import { buildLabs } from "./labs-page.mjs";
import { withLaterScripts } from "./module-preloads.mjs";
import { openingStill, openingStillStyles } from "./opening-still.mjs";
import { writeOembed } from "./oembed-files.mjs";
import { inRoot } from "./paths.mjs";
import { questionStyles } from "./questions.mjs";
import { siteAddress } from "./site-address.mjs";
import { minifyStyles } from "./styles.mjs";
import { LANGUAGES } from "./words.mjs";
import { writeChanged } from "./write-changed.mjs";
import { capitalize } from "../../web/kit/text/head-names.js";

const FROM = inRoot("web/site");

/**
 * Writes the hosted pages and their styles. The common head and header are in parts/; the header marks the current page. Pages expect
 * modules/ and headscope.wasm beside them.
 * @param {string} to output folder; its contents are removed
 */
export async function buildSite(to) {
  rmSync(to, { recursive: true, force: true });
  cpSync(FROM, to, {
    recursive: true,
    filter: (file) => !/(parts|learn|teach)$|(?<!linked|chapter-language)\.js$/.test(file),
  });
  const part = (/** @type {string} */ name) =>
    readFileSync(path.join(FROM, "parts", `${name}.html`), "utf8")
      .trim()
      .replace("<!-- languages -->", languageOptions);
  const files = readdirSync(to);
  for (const name of files.filter((file) => file.endsWith(".html"))) {
    const link = `<a href="${name === "index.html" ? "./" : name}"`;
    const page = readFileSync(path.join(to, name), "utf8")
      .replace(/<!-- (head|core|header) -->/g, (_, it) => part(it))
      .replace(new RegExp(`${link}(?=[^>]*data-say)`), `${link} aria-current="page"`);
    writeFileSync(path.join(to, name), page.includes(STILL) ? withStill(page) : page);
  }
  const still = path.join(to, "opening-still.css");
  writeFileSync(still, openingStillStyles() + readFileSync(still, "utf8"));
  const chapters = readCourse();
  const whole = await buildChapters(chapters, to, part);
  // A dynamic import, because answers come from the compiled core, which must be built first.
  const { buildTeach } = await import("../teach/teach.mjs");
  await buildTeach(chapters, whole, to, part);
  await buildLabs(to, part);
  buildBugs(to, part);
  await buildGallery(to, part);
  buildDocs(chapters, to, part);
  appendFileSync(path.join(to, "learn.css"), questionStyles());
  writeOembed(to, siteAddress());
  for (const name of files.filter((file) => file.endsWith(".css"))) minifyStyles(path.join(to, name));
}

/** The languages of the pages, by tag. */
const TAGS = ["en", ...LANGUAGES];

/** The name of a language in that language. @param {string} lang */
const nameOf = (lang) => capitalize(new Intl.DisplayNames([lang], { type: "language" }).of(lang) ?? lang);

const languageOptions = () =>
  TAGS.map((lang) => `<option value="${lang}" lang="${lang}">${nameOf(lang)}</option>`).join("\n    ");

const STILL = "<!-- opening still -->";

/** @param {string} page */
const withStill = (page) =>
  withLaterScripts(page)
    .replace(STILL, openingStill)
    .replace('data-languages=""', `data-languages="${TAGS.join(" ")}"`);

/** Files beside the pages that are not pages. */
const BESIDE = ["modules", "headscope.wasm"];

/**
 * Updates the pages in a folder. Unchanged files and the files beside the pages stay untouched.
 * @param {string} to
 */
export async function updateSite(to) {
  const fresh = `${to}.new`;
  await buildSite(fresh);
  writeChanged(fresh, to, BESIDE);
  rmSync(fresh, { recursive: true });
}
