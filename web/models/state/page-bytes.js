const EVERY = 100; // ms between two reports

/** Counts the bytes that a host sends, and reports the sum a few times a second. */
export class ByteCount {
  #tell;
  #sum = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

  /** @param {(sum: number) => void} tell */
  constructor(tell) {
    this.#tell = tell;
  }

  /** @param {number} bytes */
  add(bytes) {
    this.#sum += bytes;
    this.#timer ??= setTimeout(() => this.tell(), EVERY);
  }

  /** Reports the sum now. */
  tell() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tell(this.#sum);
  }

  reset() {
    this.#sum = 0;
    this.tell();
  }
}
