import { css, unsafeCSS } from "lit";

/**
 * Reserved height of an element before it loads, by view and width, so that nothing below moves: the most that each view needs for the
 * opening sentence and 1 to 16 heads. Room releases unused space when no reader sees it.
 *
 * @typedef {import("lit").ReactiveController} ReactiveController
 * @typedef {readonly (readonly [from: number, height: string])[]} Heights  minimum width of the container in px, and the height in CSS from
 * there on
 */

/** Equals stageHeight(). */
const STAGE = "clamp(432px, 54cqi, 560px)";

/** @type {Readonly<Record<string, Heights>>} */
// prettier-ignore
export const ROOMS = {
  walk: [[0, "1960px"], [330, "1900px"], [350, "1865px"], [370, "1825px"], [480, "1782px"], [530, "1748px"], [600, "1718px"],
    [620, "1605px"], [880, "1252px"], [960, "1188px"], [1060, "1060px"], [1200, "max(1015px, 348px + 54cqi)"]],
  heads: [[0, "4080px"], [600, "3830px"], [880, "2290px"], [1080, "2030px"]],
  map: [[0, "1215px"], [620, "625px"]],
  head: [[0, "830px"]],
  memory: [[0, "400px"], [600, "350px"], [960, "271px"]],
  code: [[0, "219px"], [360, "184px"]],
  "walk still": [[0, "560px"], [620, STAGE]],
  "heads still": [[0, "992px"], [620, "466px"]],
  "map still": [[0, "992px"], [620, "466px"]],
  "head still": [[0, "449px"]],
  "memory still": [[0, "187px"]],
};

/** Height of the sentence and the controls above the view. @type {Heights} */
export const TOP = [
  [0, "196px"],
  [350, "160px"],
  [640, "88px"],
  [1280, "46px"],
];

/**
 * As CSS rules, narrowest first.
 * @param {Heights} heights @param {(height: string) => string} rule
 */
export const byWidth = (heights, rule) =>
  heights
    .map(([from, height]) => (from ? `@container (min-width: ${from}px) { ${rule(height)} }` : rule(height)))
    .join("\n");

const rules = [
  ...Object.entries(ROOMS).map(([view, heights]) =>
    byWidth(heights, (height) => `.${view.replace(" ", ".")} { --_room: ${height} }`),
  ),
  byWidth(TOP, (height) => `.topped { --_top: ${height} }`),
].join("\n");

export const roomStyles = css`
  .room {
    --_room: 0px;
    --_top: 0px;
    display: flow-root;
    min-height: var(--mha-reserve, calc(var(--_room) + var(--_top)));
  }
  ${unsafeCSS(rules)}
  .room.free {
    min-height: 0;
  }
  /* Whatever the step: a picture that is higher scrolls. */
  .frame {
    height: var(--mha-reserve, ${unsafeCSS(STAGE)});
    overflow-y: auto;
  }
  @container (max-width: 619px) {
    .frame {
      height: var(--mha-reserve, 560px);
    }
  }
  @media print {
    .room {
      min-height: 0;
    }
    .frame {
      height: auto;
    }
  }
`;

/**
 * Releases reserved space below the content once that space is below the viewport. Otherwise the following content would move visibly.
 * @implements {ReactiveController}
 */
export class Room {
  isFree = false;
  #end = new IntersectionObserver(([{ isIntersecting, boundingClientRect, rootBounds }]) => {
    if (isIntersecting || boundingClientRect.top <= (rootBounds?.bottom ?? innerHeight)) return;
    this.isFree = true;
    this.#end.disconnect();
    this.host.requestUpdate();
  });
  /** @type {Element | null} */
  #watched = null;

  /** @param {import("lit").LitElement} host @param {() => boolean} isShown whether the content is rendered */
  constructor(host, isShown) {
    this.host = host;
    this.isShown = isShown;
    host.addController(this);
  }

  hostUpdated() {
    const end = this.isFree || !this.isShown() ? null : this.host.renderRoot.querySelector(".end");
    if (end === this.#watched) return;
    this.#end.disconnect();
    this.#watched = end;
    if (end) this.#end.observe(end);
  }

  hostDisconnected() {
    this.#end.disconnect();
    this.#watched = null;
  }
}
