import { html, inMarkup } from "./markup.js";

/** @import { Figure } from "./figure.js" */

/** A complete page with a figure, for a file; loaded when it is saved. @param {Figure} figure @param {string} lang */
export const page = (figure, lang) => `<!doctype html>
<html lang="${inMarkup(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${inMarkup(figure.said)}</title>
</head>
<body>
${html(figure)}</body>
</html>
`;
