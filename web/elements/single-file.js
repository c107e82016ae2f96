/** All elements, for a page that copies one file. It speaks English; a page adds other languages by addLocale. */
export * from "./public.js";
import "./learn.js";
import "./train.js";
