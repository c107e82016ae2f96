/** Defines the elements in all languages of the package. Does nothing outside a browser, as in server-side rendering. */
import "./languages.js";
import "./animation.js";
import "./default-model.js";
import "./language-model.js";
import "./head-circuits.js";
import "./vision-model.js";
export * from "./public.js";
