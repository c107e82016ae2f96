import { html } from "lit";
import { Part } from "./part.js";

/**
 * The layer as a program, at the current step, in the language that the reader chooses.
 *
 * @tag mha-program
 */
export class Program extends Part {
  /** @type {import("./part.js").Shows} */
  static shows = {
    view: "code",
    panel: (store) => html`<mha-code part="code" .store=${store}></mha-code>`,
  };

  get isStill() {
    return false; // a program has no picture to export
  }
}
