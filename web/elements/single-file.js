/** All elements in a single file. It speaks English; pages add other languages by addLocale(). */
export * from "./public.js";
import "./learn.js";
import "./opening.js";
import "./train.js";
