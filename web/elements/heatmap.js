import { html } from "lit";
import { attentionIn } from "../kit/state/quantity.js";
import { Part } from "./part.js";

/**
 * Every head's attention as a map, with its measured habit and what it adds.
 *
 * @tag mha-heatmap
 */
export class Heatmap extends Part {
  /** @type {import("./part.js").Shows} */
  static shows = {
    view: "map",
    of: attentionIn,
    panel: (store) => html`<mha-maps part="maps" .store=${store}></mha-maps>`,
  };
}
