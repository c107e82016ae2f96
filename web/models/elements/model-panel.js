import { css } from "lit";
import { buttonStyles } from "../../kit/elements/buttons.js";
import { Panel } from "../../kit/elements/panel.js";

/** A part of the element that shows models. */
export class ModelPanel extends Panel {
  /** @type {import("lit").CSSResultGroup} */
  static styles = [
    Panel.styles,
    buttonStyles,
    css`
      @media print {
        .button,
        .act,
        .choice,
        .tabs,
        mha-as-table {
          display: none !important; /* overrides the styles of a part, which come later */
        }
      }
    `,
  ];

  get page() {
    return /** @type {import("../state/page.js").ModelsPage} */ (/** @type {unknown} */ (this.store));
  }
}

/** A line of what can be chosen from lists, with their names. */
export const listStyles = css`
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 14px;
    min-height: 34px;
  }
  select {
    min-height: 30px;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: var(--_card);
    font-weight: 600;
    font-size: 13px;
  }
  label {
    font-size: 13px;
    color: var(--_muted);
  }
  @media print {
    select {
      min-height: 0;
      border: 0;
      appearance: none;
    }
  }
`;
