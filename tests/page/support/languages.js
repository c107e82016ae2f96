import { LANGUAGES, loadLanguage } from "../../../web/kit/text/code/index.js";

/** Loads every language of programs. */
export const languages = () =>
  Promise.all(LANGUAGES.map(async ({ id, name }) => ({ ...(await loadLanguage(id)), id, name })));
