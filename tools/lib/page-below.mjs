import { withLaterScripts } from "./module-preloads.mjs";

/**
 * A page in a subfolder of the site, with the common head and header. Its text stands in the markup, so the scripts have a low priority, and
 * the core is not preloaded: the styles, which the text needs, come first.
 * @param {(name: string) => string} part returns a part of all pages by name
 * @param {string} folder folder of the page, such as "learn"; the header marks its link
 * @param {{ lang?: string, translations?: readonly string[] }} [languages] of the page, which is in a folder below if it is not English; and all languages that it is written in
 * @returns {(page: { title: string, description: string, head: string, body: string }) => string}
 */
export function pageBelow(part, folder, { lang = "en", translations } = {}) {
  const up = lang === "en" ? "../" : "../../";
  const above = (/** @type {string} */ html) =>
    html.replace(/\b(href|src)="(?!#|\w+:)(?:\.\/)?/g, `$1="${up}`);
  const header = above(part("header")).replace(
    `<a href="${up}${folder}/"`,
    '<a href="./" aria-current="page"',
  );
  const written = translations ? ` data-translations="${translations.join(" ")}"` : "";
  return ({ title, description, head, body }) => `<!doctype html>
<html lang="${lang}"${written}>
  <head>
    ${above(part("head"))}
    ${withLaterScripts(above(head))}
    <meta name="description" content="${description}" />
    <title>${title}</title>
  </head>
  <body>
    ${header}
    ${body}
  </body>
</html>
`;
}
