/** Defines the elements for lessons, in all languages of the package. */
import "./languages.js";
export * from "./learn.js";
