import { css, html } from "lit";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { attendsMost } from "../../kit/state/attends.js";
import { roleAt } from "../../kit/state/habits.js";
import { MEANT } from "../../kit/state/quantity.js";
import { ATTENTION } from "../words.js";
import { BLANKS } from "../../kit/text/blanks.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { say, stop, messageText } from "../../kit/text/words.js";
import { Panel } from "../../kit/elements/panel.js";
import { shareSaid } from "../../kit/text/share.js";

const MOST_LETTERS = 20; // longest word in a sentence, in characters

/** Whether the page drew the weights at random. @param {string} weights */
const isDrawn = (weights) => weights === "random" || weights === "small";

/**
 * Words about attention: at the softmax, the keys that the selected token attends to; at every step, that random weights mean nothing.
 */
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
    const words = say(ATTENTION, this);
    const said = words[/** @type {"random"} */ (isDrawn(weights) ? "random" : weights)];
    if (!MEANT.includes(weights)) return html`<p>${said}</p>`;
    if (step.op !== "softmax") return html``;
    const [warning, ...more] = picture.notices;
    if (warning)
      return html`<p>
        ${messageText(warning, this)}${more.length ? words.more(more.length) : ""}${stop(this)}
      </p>`;
    const { window } = picture.own;
    return html`<p>
      ${this.#most(picture, step)} ${this.#role(picture)} ${window ? words.window(window) : ""} ${said}
    </p>`;
  }

  /** Measured role of the selected head. @param {import("../../kit/state/picture.js").Picture} picture */
  #role(picture) {
    const head = this.store?.selection.head ?? null;
    const role = head === null ? null : roleAt(picture, head);
    if (!role || head === null) return "";
    const { kind, to, weight, sentences } = role;
    return say(ATTENTION, this).role({
      name: namesOfHeads(picture, this).first(head),
      edge: say(BLANKS, this)[kind].edges[to].said,
      ...{ figure: shareSaid(weight), sentences },
    });
  }

  /** @param {import("../../kit/state/picture.js").Picture} picture @param {import("../../core/types.js").Step} step */
  #most(picture, step) {
    const most = attendsMost(picture, step, this.store?.selection.token ?? null);
    if (!most) return "";
    const { token, first, second } = most;
    return say(ATTENTION, this).most({
      token: html`<i><bdi>${shortenWord(token, MOST_LETTERS)}</bdi></i>`,
      strongest: [first, ...(second ? [second] : [])].map(({ key, head, weight }) => ({
        ...{ head: namesOfHeads(picture, this).full(head), weight: shareSaid(weight) },
        key: html`<b><bdi>${shortenWord(key, MOST_LETTERS)}</bdi></b>`,
      })),
    });
  }
}
