import { css, html } from "lit";
import { LOOKS } from "../text/looks.js";
import { say } from "../text/words.js";
import { choice } from "./choice.js";
import { keyLeads } from "./keys.js";

/** @typedef {import("../state/look.js").View} View */

export const viewTabStyles = css`
  .tabs {
    display: flex;
    overflow: hidden;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
  }
  .tabs button {
    min-height: 28px;
    padding: 0 10px;
    border: 0;
    background: none;
    font-size: 13px;
  }
  .tabs button + button {
    border-left: 1px solid var(--_hairline);
  }
  .tabs [aria-selected="true"] {
    background: var(--_accent);
    color: var(--_paper);
  }
  .tabs button:focus-visible {
    outline-offset: -4px;
    outline-color: currentColor;
  }
`;

/**
 * Tabs of the views of a head.
 * @param {readonly View[]} views @param {View} chosen @param {(view: View) => void} choose @param {import("../text/words.js").Localized} speaker
 */
export function viewTabs(views, chosen, choose, speaker) {
  const words = say(LOOKS, speaker);
  return html`<div class="tabs" role="tablist" aria-label=${words.tabs}>
    ${views.map(
      (view, i) =>
        html`<button
          role="tab"
          aria-selected=${view === chosen}
          tabindex=${view === chosen ? 0 : -1}
          @click=${() => choose(view)}
          @keydown=${(/** @type {KeyboardEvent} */ event) => moveTab(event, i, views.length)}
        >
          ${words.views[view]}
        </button>`,
    )}
  </div>`;
}

/** @param {KeyboardEvent} event @param {number} from @param {number} count */
function moveTab(event, from, count) {
  const to = keyLeads(event, from, count);
  if (to === null) return;
  const tabs = /** @type {Element} */ (/** @type {Element} */ (event.currentTarget).parentElement);
  const tab = /** @type {HTMLElement} */ (tabs.children[to]);
  tab.click();
  tab.focus({ preventScroll: true });
}

/**
 * How weights are coloured.
 * @typedef {object} Colouring
 * @property {boolean} each whether each head's colours run to its own largest weight
 * @property {boolean} log  whether colours use a logarithmic scale
 * @property {"blue" | "viridis" | "cividis"} colormap
 */

/**
 * The choices of the scale, of linear or logarithmic colours, and of the colours.
 * @param {Colouring} chosen @param {(change: Partial<Colouring>) => void} choose @param {import("../text/words.js").Localized} speaker
 */
export function lookChoices({ each, log, colormap }, choose, speaker) {
  const words = say(LOOKS, speaker);
  /** @type {readonly [boolean, string][]} */
  const scales = [
    [false, words.oneForAll],
    [true, words.oneEach],
  ];
  /** @type {readonly [boolean, string][]} */
  const logs = [
    [false, words.linear],
    [true, words.log],
  ];
  const colormaps = /** @type {[Colouring["colormap"], string][]} */ (Object.entries(words.colormaps));
  return {
    scale: choice(words.scale, words.scales, scales, each, (each) => choose({ each })),
    values: choice(words.values, words.logs, logs, log, (log) => choose({ log })),
    colours: choice(words.colours, words.Colours, colormaps, colormap, (colormap) => choose({ colormap })),
  };
}
