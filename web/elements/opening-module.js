/** Defines <mha-opening>, in all languages of the package, with the weights of its model. */
import "./languages.js";
import "./default-model.js";
export * from "./opening.js";
