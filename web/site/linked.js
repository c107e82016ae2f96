/**
 * Runs before the page is painted: a link that carries a state shows the walk at once, without the opening. A classic script without
 * imports, so that nothing is waited for.
 */
{
  const ofPage = ["lang", "present"];
  const names = [...new URLSearchParams(location.search).keys()];
  if (names.some((name) => !ofPage.includes(name))) document.documentElement.classList.add("linked");
}
