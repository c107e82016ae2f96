import { html } from "lit";
import { attentionIn } from "../kit/state/quantity.js";
import { Part } from "./part.js";

/**
 * The attention of every head as a map, with its measured habit and contribution.
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
