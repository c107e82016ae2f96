/** Defines <mha-models>, in all languages of the package. */
import "./languages.js";
export * from "./models.js";
