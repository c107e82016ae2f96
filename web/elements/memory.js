import { html } from "lit";
import { Part } from "./part.js";

/**
 * The memory behind the current step: one buffer as a row of cells, and the sum that locates an element in it.
 *
 * @tag mha-memory
 */
export class Memory extends Part {
  /** @type {import("./part.js").Shows} */
  static shows = {
    view: "memory",
    of: (picture, { step }) => picture.step(step),
    panel: (store) => html`<mha-tape part="memory" .store=${store}></mha-tape>`,
  };
}
