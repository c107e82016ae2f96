import { css } from "lit";

/** A panel's heading. */
export const headingStyles = css`
  h2 {
    margin: 0 0 6px;
    font-size: 16px;
    font-weight: 600;
  }
`;
