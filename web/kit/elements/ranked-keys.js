import { css } from "lit";

/** A list of keys by weight, each a button that selects the key; the selected one has `aria-current`. */
export const rankedKeysStyles = css`
  li button {
    min-height: 24px;
    padding: 0;
    border: 0;
    background: none;
    text-align: left;
  }
  li [aria-current="true"] {
    font-weight: 600;
  }
`;
