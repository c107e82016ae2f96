/** The parts of each language, as tools/lib/words.mjs lists them. */
declare const offers: Readonly<Record<string, readonly import("../kit/text/locales.js").Part[]>>;
export default offers;
