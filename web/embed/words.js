import { words } from "../kit/text/words.js";

/** Words of the page that builds a figure's tag. */
export const EMBED = words("embed", {
  title: "A figure for your page",
  sentence: "sentence",
  opens: "opens at",
  others: "what else it opens at",
  layer: "layer",
  look: "look",
  around: "words around it",
  settings: "Settings",
  readers: "what readers may change",
  selection: "selection",
  /** Labels of the frame's rows, by name. */
  rows: {
    view: "show",
    controls: "controls",
    readonly: "only shows",
    theme: "theme",
    accent: "accent",
    ink: "ink",
    paper: "paper",
    font: "fonts",
    width: "width at most, px",
    alt: "a sentence for who does not see it",
    caption: "caption",
    fallback: "its picture until it is loaded",
    preview: "width",
    code: "code for",
  },
  views: {
    walk: "walk",
    heads: "heads",
    head: "one head",
    map: "map",
    memory: "memory",
    code: "code",
  },
  /** @param {string} name name of a colour */
  pick: (name) => `Pick a colour: ${name}`,
  controls: { none: "none", few: "few", all: "all" },
  themes: { "": "follow my page", light: "light", dark: "dark" },
  widths: { 340: "340", 640: "640", full: "full" },
  targets: {
    html: "HTML",
    iframe: "iframe",
    react: "React",
    mdx: "MDX",
    quarto: "Quarto",
    myst: "MyST",
    jupyter: "Jupyter",
    markdown: "Markdown image",
  },
  stands: "as it will stand in your page",
  preview: "The figure, as wide as it will stand",
  /** @param {string} name */
  copy: (name) => `Copy the code for ${name}`,
  noClipboard: "This page may not use the clipboard. Copy the code from here.",
  /** @param {string} name */
  program: (name) => `Code for ${name}`,
  downloads: "Downloads",
  /** @param {string} file */
  download: (file) => `Download ${file}`,
  link: "Link",
  /** @param {string} files */
  beside: (files) => `Beside your page there have to lie ${files}.`,
  installed: "With the package headscope installed.",
  saved: "Save the SVG beside the text.",
  /** @param {{ name: string, lost: string }} what */
  lost: ({ name, lost }) => `${name} has no way to say this: ${lost}.`,
  /** @param {string} policy */
  policy: (policy) => `It asks no other host for anything, and works under ${policy}.`,
  /** @param {string} reason */
  failed: (reason) => `That could not be made: ${reason}`,
});

/** Words about low contrast of an author's colours. */
export const CONTRAST = words("faint", {
  tones: { ink: "Ink", accent: "The accent", muted: "What is said by the way" },
  /** @param {{ tone: string, theme: string, ratio: string, least: number }} what */
  said: ({ tone, theme, ratio, least }) =>
    `${tone} is hard to see on the paper (${theme}): a contrast of ${ratio}, where ${least} is read. Choose another colour, or one theme.`,
});
