import { css } from "lit";

/** A panel's heading. */
export const headingStyles = css`
  h2 {
    margin: 0 0 6px;
    font-size: 16px;
    font-weight: 600;
  }
`;

/** A heading with the menu of its figure at the end of the line, and links between them. */
export const savedHeadingStyles = css`
  .top {
    display: flex;
    align-items: center;
    gap: 0 16px;
    margin-bottom: 8px;
    font-size: 13px;
  }
  .top h2 {
    margin-right: auto;
  }
  /* Reserves the size of the button before it is defined, in any language. */
  mha-save {
    min-width: 30px;
    min-height: 24px;
  }
`;
