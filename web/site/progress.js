import { atTheirChapters, progressIn } from "../teach/state/progress-file.js";

/**
 * The reader's answers, kept only in this browser. A chapter is done when all its questions are answered.
 *
 * @typedef {import("../teach/state/progress-file.js").Progress} Progress
 */

const PLACE = "headscope learn 1";
const STUDENT = "headscope student 1";

/** Questions that moved to other chapters, as the page's list of chapters says. @returns {import("../teach/state/progress-file.js").Moved} */
export function movedQuestions() {
  const chapters = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".list [data-moved]"));
  return Object.fromEntries(
    Array.from(chapters, ({ dataset }) => [dataset.chapter, JSON.parse(dataset.moved ?? "{}")]),
  );
}

/** @returns {Progress} empty if nothing is stored, storage is blocked, or the content is invalid */
export function keptProgress() {
  try {
    return atTheirChapters(progressIn(JSON.parse(localStorage.getItem(PLACE) ?? "{}")), movedQuestions());
  } catch {
    return {};
  }
}

/** The random id of this browser's student, made when it is first needed; another one each time if storage is blocked. */
export function keptStudentId() {
  const made = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join("");
  try {
    const id = localStorage.getItem(STUDENT) ?? made;
    localStorage.setItem(STUDENT, id);
    return id;
  } catch {
    return made;
  }
}

/** @param {Progress} progress */
function keep(progress) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(progress));
  } catch {
    // Storage is blocked: the course works without it.
  }
}

function forget() {
  try {
    localStorage.removeItem(PLACE);
    localStorage.removeItem(STUDENT);
  } catch {
    // nothing is stored
  }
}

/** Ticks finished chapters, and stores answers of this one. @param {string | undefined} chapter */
export function keepProgress(chapter) {
  tick();
  if (chapter) note(chapter);
  document.querySelector("#forget")?.addEventListener("click", () => {
    forget();
    tick();
  });
  addEventListener("storage", ({ key }) => {
    if (key === PLACE || key === null) tick(); // another tab stored an answer, or cleared the storage
  });
}

/** @param {string} chapter */
function note(chapter) {
  document.addEventListener("answer", (event) => {
    const question = /** @type {HTMLElement} */ (event.target);
    const { right } = /** @type {CustomEvent<{ right: boolean }>} */ (event).detail;
    const progress = keptProgress();
    const { answers = {} } = progress[chapter] ?? {};
    answers[question.id] ??= right;
    const asked = [...document.querySelectorAll("article mha-predict")];
    progress[chapter] = { answers, done: asked.every(({ id }) => id in answers) };
    keep(progress);
    tick();
  });
}

/** The words of an element's `data-said`, with numbers in the place of `{}`. @param {HTMLElement} element @param {...number} numbers */
const filled = ({ dataset }, ...numbers) =>
  (dataset.said ?? "").replaceAll("{}", () => String(numbers.shift()));

/** Shows what was answered, and where to go on. */
function tick() {
  const progress = keptProgress();
  const items = [
    .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".list [data-chapter]")),
  ];
  const answeredIn = (/** @type {HTMLElement} */ { dataset }) =>
    Object.keys(progress[dataset.chapter ?? ""]?.answers ?? {}).length;
  const isDone = (/** @type {HTMLElement} */ item) =>
    progress[item.dataset.chapter ?? ""]?.done === true || answeredIn(item) >= Number(item.dataset.questions);
  for (const item of items) {
    item.classList.toggle("done", isDone(item));
    const answered = answeredIn(item);
    const said = /** @type {HTMLElement | null} */ (item.querySelector(".answered")); // only the index of chapters shows counts
    if (said) said.textContent = answered ? filled(said, answered, Number(item.dataset.questions)) : "";
  }
  const isBegun = Object.keys(progress).length > 0;
  const begin = /** @type {HTMLAnchorElement | null} */ (document.querySelector("#begin"));
  const next = isBegun ? items.findIndex((item) => !isDone(item)) : -1;
  if (begin) {
    begin.dataset.start ??= begin.textContent;
    begin.textContent = next < 0 ? begin.dataset.start : filled(begin, next + 1);
    begin.href = `${items[Math.max(0, next)].dataset.chapter}.html`;
  }
  const note = /** @type {HTMLElement | null} */ (document.querySelector(".progress"));
  if (note) note.hidden = !isBegun;
}
