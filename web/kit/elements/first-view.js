const REST_AFTER = 1000; // ms outside the document until memory is freed

/** Tells an element when its whole first view is rendered, so that all parts appear together. */
export class FirstView {
  #host;
  #whenRendered;
  #isThere = false;
  /** Resolves when the first view is rendered; null before `begin`. @type {Promise<void> | null} */
  rendered = null;

  /** @param {import("lit").ReactiveControllerHost} host @param {() => Promise<void>} whenRendered resolves when all parts are rendered */
  constructor(host, whenRendered) {
    this.#host = host;
    this.#whenRendered = whenRendered;
  }

  /** Call when the parts are being created. Later calls do nothing. */
  begin() {
    this.rendered ??= this.#whenRendered().then(() => {
      this.#isThere = true;
      this.#host.requestUpdate();
    });
  }

  /** Resolves when the host's updates and the whole first view are complete. @param {() => Promise<boolean>} update the host's `getUpdateComplete` without its first view */
  async complete(update) {
    await update();
    await this.rendered;
    return update();
  }

  /** Whether the whole first view is rendered. */
  get isThere() {
    return this.#isThere;
  }
}

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
