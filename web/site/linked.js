/**
 * Marks the document of a link with a query, which the still of the opening does not show, and of a link that carries a state: such a link
 * shows the walk at once, without the opening, so its files are preloaded too. A classic script in the page's head, so that it runs before
 * anything is painted and nothing moves.
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
