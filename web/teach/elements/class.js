import { LitElement, html, css } from "lit";
import { csvOf } from "../../kit/elements/as-table.js";
import { fileCardStyles, FileDrop } from "../../kit/elements/file-card.js";
import { isSilent, localeAt, speaks } from "../../kit/elements/language.js";
import { saveFile } from "../../kit/elements/save.js";
import { theme } from "../../kit/elements/theme.js";
import { TABLE } from "../../kit/text/files.js";
import { say } from "../../kit/text/words.js";
import { classRows, classSums, latest, mostMissed } from "../state/class-table.js";
import { atTheirChapters, handedIn } from "../state/progress-file.js";
import { CLASS } from "../words.js";

/** @import { Cell, KnownChapter, Row } from "../state/class-table.js" */
/** @import { Handed } from "../state/progress-file.js" */

/** Styles of the table of a class. */
const classStyles = css`
  .card {
    max-width: 760px;
  }
  [role="status"] {
    margin-top: 14px;
    color: var(--_muted);
    font-size: 13px;
  }
  .table {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    font-size: 13px;
  }
  th,
  td {
    padding: 5px 14px 5px 0;
    border-bottom: 1px solid var(--_hairline);
    font-weight: 400;
    text-align: start;
    vertical-align: bottom;
    white-space: nowrap;
  }
  tfoot :is(th, td) {
    border: 0;
    font-weight: 600;
  }
  /* Titles stand upright, so that a course fits on a screen. */
  .up {
    display: block;
    max-height: 190px;
    color: var(--_muted);
    writing-mode: vertical-rl;
    rotate: 180deg;
  }
  small {
    color: var(--_muted);
    font-size: 12.5px;
  }
  .none {
    color: var(--_muted);
  }
  .done {
    color: var(--_d_k);
    font-weight: 600;
  }
  h3 {
    margin: 18px 0 4px;
    font-size: 15px;
  }
  ol {
    margin: 0;
    padding-left: 24px;
  }
  li {
    padding: 2px 0;
  }
  a {
    color: inherit;
    text-underline-offset: 3px;
  }
  .after {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 14px;
  }
`;

const MISSED = 5; // questions that are listed

/** Date and minute, in the form of every language. @param {string} saved as ISO 8601 */
const timeSaid = (saved) => saved.slice(0, 16).replace("T", " ");

/** The progress of a class: takes the files that students saved in the course, and shows a table by student and chapter. */
export class ClassTable extends LitElement {
  static properties = {
    chapters: { type: Array },
    files: { state: true },
    problems: { state: true },
  };

  static styles = [theme, fileCardStyles, classStyles];

  #drop = new FileDrop(this, (files) => this.take(files));

  constructor() {
    super();
    /** Chapters of the course with their questions. @type {KnownChapter[]} */
    this.chapters = [];
    /** The read files. @type {Handed[]} */
    this.files = [];
    /** Messages about files that could not be read. @type {string[]} */
    this.problems = [];
  }

  /** Words in the element's language. */
  get locale() {
    return localeAt(this);
  }

  connectedCallback() {
    super.connectedCallback();
    speaks(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    isSilent(this);
  }

  render() {
    const words = say(CLASS, this);
    return html`<div
        class="card ${this.#drop.isOver ? "over" : ""}"
        @dragover=${this.#drop.over}
        @dragleave=${this.#drop.left}
        @drop=${this.#drop.drop}
      >
        <label for="files">${words.label}</label>
        <input
          id="files"
          type="file"
          accept=".json"
          multiple
          aria-describedby="stays"
          @change=${this.#drop.chosen}
        />
        <p class="note" id="stays">${words.stays}</p>
      </div>
      <div role="alert">${this.problems.map((problem) => html`<p>${problem}</p>`)}</div>
      <div role="status">${this.files.length ? words.caption(this.files.length) : ""}</div>
      ${this.files.length ? this.#class() : ""}`;
  }

  #class() {
    const words = say(CLASS, this);
    const rows = classRows(this.files, this.chapters);
    return html`<div class="table" role="region" tabindex="0" aria-label=${words.everybody}>
        <table>
          <thead>
            <tr>
              <th scope="col">${words.student}</th>
              ${this.chapters.map(
                ({ title }, i) =>
                  html`<th scope="col"><span class="up" lang="en">${i + 1}. ${title}</span></th>`,
              )}
              <th scope="col"><span class="up">${words.whole}</span></th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(({ student, saved, cells, total }) =>
              this.#row(
                html`<bdi>${student}</bdi> ${saved === null ? "" : html`<small>${timeSaid(saved)}</small>`}`,
                [...cells, total],
              ),
            )}
          </tbody>
          <tfoot>
            ${this.#row(words.everybody, classSums(rows))}
          </tfoot>
        </table>
      </div>
      ${this.#missed()}
      <div class="after">
        <button type="button" @click=${() => this.#save(rows)}>${say(TABLE, this).save}</button>
        <button type="button" @click=${this.#clear}>${words.clear}</button>
      </div>`;
  }

  /** @param {unknown} name @param {readonly Cell[]} cells */
  #row(name, cells) {
    const words = say(CLASS, this);
    return html`<tr>
      <th scope="row">${name}</th>
      ${cells.map(({ right, answered, asked }) => {
        if (!answered) return html`<td class="none">–</td>`;
        const open = asked - answered;
        const state = open
          ? html`<small>${words.open(open)}</small>`
          : html`<span class="done" role="img" aria-label=${words.done}>✓</span>`;
        return html`<td>${right}/${asked} ${state}</td>`;
      })}
    </tr>`;
  }

  #missed() {
    const words = say(CLASS, this);
    const missed = mostMissed(this.files, this.chapters, MISSED);
    if (!missed.length) return "";
    return html`<h3>${words.missed}</h3>
      <ol>
        ${missed.map(
          ({ chapter, id, asks, wrong, answered }) =>
            html`<li>
              <a href="../learn/${chapter.name}.html#${id}" lang="en">${asks}</a>
              <small>${words.missedBy(wrong, answered)}</small>
            </li>`,
        )}
      </ol>`;
  }

  /** Adds files to those already read. @param {readonly File[]} files */
  async take(files) {
    const words = say(CLASS, this);
    const moved = Object.fromEntries(this.chapters.map((chapter) => [chapter.name, chapter.moved ?? {}]));
    const read = await Promise.all(
      files.map(async (file) => {
        const text = await file.text().catch(() => null);
        if (text === null) return { problem: words.unread(file.name) };
        const handed = handedIn(text);
        if (!handed) return { problem: words.foreign(file.name) };
        const progress = atTheirChapters(handed.progress, moved);
        return { handed: { ...handed, progress, student: handed.student || file.name } };
      }),
    );
    this.problems = read.flatMap(({ problem }) => problem ?? []);
    this.files = latest([...this.files, ...read.flatMap(({ handed }) => handed ?? [])]);
  }

  #clear() {
    this.files = [];
    this.problems = [];
  }

  /** @param {readonly Row[]} rows */
  #save(rows) {
    const words = say(CLASS, this);
    const numbers = {
      ...{ name: "headscope-class", corner: words.student },
      columns: [...this.chapters.map(({ title }) => title), words.whole],
      rows: () =>
        rows.map(({ student, cells, total }) => [student, ...cells.map(({ right }) => right), total.right]),
    };
    saveFile([csvOf(numbers)], `${numbers.name}.csv`);
  }
}
