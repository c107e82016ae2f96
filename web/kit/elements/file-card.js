import { css } from "lit";

/** Takes the files that a reader drops on a card, or chooses in its field. */
export class FileDrop {
  /** Whether files are dragged over the card. */
  isOver = false;
  #host;
  #take;

  /** @param {import("lit").LitElement} host element with the card @param {(files: readonly File[]) => Promise<void>} take  gets at least one file */
  constructor(host, take) {
    this.#host = host;
    this.#take = take;
  }

  /** @param {Event} event of the field */
  chosen = (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const files = [...(input.files ?? [])];
    if (files.length) this.#take(files).finally(() => (input.value = "")); // lets the reader choose the same file again
  };

  /** @param {DragEvent} event */
  over = (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.#mark(true);
  };

  left = () => this.#mark(false);

  /** @param {DragEvent} event */
  drop = (event) => {
    this.#mark(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!files.length) return;
    event.preventDefault();
    this.#take(files);
  };

  /** @param {boolean} isOver */
  #mark(isOver) {
    this.isOver = isOver;
    this.#host.requestUpdate();
  }
}

/** Styles of a card for chosen or dropped files, with a note below the field and a message about an unreadable file. */
export const fileCardStyles = css`
  .card {
    padding: 14px 18px 16px;
    border: 1px dashed var(--_edge);
    border-radius: 9px;
    background: var(--_card);
  }
  .card.over {
    border-color: var(--_ink);
    background: var(--_paper);
  }
  label {
    display: block;
    margin-bottom: 8px;
    font-size: 16px;
    font-weight: 600;
  }
  input {
    max-width: 100%;
    min-height: 32px;
    font: inherit;
  }
  input::file-selector-button,
  button {
    min-height: 32px;
    margin: 0 8px 0 0;
    padding: 3px 12px;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: var(--_card);
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .note {
    margin: 8px 0 0;
    color: var(--_muted);
    font-size: 13px;
  }
  [role="alert"] {
    margin: 12px 0 0;
    overflow-wrap: anywhere;
    color: var(--_T);
  }
  [role="alert"]:empty {
    margin: 0;
  }
  @media print {
    .card {
      display: none;
    }
  }
`;
