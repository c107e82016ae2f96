import { html } from "lit";
import { attentionIn } from "../kit/state/quantity.js";
import { Part } from "./part.js";

/**
 * One head, large: its map, its arcs, q · k product by product, and its queries and keys in two dimensions.
 *
 * @tag mha-head
 */
export class HeadElement extends Part {
  /** @type {import("./part.js").Shows} */
  static shows = {
    view: "head",
    of: attentionIn,
    panel: (store) => html`<mha-one-head part="head" .store=${store}></mha-one-head>`,
  };
}
