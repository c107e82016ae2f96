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
