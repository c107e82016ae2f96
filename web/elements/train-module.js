/** Defines <mha-train>, in all languages that come with it. */
import "./languages.js";
export * from "./train.js";
