import { words } from "../kit/text/words.js";

/** Words of the page that builds a figure's tag. */
export const EMBED = words("embed", {
  title: "A figure for your page",
  sentence: "sentence",
  opens: "opens at",
  others: "more of what it opens at",
  layer: "layer",
  look: "look",
  around: "text around the figure",
  settings: "Settings",
  readers: "what readers may change",
  /** @param {number} settings @param {number} on how many of them are offered */
  more: (settings, on) => `${settings} more settings, ${on} on`,
  selection: "selection",
  /** Labels of the frame's rows, by name. */
  rows: {
    view: "show",
    part: "part",
    ending: "last word",
    controls: "controls",
    readonly: "read-only",
    theme: "theme",
    accent: "accent",
    ink: "ink",
    paper: "paper",
    font: "fonts",
    width: "maximum width, px",
    alt: "text alternative",
    caption: "caption",
    fallback: "picture while loading",
    src: "folder of the model",
    text: "sentence",
    second: "second sentence",
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
    opening: "opening",
    models: "a language model",
  },
  /** Parts of the element that shows a language model. */
  parts: {
    "": "all",
    text: "sentence",
    heads: "heads",
    head: "one head",
    ablation: "ablation",
    writes: "what it writes",
    pair: "two sentences",
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
    myst: "MyST for Sphinx",
    directive: "MyST",
    jupyter: "Jupyter",
    markdown: "Markdown image",
  },
  stands: "as your readers will see it",
  preview: "The figure at its width in your page",
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
  beside: (files) => `Put ${files} in the folder of your page.`,
  installed: "Install the package headscope.",
  saved: "Put the SVG in the folder of your text.",
  /** @param {{ name: string, lost: string }} what */
  lost: ({ name, lost }) => `${name} cannot express: ${lost}.`,
  /** @param {string} policy */
  policy: (policy) => `The figure sends no request to other hosts, and works under ${policy}.`,
  /** @param {string} reason */
  failed: (reason) => `The file could not be made: ${reason}`,
});

/** Words about low contrast of an author's colours. */
export const CONTRAST = words("faint", {
  tones: { ink: "Ink", accent: "The accent", muted: "Secondary text" },
  /** @param {{ tone: string, theme: string, ratio: string, least: number }} what */
  said: ({ tone, theme, ratio, least }) =>
    `${tone} is hard to see on the paper (${theme}): its contrast is ${ratio}, and ${least} is needed. Choose another colour, or one theme.`,
});
