/** Message of a page if one of its scripts fails to load. Imports nothing, so that it works when other modules are missing. */

const WORDS = {
  en: {
    failed: (/** @type {string} */ name) =>
      `This page could not be loaded: ${name}, or a script that it needs, did not arrive.`,
    again: "Try again",
  },
  fr: {
    failed: (/** @type {string} */ name) =>
      `Cette page n’a pas pu être chargée : ${name}, ou un script dont il a besoin, n’est pas arrivé.`,
    again: "Réessayer",
  },
  zh: {
    failed: (/** @type {string} */ name) => `本页无法加载：${name} 或它所需的脚本没有到达。`,
    again: "重试",
  },
};

addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement) say(target.src);
  },
  true, // load errors of scripts do not bubble
);

addEventListener("unloaded", (event) => say(/** @type {CustomEvent<string>} */ (event).detail)); // modules that a page loads later

/** @param {string} address address of a script */
function say(address) {
  const lang = new URLSearchParams(location.search).get("lang") ?? "en";
  const { failed, again } = WORDS[/** @type {"en"} */ (Object.hasOwn(WORDS, lang) ? lang : "en")];
  const said = document.createElement("p");
  said.id = "failed";
  said.role = "alert";
  const button = document.createElement("button");
  button.textContent = again;
  button.addEventListener("click", () => location.reload());
  said.append(`${failed(address.slice(address.lastIndexOf("/") + 1))} `, button);
  document.querySelector("#failed")?.remove();
  (document.querySelector("main") ?? document.body).prepend(said); // a page for iframes has no main
  document.documentElement.classList.add("failed");
}
