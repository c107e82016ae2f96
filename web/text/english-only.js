/** In place of foreign.js where a page is one file: its author adds a language with addLocale. */
export const FOREIGN = {};
