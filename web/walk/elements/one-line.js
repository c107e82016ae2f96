import { css, html } from "lit";
import { wordsOf } from "../../kit/text/steps.js";
import { WALK } from "../words.js";
import { say } from "../../kit/text/words.js";
import { keyLeads } from "../../kit/elements/keys.js";
import { sizes } from "../../kit/elements/shape.js";
import { stepButton } from "./step-button.js";

/** The map on narrow screens: one line with the current stage between a back and a forward button. */
export const oneLineStyles = css`
  .compact {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    padding: 10px 0;
    text-align: center;
  }
  .compact strong {
    font-size: 15px;
    font-weight: 600;
  }
  .lanes {
    display: flex;
    justify-content: center;
    height: 34px;
    gap: 20px;
  }
  .lanes button {
    min-width: 44px;
    padding: 0 4px;
    border: 0;
    border-bottom: 2px solid transparent;
    background: none;
    color: var(--_muted);
    white-space: nowrap;
  }
  .lanes [aria-selected="true"] {
    border-bottom-color: var(--_ink);
    color: var(--_ink);
    font-weight: 600;
  }
`;

/** @typedef {import("../../core/types.js").Step} Step */

/**
 * @param {readonly Step[][]} stages
 * @param {string} current
 * @param {import("../../kit/state/store.js").Store} store
 * @param {import("../../kit/text/words.js").Localized} speaker
 */
export function oneLine(stages, current, store, speaker) {
  const words = say(WALK, speaker);
  const at = stages.findIndex((stage) => stage.some((step) => step.id === current));
  const step = stages[at].find(({ id }) => id === current);
  return html`<nav class="compact" aria-label=${words.steps}>
      ${stepButton(words.previous, "←", () => store.move(-1), at === 0)}
      <span>
        <strong
          >${words.at({ at: at + 1, of: stages.length, name: step ? wordsOf(step, speaker).name : "" })}</strong
        ><br />
        <span class="mono">${step ? sizes(step) : ""}</span>
      </span>
      ${stepButton(words.next, "→", () => store.move(1), at === stages.length - 1)}
    </nav>
    ${lanes(stages[at], current, (id) => store.goTo(id), speaker)}`;
}

/**
 * The steps of one stage as tabs. A stage with one step has no tabs, but reserves their space.
 * @param {readonly Step[]} stage
 * @param {string} current
 * @param {(id: string) => void} goTo
 * @param {import("../../kit/text/words.js").Localized} speaker
 */
function lanes(stage, current, goTo, speaker) {
  if (stage.length < 2) return html`<div class="lanes"></div>`;
  const walk = (/** @type {KeyboardEvent} */ event) => {
    const tabs = [.../** @type {Element} */ (event.currentTarget).children];
    const to = keyLeads(
      event,
      stage.findIndex(({ id }) => id === current),
      stage.length,
    );
    if (to === null) return;
    goTo(stage[to].id);
    /** @type {HTMLElement} */ (tabs[to]).focus({ preventScroll: true });
  };
  return html`<div class="lanes" role="tablist" aria-label=${say(WALK, speaker).lanes} @keydown=${walk}>
    ${stage.map((step) => tab(step, stage, step.id === current, goTo, speaker))}
  </div>`;
}

/** @param {Step} step @param {readonly Step[]} stage @param {boolean} selected @param {(id: string) => void} goTo @param {import("../../kit/text/words.js").Localized} speaker */
function tab(step, stage, selected, goTo, speaker) {
  const { name, title } = wordsOf(step, speaker);
  const alone = stage.filter(({ lane }) => lane === step.lane).length < 2;
  const lane = step.lane?.toUpperCase() ?? "";
  return html`<button
    role="tab"
    aria-selected=${selected}
    aria-label=${title}
    tabindex=${selected ? 0 : -1}
    @click=${() => goTo(step.id)}
  >
    ${lane && alone && stage.every((each) => each.lane) ? lane : name.startsWith(lane) ? name : `${lane} ${name}`}
  </button>`;
}
