/**
 * Marks the document. `queried`: the link has a query, or the page's language is not English. The still of the opening is hidden, because it shows the English page of a
 * link without a query. `linked`: the link carries a state. The walk is shown at once, without the opening, so its files are preloaded. A classic script in the page's
 * head, so that it runs before anything is painted and nothing moves.
 */
{
  const ofPage = ["lang", "present"];
  const names = [...new URLSearchParams(location.search).keys()];
  const tags = document.documentElement.dataset.languages?.split(" ") ?? [];
  let kept = null;
  try {
    kept = localStorage.getItem("headscope language");
  } catch {
    // Storage is blocked: the browser's language counts.
  }
  const baseOf = (/** @type {string} */ lang) => lang.toLowerCase().split("-")[0];
  const lang = kept ?? navigator.languages.find((each) => tags.includes(baseOf(each))) ?? "en";
  if (names.length || baseOf(lang) !== "en") document.documentElement.classList.add("queried");
  if (names.some((name) => !ofPage.includes(name))) {
    document.documentElement.classList.add("linked");
    const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('[rel^="later-"]'));
    for (const link of links) link.rel = link.rel.replace("later-", "");
  }
}
