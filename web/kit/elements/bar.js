import { css, svg, html } from "lit";

/** A number as a bar from 0. Bars of negative numbers are hollow and point left. NaN and infinite numbers have no bar. */
export const barStyles = css`
  .bar {
    display: block;
    width: 100%;
    height: 10px;
    overflow: visible;
  }
  .swatch {
    display: inline-block;
    width: 9px;
    height: 9px;
    margin-right: 5px;
  }
`;

/** @param {number} value @param {{ most: number, least?: number, fill: string }} of value of the full width */
export function bar(value, { most, least = 0, fill }) {
  const wide = most - least || 1;
  const at = (/** @type {number} */ v) => (100 * (Math.min(most, Math.max(least, v)) - least)) / wide;
  const [from, to] = [at(Math.min(0, value)), at(Math.max(0, value))];
  return html`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    ${
      ![from, to].every(Number.isFinite)
        ? ""
        : value < 0
          ? svg`<rect x=${from} y="1" width=${to - from} height="8" fill="none" stroke=${fill} stroke-width="1.5" vector-effect="non-scaling-stroke"></rect>`
          : svg`<rect x=${from} y="0" width=${to - from} height="10" fill=${fill}></rect>`
    }
    ${least < 0 ? svg`<path d=${`M${at(0)} -2V12`} stroke="currentColor" vector-effect="non-scaling-stroke"></path>` : ""}
  </svg>`;
}

/** @param {string} fill */
export const swatch = (fill) =>
  html`<svg class="swatch" viewBox="0 0 9 9" aria-hidden="true">
    <rect width="9" height="9" rx="2" fill=${fill}></rect>
  </svg>`;
