import { css } from "lit";

/** An overlay of HTML elements on a picture, for pointer and keyboard. */
export const overlayStyles = css`
  .picture {
    position: relative;
  }
  .titles button {
    position: absolute;
    padding: 0;
    border: 0;
    border-radius: 4px;
    background: none;
  }
  .titles button::after {
    content: "";
    position: absolute;
    inset: auto 0 1px;
    border-bottom: 1px dotted var(--_edge);
  }
`;
