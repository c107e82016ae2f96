import { onLocale } from "../kit/text/locales.js";
import { speaker } from "./lang.js";

/**
 * Says words of the markup that have their key in an attribute, now and whenever the language changes.
 * @param {string} attribute @param {(key: string, speaker: import("../kit/text/words.js").Localized) => string} textOf
 */
export function sayKeys(attribute, textOf) {
  const sayAll = () => {
    for (const each of document.querySelectorAll(`[${attribute}]`))
      each.textContent = textOf(each.getAttribute(attribute) ?? "", speaker);
  };
  onLocale(sayAll);
  new MutationObserver(sayAll).observe(document.documentElement, { attributeFilter: ["lang"] });
  sayAll();
}
