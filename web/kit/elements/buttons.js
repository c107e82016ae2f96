import { css } from "lit";

/** Shape of a panel's button. */
export const buttonShape = css`
  min-height: 30px;
  padding: 0 10px;
  border: 1px solid var(--_hairline);
  border-radius: 8px;
  background: var(--_card);
  font-size: 13px;
`;

/** Buttons of a panel, and quiet words beside them. */
export const buttonStyles = css`
  .button {
    ${buttonShape}
  }
  .button:hover {
    border-color: var(--_edge);
  }
  p {
    margin: 0;
  }
  .quiet {
    font-size: 13px;
    color: var(--_muted);
  }
`;
