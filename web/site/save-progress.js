import { saveFile } from "../kit/elements/save.js";
import { progressFile, progressFileName } from "../teach/state/progress-file.js";
import { keptProgress, keptStudentId } from "./progress.js";

/** Lets the reader save the answers as a file, for a teacher. */
export function offerProgressFile() {
  const form = document.querySelector("form.progress");
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const student = /** @type {HTMLInputElement} */ (document.querySelector("#student")).value;
    const given = { student, id: keptStudentId(), progress: keptProgress() };
    saveFile([progressFile(given, new Date())], progressFileName(student));
  });
}
