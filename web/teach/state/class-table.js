/**
 * The progress of a class as a table: a row a student, a column a chapter.
 *
 * @typedef {import("./progress-file.js").Handed} Handed
 *
 * @typedef {object} KnownChapter  a chapter of this course
 * @property {string} name
 * @property {string} title
 * @property {readonly { id: string, asks: string }[]} questions
 * @property {Readonly<Record<string, string>>} [moved]  ids of earlier questions, with the chapters that ask them now
 *
 * @typedef {{ right: number, answered: number, asked: number }} Cell  counts of questions; right: at the first try
 * @typedef {{ student: string, saved: string | null, cells: Cell[], total: Cell }} Row  saved: when, if another student has the same name
 * @typedef {{ chapter: KnownChapter, id: string, asks: string, wrong: number, answered: number }} Missed  counts of students
 */

/**
 * One file a student: the one saved last. A student is a name and the id of a browser. Files without an id, of older courses, stay apart
 * unless they are equal, because two students may have one name. In the order of names, then of time.
 * @param {readonly Handed[]} files @returns {Handed[]}
 */
export function latest(files) {
  const inTime = [...files].sort((a, b) => a.saved.localeCompare(b.saved));
  const keyOf = (/** @type {Handed} */ file) =>
    JSON.stringify(file.id ? [file.student, file.id] : [file.student, file.saved, file.progress]);
  return [...new Map(inTime.map((each) => [keyOf(each), each])).values()].sort(
    (a, b) => a.student.localeCompare(b.student) || a.saved.localeCompare(b.saved),
  );
}

/** Answers to questions that the course does not have are left out. @param {readonly Handed[]} files @param {readonly KnownChapter[]} chapters @returns {Row[]} */
export const classRows = (files, chapters) =>
  files.map(({ student, saved, progress }) => {
    const isAlone = files.filter((other) => other.student === student).length === 1;
    const cells = chapters.map(({ name, questions }) => {
      const answers = Object.hasOwn(progress, name) ? progress[name].answers : {};
      const given = questions.filter(({ id }) => Object.hasOwn(answers, id));
      const right = given.filter(({ id }) => answers[id]);
      return { right: right.length, answered: given.length, asked: questions.length };
    });
    return { student, saved: isAlone ? null : saved, cells, total: sum(cells) };
  });

/** The class as a whole, for each column. @param {readonly Row[]} rows @returns {Cell[]} with the total at the end */
export const classSums = (rows) =>
  [...rows[0].cells, rows[0].total].map((_, column) =>
    sum(rows.map(({ cells, total }) => cells[column] ?? total)),
  );

/** @param {readonly Cell[]} cells @returns {Cell} */
const sum = (cells) =>
  cells.reduce(
    (all, cell) => ({
      right: all.right + cell.right,
      answered: all.answered + cell.answered,
      asked: all.asked + cell.asked,
    }),
    { right: 0, answered: 0, asked: 0 },
  );

/**
 * The questions that most students got wrong at the first try.
 * @param {readonly Handed[]} files @param {readonly KnownChapter[]} chapters @param {number} most  number of questions
 * @returns {Missed[]}
 */
export function mostMissed(files, chapters, most) {
  const all = chapters.flatMap((chapter) =>
    chapter.questions.map(({ id, asks }) => {
      const given = files.map(({ progress }) => progress[chapter.name]?.answers[id]);
      const answered = given.filter((right) => right !== undefined).length;
      return { chapter, id, asks, answered, wrong: given.filter((right) => right === false).length };
    }),
  );
  return all
    .filter(({ wrong }) => wrong > 0)
    .sort((a, b) => b.wrong - a.wrong || a.answered - b.answered)
    .slice(0, most);
}
