/** Defines <mha-train>, in all languages of the package. */
import "./languages.js";
export * from "./train.js";
