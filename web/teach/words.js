import { words } from "../kit/text/words.js";

/** Words of the table of a class. */
export const CLASS = words("teach", {
  label: "Progress files of your students",
  stays: "Choose several at once, or drop them here. The files stay in this browser.",
  student: "student",
  whole: "all",
  everybody: "the class",
  /** @param {number} students */
  caption: (students) =>
    `${students} ${students === 1 ? "student" : "students"}: questions right at the first try, of the chapter’s questions`,
  done: "every question answered",
  /** @param {number} open */
  open: (open) => `${open} open`,
  missed: "Most often wrong",
  /** @param {number} wrong @param {number} answered */
  missedBy: (wrong, answered) => `wrong for ${wrong} of ${answered}`,
  clear: "Remove the files",
  /** @param {string} file */
  foreign: (file) =>
    `${file} holds no progress; students write it in Learn with “Save my answers for a teacher”.`,
  /** @param {string} file */
  unread: (file) => `${file} could not be read.`,
});
