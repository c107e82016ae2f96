import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./paths.mjs";
import { minifiedStyles } from "./styles.mjs";

/** The name of the page for iframes that contains its script, without an ending. */
export const STANDALONE_FRAME = "frame-standalone";

/**
 * Writes frame-standalone.html: frame.html with its styles and its script inside, and the wasm in the script. Modules and fetched files need CORS
 * headers in a sandboxed iframe, and cannot be read from a file; a classic script in the page needs neither. The script's file is removed.
 * @param {string} dist folder with the script, frame-standalone.js
 */
export function inlineFrameScript(dist) {
  const script = path.join(dist, `${STANDALONE_FRAME}.js`);
  const styles = minifiedStyles(readFileSync(inRoot("web/site/frame.css"), "utf8")).trim();
  const page = readFileSync(inRoot("web/site/frame.html"), "utf8")
    .replace(/^ *<(link|script)\b.*\n/gm, "")
    .replace("  </head>", () => `    <style>${styles}</style>\n  </head>`)
    .replace("  </body>", () => `    <script>${inMarkup(readFileSync(script, "utf8"))}</script>\n  </body>`);
  writeFileSync(path.join(dist, `${STANDALONE_FRAME}.html`), page);
  rmSync(script);
}

/** A script that ends where its element ends: in strings, comments and patterns, these letters mean the same with an escape. @param {string} code */
const inMarkup = (code) => code.trim().replace(/<(?=\/script|!--)/gi, "\\x3c");
