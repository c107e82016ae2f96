import { loadCore } from "../core/index.js";

/**
 * The whole core, for what the elements' smaller one has not: gradients. Loaded by the labs that ask for them; its host is rendered again when
 * it is there, and where it cannot be.
 */
export class LabCore {
  /** @type {import("../core/index.js").Core | null} */
  core = null;
  /** Why it could not be loaded. */
  trouble = "";

  /** @param {import("lit").ReactiveControllerHost} host */
  constructor(host) {
    loadCore()
      .then(
        (core) => (this.core = core),
        (error) => (this.trouble = error.message),
      )
      .then(() => host.requestUpdate());
  }
}
