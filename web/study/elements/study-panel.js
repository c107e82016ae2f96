import { css, html } from "lit";
import { decimals } from "../../kit/draw/legend.js";
import { buttonStyles } from "../../kit/elements/buttons.js";
import { Panel } from "../../kit/elements/panel.js";
import { headName, shortHeadName } from "../../kit/text/head-names.js";
import { shareSaid, withoutZero } from "../../kit/text/share.js";
import { say } from "../../kit/text/words.js";
import { LOSS, isDeviation, measureOf } from "../state/axes.js";
import { isSamePlace } from "../state/study-types.js";
import { STUDY_MEASURES, STUDY_POINTS } from "../words.js";

/** A part of the views of many sentences. */
export class StudyPanel extends Panel {
  /** @type {import("lit").CSSResultGroup} */
  static styles = [
    Panel.styles,
    buttonStyles,
    css`
      h3 {
        margin: 0;
        font-size: 16px;
        font-weight: 600;
      }
      select {
        max-width: 100%;
        field-sizing: content;
        min-height: 28px;
        padding: 0 4px;
        border: 1px solid transparent;
        border-radius: 7px;
        background: none;
        font-size: 13px;
        cursor: pointer;
      }
      select:hover {
        border-color: var(--_edge);
      }
      option,
      optgroup {
        background: var(--_card);
        color: var(--_ink);
      }
      @media print {
        .button,
        .act {
          display: none !important; /* overrides the styles of a part, which come later */
        }
      }
    `,
  ];

  get page() {
    return /** @type {import("../state/study-store.js").StudyStore} */ (/** @type {unknown} */ (this.store));
  }

  /** A head's short name, which selects it. @protected @param {import("../state/study-types.js").Head} head */
  headLink(head) {
    const short = shortHeadName(head.layer, head.head);
    return html`<button
      class="link"
      aria-pressed=${isSamePlace(head, this.page.state.selected)}
      aria-label=${`${short}, ${headName(head.layer, head.head, this)}`}
      @click=${() => this.page.select(head)}
    >
      ${short}
    </button>`;
  }

  /** The words of an axis. @protected @param {string} axis */
  axisSaid(axis) {
    const said = say(STUDY_MEASURES, this).axes[measureOf(axis)] ?? measureOf(axis);
    return isDeviation(axis) ? say(STUDY_POINTS, this).deviation(said) : said;
  }

  /** A measure in few words; entropy and distance with their units. @protected @param {string} measure */
  measureSaid(measure) {
    return isShare(measure) ? (say(STUDY_MEASURES, this).names[measure] ?? measure) : this.axisSaid(measure);
  }

  /** The name of a head by a measure; null for none. @protected @param {import("../state/study-types.js").Named | undefined} named */
  nameSaid(named) {
    if (!named?.name) return null;
    const words = say(STUDY_MEASURES, this);
    const name = words.names[named.name] ?? named.name;
    return named.strength === "partly" ? words.partly(name) : name;
  }
}

/** Decimals of a measure's values: the loss moves by hundredths of a nat. @param {string} axis */
const digitsOf = (axis) => (measureOf(axis) === LOSS ? 3 : 2);

/** A value of a measure: shares never read as 0 or 1 unless they are. @param {string} axis @param {number} value */
export const valueSaid = (axis, value) =>
  isShare(axis) ? shareSaid(value, 2) : decimals(value, digitsOf(axis));

/** The half width of an interval, with as many decimals as values have. @param {string} axis @param {number} half */
export function halfSaid(axis, half) {
  const least = 10 ** -digitsOf(axis);
  return half > 0 && half < least / 2 ? `<${withoutZero(String(least))}` : decimals(half, digitsOf(axis));
}

/** A difference of two values of a measure. @param {string} axis @param {number} by */
export const differenceSaid = (axis, by) => `${by > 0 ? "+" : ""}${decimals(by, digitsOf(axis))}`;

const NO_SHARES = ["entropy", "distance", "valueNorm", LOSS];

/** Whether a measure lies in 0 to 1. @param {string} axis */
export const isShare = (axis) => !isDeviation(axis) && !NO_SHARES.includes(axis);
