import { css } from "lit";

// CSS declarations for form fields, to be used in a rule: input { ${textField} }

/** A field for a line of text. */
export const textField = css`
  min-width: 0;
  min-height: 34px;
  padding: 3px 10px;
  border: 1px solid var(--_edge);
  border-radius: 8px;
  background: var(--_card);
`;

/** A field without a frame of its own, beside its label. */
export const bareField = css`
  height: 28px;
  padding: 0;
  border: 0;
  background: none;
  color: var(--_ink);
  font-weight: 600;
`;
