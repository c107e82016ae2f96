/** The tables of words of a language, as tools/lib/words.mjs gathers them. */
declare const locale: import("../kit/text/words.js").Locale;
export default locale;
