/** The languages that come with the page beside English, each a file that is loaded when it is asked for. @type {Readonly<Record<string, import("./words.js").Locale>>} */
export const FOREIGN = {
  zh: { parts: { lang: () => import("./zh/index.js") } },
  fr: { parts: { lang: () => import("./fr/index.js") } },
};
