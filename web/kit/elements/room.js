import { css, unsafeCSS } from "lit";
import { FADE } from "./scroll-end.js";

/**
 * Height reserved for an element before it loads, by view and width, so that nothing below moves: the largest height of each view for the default
 * sentence with 1 to 16 heads, or with up to 8 heads for a wrong path. Room releases unused space while it is out of view.
 *
 * @typedef {import("lit").ReactiveController} ReactiveController
 * @typedef {readonly (readonly [from: number, height: string])[]} Heights  minimum width of the container in px, and the height in CSS from
 * there on
 */

/** Height of the stage in CSS. Must give the same heights as stageHeight(). */
const STAGE = "clamp(432px, 54cqi, 560px)";

/** @type {Readonly<Record<string, Heights>>} */
// prettier-ignore
export const ROOMS = {
  walk: [[0, "2091px"], [325, "2030px"], [345, "1972px"], [365, "1862px"], [485, "1820px"], [600, "1769px"], [620, "1631px"], [705, "1598px"], [845, "1609px"], [880, "1248px"], [960, "1187px"], [1060, "1083px"], [1305, "1126px"], [1385, "1172px"]],
  heads: [[0, "4330px"], [600, "3830px"], [880, "2290px"], [1080, "2112px"]],
  map: [[0, "1315px"], [345, "1215px"], [620, "730px"], [700, "660px"], [845, "620px"]],
  head: [[0, "990px"], [480, "956px"], [600, "937px"]],
  row: [[0, "1919px"], [315, "1864px"], [365, "1810px"], [580, "1741px"], [615, "1679px"], [675, "1223px"], [960, "740px"]],
  memory: [[0, "400px"], [600, "350px"], [960, "271px"]],
  code: [[0, "219px"], [360, "184px"]],
  "walk still": [[0, "560px"], [620, STAGE]],
  "heads still": [[0, "992px"], [620, "476px"]],
  "map still": [[0, "992px"], [620, "476px"]],
  "head still": [[0, "449px"]],
  "row still": [[0, "1200px"], [700, "620px"]],
  "memory still": [[0, "187px"]],
  // The walk, opened on a wrong path.
  "wrong-view_without_transpose": [[0, "3228px"], [335, "3170px"], [350, "3090px"], [370, "3028px"], [400, "2966px"], [580, "2906px"], [620, "1925px"], [705, "1867px"], [875, "2317px"], [895, "2382px"], [1055, "1363px"], [1485, "1308px"]],
  "wrong-no_scale": [[0, "2664px"], [365, "2545px"], [525, "2452px"], [565, "2329px"], [620, "1693px"], [880, "1716px"], [1025, "1564px"], [1060, "1044px"]],
  "wrong-softmax_axis": [[0, "2527px"], [345, "2392px"], [485, "2298px"], [565, "2198px"], [620, "1530px"], [865, "1716px"], [1025, "1564px"], [1060, "948px"]],
  "wrong-mask_repeat_order": [[0, "2385px"], [425, "2246px"], [565, "2141px"], [620, "1473px"], [865, "1716px"], [1025, "1620px"], [1060, "952px"]],
  "wrong-raw_inputs": [[0, "2141px"], [365, "2045px"], [620, "1387px"], [865, "1456px"], [1060, "866px"]],
  "wrong-merge_without_transpose": [[0, "2024px"], [425, "2072px"], [620, "1301px"], [765, "1351px"], [865, "1580px"], [1060, "928px"]],
  "wrong-view_without_contiguous": [[0, "1485px"], [365, "1363px"], [620, "1035px"], [880, "873px"]],
  "wrong-rope_style": [[0, "2212px"], [380, "2093px"], [420, "2071px"], [460, "2022px"], [620, "1410px"], [945, "1454px"], [1060, "896px"]],
  "wrong-alibi_sign": [[0, "2873px"], [380, "2812px"], [420, "2728px"], [580, "2583px"], [620, "1681px"], [865, "2117px"], [945, "2182px"], [1025, "2082px"], [1060, "1132px"], [1105, "1180px"]],
  "wrong-window_off_by_one": [[0, "2343px"], [380, "2286px"], [420, "2237px"], [580, "2115px"], [620, "1447px"], [865, "1649px"], [945, "1714px"], [1025, "1614px"], [1060, "898px"], [1105, "946px"]],
  "wrong-mask_reversed": [[0, "2446px"], [385, "2305px"], [565, "2160px"], [620, "1492px"], [865, "1716px"], [1025, "1564px"], [1060, "948px"]],
};

/** Height of the sentence and the controls above the view. @type {Heights} */
export const TOP = [
  [0, "196px"],
  [350, "160px"],
  [640, "88px"],
  [1280, "46px"],
];

/**
 * CSS rules of heights, narrowest first.
 * @param {Heights} heights @param {(height: string) => string} rule
 */
export const byWidth = (heights, rule) =>
  heights
    .map(([from, height]) => (from ? `@container (min-width: ${from}px) { ${rule(height)} }` : rule(height)))
    .join("\n");

/** CSS rules of the rooms, by class. @param {Readonly<Record<string, Heights>>} rooms */
export const roomRules = (rooms) =>
  Object.entries(rooms)
    .map(([view, heights]) =>
      byWidth(heights, (height) => `.${view.replace(" ", ".")} { --_room: ${height} }`),
    )
    .join("\n");

const rules = [roomRules(ROOMS), byWidth(TOP, (height) => `.topped { --_top: ${height} }`)].join("\n");

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
  /* One height for all steps; higher pictures scroll. */
  .frame {
    height: var(--mha-reserve, ${unsafeCSS(STAGE)});
    overflow-y: auto;
  }
  .frame.fades {
    mask-image: ${FADE};
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
    .frame.fades {
      mask-image: none;
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
