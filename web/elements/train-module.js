/** Defines <mha-train>, in all languages that come with it. */
import "../text/foreign.js";
export * from "./train.js";
