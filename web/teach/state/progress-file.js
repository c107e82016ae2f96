/**
 * A student's answers, as the course stores them and as a student hands them to a teacher.
 *
 * @typedef {Record<string, { answers: Record<string, boolean>, done?: boolean }>} Progress  by chapter: for each question id, whether the
 * first answer was right; done: all its questions are answered
 *
 * @typedef {Readonly<Record<string, Readonly<Record<string, string>>>>} Moved  by earlier chapter: ids of its questions that moved, with the
 * chapters that ask them now
 *
 * @typedef {object} Handed  the content of a file
 * @property {string} student  name, as the student wrote it
 * @property {string} id       random, the same in all files of a browser, because students may have the same name; "" in older files
 * @property {string} saved    date and time, ISO 8601
 * @property {Progress} progress
 */

const FORMAT = "headscope progress 1";
const LONGEST = 80; // letters of a name

/** @param {Omit<Handed, "saved">} given @param {Date} now @returns {string} */
export const progressFile = ({ student, id, progress }, now) =>
  JSON.stringify({ format: FORMAT, student, id, saved: now.toISOString(), progress }, null, 2);

/** Name of a student's file: letters and digits of any language. @param {string} student */
export const progressFileName = (student) =>
  `headscope-${
    student
      .trim()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .toLowerCase() || "progress"
  }.json`;

/** @param {string} text content of a file @returns {Handed | null} null if the file is none of the course's */
export function handedIn(text) {
  const { format, student, id, saved, progress } = objectIn(parsed(text));
  if (format !== FORMAT) return null;
  const shortText = (/** @type {unknown} */ value) =>
    typeof value === "string" ? value.slice(0, LONGEST) : "";
  return {
    ...{ student: shortText(student).trim(), id: shortText(id), saved: shortText(saved) },
    progress: progressIn(progress),
  };
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Drops invalid entries, since other code may have written them. @param {unknown} read @returns {Progress} */
export function progressIn(read) {
  const chapters = Object.entries(objectIn(read)).map(([chapter, each]) => {
    const { answers, done } = objectIn(each);
    const known = Object.entries(objectIn(answers)).filter(([, right]) => typeof right === "boolean");
    return [chapter, { answers: Object.fromEntries(known), done: done === true }];
  });
  return Object.fromEntries(chapters);
}

/**
 * The answers with questions that moved under the chapters that ask them now.
 * @param {Progress} progress
 * @param {Moved} moved
 * @returns {Progress}
 */
export function atTheirChapters(progress, moved) {
  const now = structuredClone(progress);
  for (const [chapter, places] of Object.entries(moved)) {
    const answers = Object.hasOwn(now, chapter) ? now[chapter].answers : {};
    for (const [id, to] of Object.entries(places)) {
      if (!Object.hasOwn(answers, id)) continue;
      now[to] ??= { answers: {} };
      now[to].answers[id] ??= answers[id];
      delete answers[id];
    }
  }
  return now;
}

/** @param {any} value @returns {Record<string, any>} */
const objectIn = (value) => (value && typeof value === "object" && !Array.isArray(value) ? value : {});
