import { LANGUAGES, loadLanguage } from "../../../web/kit/text/code/index.js";

/** Every language that programs are written in, loaded. */
export const languages = () =>
  Promise.all(LANGUAGES.map(async ({ id, name }) => ({ ...(await loadLanguage(id)), id, name })));
