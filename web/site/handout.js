import { say } from "../kit/text/words.js";
import { PREDICT } from "../learn/words/index.js";

/** @typedef {import("../learn/elements/predict.js").Predict} Predict */

/** On paper all questions are open, with their answers at the end. */
export function handout() {
  const end = document.createElement("section");
  end.className = "answers";
  addEventListener("beforeprint", () => {
    const asked = /** @type {Predict[]} */ ([...document.querySelectorAll("article mha-predict")]);
    const told = asked.flatMap(({ told: each }) => (each ? [each] : []));
    const title = document.createElement("h2");
    title.textContent = say(PREDICT, asked[0]).answers;
    const list = document.createElement("ol");
    list.append(
      ...told.map(({ asks, answer, why }) => {
        const item = document.createElement("li");
        item.textContent = `${asks} — ${why.startsWith(answer) ? "" : `${answer}. `}${why}`;
        return item;
      }),
    );
    end.replaceChildren(...(told.length ? [title, list] : []));
    document.querySelector("main")?.append(end);
  });
  addEventListener("afterprint", () => end.remove());
}
