/**
 * A page in a subfolder of the site, with the common head and header.
 * @param {(name: string) => string} part returns a part of all pages by name
 * @param {string} folder folder of the page, such as "learn"; the header marks its link
 * @returns {(page: { title: string, description: string, head: string, body: string }) => string}
 */
export function pageBelow(part, folder) {
  const above = (/** @type {string} */ html) => html.replace(/\b(href|src)="(?!#|\w+:)(?:\.\/)?/g, '$1="../');
  const header = above(part("header")).replace(`<a href="../${folder}/"`, '<a href="./" aria-current="page"');
  return ({ title, description, head, body }) => `<!doctype html>
<html lang="en">
  <head>
    ${above(part("head"))}
    ${above(head)}
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
