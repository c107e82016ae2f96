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
