import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { escaped } from "../../web/kit/text/escaped.js";
import { run } from "./run.mjs";
import { filesBelow } from "./stamp.mjs";

/** Files of dist/ that a page can load from a CDN, because they need no other file. */
export const SINGLE_FILES = ["headscope.js", "headscope.iife.js", "study.iife.js", "core.js", "anywidget.js"];

/** A CDN that serves the files of npm packages. */
const CDN = "https://cdn.jsdelivr.net/npm";

/** @param {string} version @param {string} file in dist/ */
export const cdnAddress = (version, file) => `${CDN}/headscope@${version}/dist/${file}`;

/** The integrity of a file, as browsers check it. @param {string | Uint8Array} bytes */
export const integrityOf = (bytes) => `sha384-${createHash("sha384").update(bytes).digest("base64")}`;

/** @param {string} dist @returns {Record<string, string>} the integrity of each single file */
export const integrities = (dist) =>
  Object.fromEntries(SINGLE_FILES.map((name) => [name, integrityOf(readFileSync(path.join(dist, name)))]));

/** The sums of files, in the format of `sha256sum`, by name without a folder, as readers download them. @param {readonly string[]} files */
export const checksums = (files) => files.map((file) => `${sumOf(file)}  ${path.basename(file)}\n`).join("");

/** @param {string} file */
const sumOf = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");

/**
 * Scripts from a CDN, as markup: the elements as a module, and as a classic script.
 * @param {string} version @param {Record<string, string>} integrity of each single file
 */
export const cdnLines = (version, integrity) =>
  [
    ["headscope.js", ' type="module"'],
    ["headscope.iife.js", ""],
  ].map(
    ([name, type]) =>
      `<script${type} src="${cdnAddress(version, name)}" integrity="${integrity[name]}" crossorigin="anonymous"></script>`,
  );

const BLOCK = /(?<=<!-- cdn -->)[^]*?(?=<!-- \/cdn -->)/;

/**
 * A page of the documentation with the lines of a CDN between its markers.
 * @param {string} text as Markdown or HTML
 * @param {readonly string[]} lines
 * @param {"md" | "html"} format
 */
export function withCdnLines(text, lines, format) {
  if (!BLOCK.test(text)) throw new Error("The page has no markers <!-- cdn --> and <!-- /cdn -->");
  const code = lines.join("\n");
  const block = {
    md: `\n\n\`\`\`html\n${code}\n\`\`\`\n\n`,
    html: `\n<pre tabindex="0"><code>${escaped(code)}</code></pre>\n`,
  }[format];
  return text.replace(BLOCK, () => block);
}

/**
 * The first code block of a language in a Markdown text.
 * @param {string} text @param {string} language
 */
export function firstBlock(text, language) {
  const found = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "m").exec(text)?.[1];
  if (!found) throw new Error(`The text has no code block of ${language}`);
  return found;
}

/** Archives a folder: entries in order of their names, of no owner. Arguments: the file, the folder. */
const ARCHIVE = `
import sys, tarfile

def plain(entry):
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mtime = int(entry.mtime)
    return entry

with tarfile.open(sys.argv[1], "w:gz") as archive:
    archive.add(sys.argv[2], ".", filter=plain)
`;

/** Archives a folder by Python, since the options of tar differ between systems. @param {string} python @param {string} file .tar.gz @param {string} folder */
export const archive = (python, file, folder) =>
  run(python, ["-I", "-c", ARCHIVE, file, folder], { what: "The site could not be archived" });

/** The sum of each file of a folder, by path. @param {string} folder */
export const sumsBelow = (folder) =>
  new Map(filesBelow(folder).map((file) => [path.relative(folder, file), sumOf(file)]));
