/** Defines <mha-opening>, in all languages of the package, with its numbers and the weights of its model. */
import "./languages.js";
import "./default-model.js";
import "./stored-opening.js";
export * from "./opening.js";
