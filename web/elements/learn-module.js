/** Defines the elements that stand beside a figure in a lesson, in all languages that come with them. */
import "./languages.js";
export * from "./learn.js";
