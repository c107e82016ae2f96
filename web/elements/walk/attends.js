import { css, html } from "lit";
import { shorten } from "../../draw/tensor-labels.js";
import { attendsMost } from "../../state/attends.js";
import { MEANT } from "../../state/quantity.js";
import { ATTENTION } from "../../text/attention.js";
import { Panel } from "../base/panel.js";

const MOST_LETTERS = 20; // of a word in a sentence

/** Whether the page drew them. @param {string} weights */
const isDrawn = (weights) => weights === "random" || weights === "small";

/** What the selected token attends to, and what is not to be read into it. */
export class Attends extends Panel {
  static styles = [
    Panel.styles,
    css`
      p {
        margin: 0;
        overflow-wrap: anywhere;
        text-wrap: pretty;
      }
    `,
  ];

  render() {
    const { picture, step: id } = this.store?.state ?? {};
    const step = picture?.step(id ?? "");
    if (!picture || !step) return html``;
    const { weights } = picture.settings;
    const said = ATTENTION[/** @type {keyof typeof ATTENTION} */ (isDrawn(weights) ? "random" : weights)];
    if (!MEANT.includes(weights)) return html`<p>${said}</p>`;
    if (step.op !== "softmax") return html``; // and about to be taken away
    const [warning, ...more] = picture.warnings;
    if (warning) return html`<p>${warning}${more.length ? ` (and ${more.length} more)` : ""}.</p>`;
    return html`<p>${this.#most(picture, step)} ${said}</p>`;
  }

  /** @param {import("../../state/picture.js").Picture} picture @param {import("../../core/types.js").Step} step */
  #most(picture, step) {
    const most = attendsMost(picture, step, this.store?.selection.token ?? null);
    if (!most) return "";
    const to = (/** @type {import("../../state/attends.js").Strongest} */ { key, head, weight }) =>
      html`to <b><bdi>${shorten(key, MOST_LETTERS)}</bdi></b> in head ${head} (${weight.toFixed(2)})`;
    const { token, first, second } = most;
    return html`<i><bdi>${shorten(token, MOST_LETTERS)}</bdi></i> attends most
      ${to(first)}${second ? [", ", to(second)] : ""}.`;
  }
}
