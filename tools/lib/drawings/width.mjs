/** Width of a picture in a chapter's text, in px; the page shows it as wide as the text. */
export const WIDTH = 400;
