/**
 * Marks the document of a link that carries a state: such a link shows the walk at once, without the opening. Runs before the page is
 * painted, so that nothing moves; imports nothing, so that it runs early.
 */
const ofPage = ["lang", "present"];
const names = [...new URLSearchParams(location.search).keys()];
if (names.some((name) => !ofPage.includes(name))) document.documentElement.classList.add("linked");
