import { css } from "lit";

/** A row of buttons that lead on; the main one is filled. */
export const waysStyles = css`
  .ways {
    display: flex;
    flex-wrap: wrap;
    gap: 10px 12px;
  }
  .ways button {
    padding: 0 16px;
    border: 1px solid var(--_hairline);
    border-radius: 9px;
    background: var(--_card);
    font-size: 15px;
  }
  .ways .main {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_paper);
  }
`;
