/**
 * Marks the document. `queried`: the link has a query. The still of the opening is hidden, because it shows the page of a link without a query.
 * `linked`: the link carries a state. The walk is shown at once, without the opening, so its files are preloaded. A classic script in the page's head, so that it
 * runs before anything is painted and nothing moves.
 */
{
  const ofPage = ["lang", "present"];
  const names = [...new URLSearchParams(location.search).keys()];
  if (names.length) document.documentElement.classList.add("queried");
  if (names.some((name) => !ofPage.includes(name))) {
    document.documentElement.classList.add("linked");
    const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('[rel^="later-"]'));
    for (const link of links) link.rel = link.rel.replace("later-", "");
  }
}
