/** A chapter: an article with an embedded figure, like any author's, and questions. The reader's answers stay in this browser. */
import "../elements/index.js";
import "../elements/learn.js";
import { carryLast } from "./carry.js";
import "./header.js";
import { keepInAddress } from "./address.js";
import { handout } from "./handout.js";
import { asPage, isPresented } from "./present.js";
import { keepProgress } from "./progress.js";

carryLast();

if (document.querySelector("mha-train"))
  import("../elements/train.js").catch(() =>
    dispatchEvent(new CustomEvent("unloaded", { detail: "train.js" })),
  );

const figure = /** @type {import("../kit/elements/embeddable.js").Embeddable | null} */ (
  document.querySelector("#fig")
);
const chapter = document.querySelector("main")?.dataset.chapter;

if (figure && "toParams" in figure) keepInAddress(figure, () => false, asPage);
keepProgress(chapter);
handout();
if (document.querySelector("form.progress"))
  import("./save-progress.js").then(({ offerProgressFile }) => offerProgressFile());
if (isPresented) import("./present-chapter.js").then(({ presentChapter }) => presentChapter());
