import { html } from "lit";
import { explain } from "../text/glossary.js";

/** @type {import("./note.js").NoteFor} */
export function noteFor(_store, mark, speaker) {
  const said = explain(mark, speaker);
  return said && html`<p><b>${said.name}</b> ${said.meaning}</p>`;
}
