import { css } from "lit";

/** CSS declarations for a box over the page, as notes and the panel of ⋯ have, to be used in a rule. */
export const floatingBox = css`
  position: fixed;
  inset: auto;
  margin: 0;
  padding: 8px 12px;
  overflow: auto;
  border: 1px solid var(--_edge);
  border-radius: 8px;
  background: var(--_card);
  font-size: 13px;
  text-align: left;
`;
