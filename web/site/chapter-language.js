/**
 * Leads from a page of the course to its translation: into the language of the link, or else the one that the reader chose, or the browser's. A translation follows its
 * own address, so it leads away only if the link or the header names another language. A classic script in the page's head, so that it runs before anything is painted.
 */
{
  const page = document.documentElement;
  const written = page.lang;
  const translations = page.dataset.translations?.split(" ") ?? [];
  const baseOf = (/** @type {string} */ lang) => lang.toLowerCase().split("-")[0];

  /** @param {string} lang */
  const lead = (lang) => {
    const wanted = baseOf(lang);
    if (wanted === written || !translations.includes(wanted)) return;
    const up = written === "en" ? "" : "../";
    const folder = wanted === "en" ? "" : `${wanted}/`;
    const file = location.pathname.split("/").pop();
    location.replace(`${up || "./"}${folder}${file}${location.search}${location.hash}`);
  };

  const keptChoice = () => {
    try {
      return localStorage.getItem("headscope language");
    } catch {
      return null; // storage is blocked
    }
  };

  const ofReader = () =>
    keptChoice() ?? navigator.languages.find((each) => translations.includes(baseOf(each))) ?? "en";
  const asked = new URLSearchParams(location.search).get("lang");
  lead(asked ?? (written === "en" ? ofReader() : written));

  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.id === "language") lead(target.value);
  });
}
