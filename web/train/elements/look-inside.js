import { css, html } from "lit";
import { namesIn } from "../draw/names.js";
import { headNamed, headsOf, headKey } from "../state/removal.js";
import { arcsIn, blankIn } from "../state/arcs.js";
import { INSIDE } from "../words.js";
import { say } from "../../kit/text/words.js";
import { TrainPanel } from "./train-panel.js";

/**
 * Target that can show one head's layer: pages of the site, or an element on the same page. Without a target,
 * there is no button.
 * @typedef {{ walk: string, heads: string } | { act: (params: URLSearchParams) => void }} Inside
 */

/** Lets readers open any head, of any layer and checkpoint, in a walk through its layer. */
export class LookInside extends TrainPanel {
  static properties = { ...TrainPanel.properties, inside: { attribute: false } };

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
      select,
      button {
        height: 28px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
      }
      button {
        padding: 0 8px;
      }
      a {
        display: inline-block;
        min-height: 24px;
        color: inherit;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Inside | null} */
    this.inside = null;
  }

  render() {
    const { training, inside } = this;
    const { at, prediction, config: sizes } = training?.state ?? {};
    const config = /** @type {import("../../core/types.js").ModelConfig | undefined} */ (sizes);
    if (!training || !inside || typeof inside !== "object" || !config || !prediction || at === undefined)
      return html``;
    const chosen = this.#chosen(training, config);
    const pick = (/** @type {Event} */ event) =>
      training.pick(/** @type {HTMLSelectElement} */ (event.target).value);
    const words = say(INSIDE, this);
    const names = namesIn(config, this);
    const params = paramsOf(training.state, config, chosen);
    return html`<p>
      <label
        >${words.head}
        <select @change=${pick}>
          ${headsOf(config).map((name) => html`<option value=${name} ?selected=${name === chosen}>${names.full(name)}</option>`)}
        </select></label
      >
      <span>${words.at(at)}</span>
      ${
        "act" in inside
          ? html`<button @click=${() => inside.act(params)}>${words.walk}</button>`
          : html`<a href=${`${inside.walk}?${params}`}>${words.walk}</a>
              <a href=${`${inside.heads}?${params}`}>${words.heads}</a>`
      }
    </p>`;
  }

  /** The picked head, or else the head of the thickest arc. @param {import("../state/training.js").Training} training @param {import("../../core/types.js").ModelConfig} config */
  #chosen({ state, task }, config) {
    const thickest = arcsIn(state, task).sort((a, b) => b.weight - a.weight)[0];
    return state.head ?? thickest?.name ?? headKey(config.layers - 1, 0);
  }
}

/** Parameters of a link to a head. @param {import("../state/state.js").State} state @param {import("../../core/types.js").ModelConfig} config @param {string} name of the head */
function paramsOf(state, { layers, numHeads, dModel, seed }, name) {
  const { task, stack } = state.settings;
  const [layer, head] = headNamed(name);
  const training = new URLSearchParams({ task, layers: String(layers), stack, step: String(state.at) });
  return new URLSearchParams({
    ...{ weights: "trained", seed: String(seed), heads: String(numHeads), "d-model": String(dModel) },
    ...{ training: String(training), tokens: state.prediction?.tokens.join(" ") ?? "" },
    ...{ layer: String(layer), head: String(head), token: String(blankIn(state)?.position ?? 0) },
  });
}
