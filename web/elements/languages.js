/** Registers the languages of the package besides English. Their words load on demand. */
import { offerLocale } from "../kit/text/locales.js";
import offers from "#words/parts";

for (const [lang, parts] of Object.entries(offers)) offerLocale(lang, parts);
