/** The languages that come with the page beside English, each a file that is loaded when it is asked for. @type {Readonly<Record<string, () => Promise<{ default: import("./words.js").Locale }>>>} */
export const FOREIGN = {
  zh: () => import("./zh/index.js"),
  fr: () => import("./fr/index.js"),
};
