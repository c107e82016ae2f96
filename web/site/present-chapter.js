import { markPresented, onTurn } from "./present.js";

/** A presented chapter: arrows or the space bar reveal the text part by part; the next chapter follows. */
export function presentChapter() {
  markPresented();
  const pieces = [...document.querySelectorAll("article > :not(.link)")];
  let shown = 1;
  const show = () => {
    pieces.forEach((piece, i) => piece.classList.toggle("waits", i >= shown));
    pieces[shown - 1]?.scrollIntoView({ block: "nearest" });
  };
  const turn = (/** @type {string} */ rel) => {
    const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector(`.turn [rel=${rel}]`));
    if (link) location.href = `${link.getAttribute("href")}?present`;
  };
  onTurn(
    (by) => {
      if (by > 0 && shown === pieces.length) return turn("next");
      if (by < 0 && shown === 1) return turn("prev");
      shown += by;
      show();
    },
    ({ target }) => target === document.body, // the focused element handles its own keys
  );
  show();
}
