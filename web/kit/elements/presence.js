const REST_AFTER = 1000; // ms outside the document until memory is freed

/** Loads an element when it is near the viewport, and frees its memory when it has been outside the document for a while. */
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

  /** To be called when the host is connected. @param {boolean} now whether to load regardless of the position */
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

  /** To be called when the host is disconnected. */
  leave() {
    this.#near?.disconnect();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#host.isConnected || this.#rest(), REST_AFTER);
  }
}
