/** Defines the elements, in all languages that come with them. Outside a browser, as during server-side rendering, it does nothing. */
import "./languages.js";
export * from "./public.js";
