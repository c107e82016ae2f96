import { effect } from "@preact/signals-core";

/**
 * Renders an element again when a signal changes that its last rendering read. An element that was removed tracks nothing.
 */
export class Tracker {
  #host;
  /** @type {(() => void) | undefined} */
  #dispose;

  /** @param {import("lit").LitElement} host */
  constructor(host) {
    this.#host = host;
    host.addController({ hostConnected: () => host.requestUpdate(), hostDisconnected: () => this.stop() });
  }

  /** @param {() => void} render */
  run(render) {
    this.stop();
    if (!this.#host.isConnected) return render();
    let isFirst = true;
    this.#dispose = effect(() => {
      if (!isFirst) return this.#host.requestUpdate();
      isFirst = false;
      render();
    });
  }

  stop() {
    this.#dispose?.();
    this.#dispose = undefined;
  }
}
