import { css, html } from "lit";
import { headNamed, headsOf, nameOf } from "../../state/train/removal.js";
import { arcsIn } from "../../state/train/arcs.js";
import { TRAIN } from "../../text/train.js";
import { TrainPanel } from "./train-panel.js";

/** Any head, of any layer and moment, in the pages that show one layer through. */
export class LookInside extends TrainPanel {
  static styles = [
    TrainPanel.styles,
    css`
      p {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 10px;
        margin: 10px 0 0;
        font-size: 13px;
        color: var(--_muted);
      }
      select {
        height: 28px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
      }
      a {
        display: inline-block;
        min-height: 24px;
        color: inherit;
      }
    `,
  ];

  /** @param {any} state */
  shows = ({ config, head, at, prediction, settings }) => [config, head, at, prediction, settings];

  render() {
    const { training: model } = this;
    const { config, head, at, prediction } = model?.state ?? {};
    if (!model || !config || !prediction) return html``;
    const { seed, task, stack } = model.state.settings;
    const thickest = arcsIn(model.state, model.task).sort((a, b) => b.weight - a.weight)[0];
    const chosen = head ?? thickest?.name ?? nameOf(config.layers - 1, 0);
    const [layer, of] = headNamed(chosen);
    const blank = prediction.blanks[Math.min(model.state.blank, prediction.blanks.length - 1)];
    const training = new URLSearchParams({ task, layers: String(config.layers), stack, step: String(at) });
    const params = new URLSearchParams({
      ...{ weights: "trained", seed: String(seed), heads: String(config.numHeads) },
      ...{
        "d-model": String(config.dModel),
        training: String(training),
        tokens: prediction.tokens.join(" "),
      },
      ...{ layer: String(layer), head: String(of), token: String(blank.position) },
    });
    return html`<p>
      <label
        >${TRAIN.inside}: head
        <select
          @change=${(/** @type {Event} */ event) => model.pick(/** @type {HTMLSelectElement} */ (event.target).value)}
        >
          ${headsOf(config).map((name) => html`<option ?selected=${name === chosen}>${name}</option>`)}
        </select></label
      >
      at step ${at}, with these weights:
      <a href=${`./?${params}`}>walk through it</a>
      <a href=${`heads.html?${params}`}>question it</a>
    </p>`;
  }
}
