const REST_AFTER = 1000; // ms out of the document

/** Loads an element when it is near the viewport, and lets it rest when it has left the document for good, not to be put elsewhere. */
export class Presence {
  /** @type {IntersectionObserver | null} */
  #near = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  #host;
  #load;
  #rest;

  /** @param {HTMLElement} host @param {{ load: () => void, rest: () => void }} how */
  constructor(host, { load, rest }) {
    this.#host = host;
    this.#load = load;
    this.#rest = rest;
  }

  /** The host is in the document. @param {boolean} now whether it loads wherever it stands */
  come(now) {
    clearTimeout(this.#resting);
    if (now) return this.#load();
    this.#near = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        this.#near?.disconnect();
        this.#load();
      },
      { rootMargin: "600px" },
    );
    this.#near.observe(this.#host);
  }

  /** The host is out of the document. */
  leave() {
    this.#near?.disconnect();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#host.isConnected || this.#rest(), REST_AFTER);
  }
}
