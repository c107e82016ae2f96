/** The hosted page with models of the hub. The browser's Back goes from a layer to all heads. */
import "../elements/models.js";
import "./header.js";

const models = /** @type {import("../elements/models.js").Models} */ (document.querySelector("mha-models"));

models.addEventListener("enter", () => history.pushState(null, ""));
models.addEventListener("leave", (event) => {
  event.preventDefault();
  history.back();
});
addEventListener("popstate", () => void models.back());
