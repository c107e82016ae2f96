import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { EMBEDDABLE, oembed } from "../../web/embed/oembed.js";
import { inMarkup } from "../../web/embed/state/markup.js";

/**
 * Writes the oEmbed answers for the pages with figures as oembed/NAME.json, and links to them in the heads of the pages. A static host cannot
 * read queries, so that each answer is that of the page as it opens.
 * @param {string} to folder of the site @param {string} site its address; without one, nothing is written
 */
export function writeOembed(to, site) {
  if (!site) return;
  mkdirSync(path.join(to, "oembed"), { recursive: true });
  for (const file of Object.keys(EMBEDDABLE)) {
    const answer = /** @type {import("../../web/embed/oembed.js").Rich} */ (
      oembed(`${site}${file}`, { site })
    );
    const name = `oembed/${file.replace(/html$/, "json")}`;
    writeFileSync(path.join(to, name), `${JSON.stringify(answer, null, 2)}\n`);
    const page = path.join(to, file);
    const link = `<link rel="alternate" type="application/json+oembed" href="${inMarkup(site + name)}" title="${inMarkup(answer.title)}" />`;
    writeFileSync(
      page,
      readFileSync(page, "utf8").replace("  </head>", () => `    ${link}\n  </head>`),
    );
  }
}
