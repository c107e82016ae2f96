/** frame-standalone.html, which contains this script and fetches no other file. */
import "../elements/languages.js";
import "../elements/public.js";
import { localeThere } from "../kit/text/locales.js";
import { say } from "../kit/text/words.js";
import { openFrame } from "./frame-page.js";
import { speaker } from "./lang.js";
import { FRAME_PAGE } from "./words.js";

openFrame(async () => {
  await localeThere(document.documentElement.lang);
  const said = document.createElement("p");
  said.role = "alert";
  said.textContent = say(FRAME_PAGE, speaker).noModels;
  return said;
});
