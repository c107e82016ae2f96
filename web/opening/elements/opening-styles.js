import { css } from "lit";
import { waysStyles } from "../../kit/elements/ways.js";

/** Styles of the opening: one column on phones, where the button stands before the map. */
export const openingStyles = css`
  .sheet {
    display: grid;
    grid-template:
      "asks asks" auto
      "invites invites" auto
      "sentence sentence" auto
      "map says" auto
      "map ways" auto
      "map more" 1fr / minmax(0, 2fr) minmax(0, 3fr);
    gap: 0 32px;
    padding: 28px var(--_gutter) 28px;
  }
  h2 {
    grid-area: asks;
    margin: 0;
    font-size: 30px;
    line-height: 1.25;
    font-weight: 650;
  }
  em {
    font-style: normal;
    font-weight: 650;
    color: var(--_T);
  }
  .invites {
    grid-area: invites;
    margin: 2px 0 0;
    font-size: 16px;
    color: var(--_muted);
  }
  .sentence {
    position: relative;
    grid-area: sentence;
    margin-top: 14px;
  }
  .words button {
    position: absolute;
    padding: 0;
    border: 0;
    border-radius: 6px;
    background: none;
    cursor: pointer;
  }
  .words button:hover {
    box-shadow: inset 0 -2px var(--_ink);
  }
  .words .last:hover {
    box-shadow: none;
  }
  .last span {
    position: absolute;
    right: 0;
    bottom: 0;
    padding: 1px 8px;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: var(--_card);
    font-size: 14px;
    color: var(--_ink);
    white-space: nowrap;
  }
  .last:hover span {
    border-color: var(--_ink);
  }
  .sum,
  .cell {
    margin: 0;
    font-size: 13px;
    color: var(--_muted);
  }
  .cell {
    min-height: 1lh;
  }
  .map {
    grid-area: map;
    margin-top: 20px;
  }
  h3 {
    margin: 0 0 8px;
    font-size: 13px;
    font-weight: 400;
  }
  .says {
    grid-area: says;
    max-width: 720px;
    margin-top: 12px;
    font-size: 16px;
    line-height: 1.55;
    text-wrap: pretty;
  }
  .says p {
    margin: 0 0 12px;
  }
  ${waysStyles}
  .ways {
    grid-area: ways;
    margin-top: 6px;
  }
  .ways button {
    min-height: 44px;
  }
  .ways .main {
    padding: 0 20px;
    font-size: 16px;
  }
  .more {
    grid-area: more;
    margin: 12px 0 0;
    font-size: 13px;
    color: var(--_muted);
  }
  .more a {
    display: inline-block;
    min-width: 24px;
    min-height: 24px;
    color: inherit;
    text-underline-offset: 3px;
  }
  @container (max-width: 879px) {
    .sheet {
      grid-template:
        "asks" auto
        "invites" auto
        "sentence" auto
        "ways" auto
        "says" auto
        "map" auto
        "more" auto / minmax(0, 1fr);
      padding-block: 14px 20px;
    }
    h2 {
      font-size: 24px;
    }
    .invites {
      font-size: 15px;
    }
    .ways {
      margin-top: 14px;
    }
    .ways button,
    .ways .main {
      flex: 1 1 auto;
      padding: 0 8px;
      font-size: 15px;
    }
    .says {
      margin-top: 20px;
    }
    .map {
      margin-top: 8px;
    }
  }
  @media print {
    .ways,
    .words,
    .more {
      display: none;
    }
  }
`;
