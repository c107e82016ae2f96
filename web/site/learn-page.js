/** A chapter: an article with an embedded figure, like any author's, and questions. The reader's answers stay in this browser. */
import "../elements/index.js";
import "../elements/learn.js";
import { carryLast } from "./carry.js";
import "./header.js";
import { keepInAddress } from "./address.js";
import { handout } from "./handout.js";
import { inLang } from "./lang.js";
import { orUnloaded } from "./late.js";
import { asPage, isPresented } from "./present.js";
import { keepProgress, movedQuestions } from "./progress.js";

carryLast();

if (document.querySelector("mha-models")) orUnloaded("models.js", import("../elements/models.js"));
if (document.querySelector("mha-train")) orUnloaded("train.js", import("../elements/train.js"));

const figure = /** @type {import("../kit/elements/embeddable.js").Embeddable | null} */ (
  document.querySelector("#fig")
);
const { chapter = "" } = document.querySelector("main")?.dataset ?? {};
const moved = movedQuestions()[chapter] ?? {};
const place = location.hash.slice(1);
if (Object.hasOwn(moved, place)) location.replace(`${moved[place]}.html${asPage("")}#${place}`);

const check = /** @type {import("../check/elements/check.js").Check | null} */ (
  document.querySelector("mha-check")
);
const home = document.querySelector("#name")?.getAttribute("href") ?? "../";
if (check) check.pages = { bugs: `${home}bugs/${inLang("")}` };

if (figure && "toParams" in figure) keepInAddress(figure, () => false, asPage);
keepProgress(chapter);
handout();
if (document.querySelector("form.progress"))
  orUnloaded("save-progress.js", import("./save-progress.js")).then((late) => late?.offerProgressFile());
if (isPresented)
  orUnloaded("present-chapter.js", import("./present-chapter.js")).then((late) => late?.presentChapter());
