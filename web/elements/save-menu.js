import { paramsOf } from "../kit/state/attribute-values.js";
import { headIn } from "../kit/state/head.js";
import { pathOf } from "../kit/state/state.js";
import { SaveFiles } from "../kit/elements/save-files.js";

/** @typedef {import("../kit/state/views.js").View} View */

/** Views that the page Heads shows; the page Walk shows the others. @type {readonly View[]} */
const OF_HEADS = ["heads", "map", "head"];

/** @type {readonly import("../kit/elements/save-files.js").Kind[]} */
const ANIMATIONS = ["gif", "webm"];

/** Whether the browser encodes videos; pages without https do not. */
const canFilm = () => "VideoEncoder" in globalThis;

/** The menu of a view of a layer. */
export class SaveMenu extends SaveFiles {
  static properties = { ...SaveFiles.properties, view: {} };

  /** Loads the code of the walk's animation; null in builds without it. @type {(() => Promise<typeof import("./walk-animation.js")>) | null} */
  static animation = null;

  constructor() {
    super();
    /** The view to save. @type {View} */
    this.view = "walk";
  }

  get pictured() {
    return this.view;
  }

  get hasContent() {
    return Boolean(this.store?.state.picture);
  }

  /** None for an author's own numbers, which a link cannot hold. */
  get hosted() {
    const store = /** @type {import("../kit/state/store.js").Store} */ (this.store);
    const { attention, parameters, input } = store.state.own;
    if (attention || parameters || input) return null;
    const page = OF_HEADS.includes(this.view) ? "heads.html" : "";
    return { page, params: () => paramsOf(store.state) };
  }

  /** A file named after its content. */
  get fileName() {
    const { state, selection } = /** @type {import("../kit/state/store.js").Store} */ (this.store);
    const picture = pathOf(state);
    /** @type {Record<View, string>} */
    const names = {
      walk: state.step,
      heads: "heads",
      map: "heads",
      head: `head-${picture ? headIn(picture, selection).head : 0}`,
      row: `row-${picture ? headIn(picture, selection).query : 0}`,
      memory: `memory-${state.step}`,
      code: state.step,
    };
    return names[this.view];
  }

  /** @param {typeof import("../kit/elements/exports.js")} exports */
  csvOn(exports) {
    return exports.csvOf(
      /** @type {import("../kit/elements/exports.js").Pictured} */ (/** @type {unknown} */ (this)),
    );
  }

  get kindsOffered() {
    const { picture, comparison } = /** @type {import("../kit/state/store.js").Store} */ (this.store).state;
    const isWalk = this.view === "walk" && picture?.layer && !comparison;
    if (!isWalk || !SaveMenu.animation) return super.kindsOffered;
    return [...super.kindsOffered, ...ANIMATIONS.filter((kind) => kind === "gif" || canFilm())];
  }

  /** @param {import("../kit/elements/save-files.js").Kind} kind @param {typeof import("../kit/elements/exports.js")} exports @returns {Promise<BlobPart>} */
  async contentOf(kind, exports) {
    if (!SaveMenu.animation || (kind !== "gif" && kind !== "webm")) return super.contentOf(kind, exports);
    const { walkGIF, walkWebM } = await SaveMenu.animation();
    const walk = /** @type {import("../kit/elements/exports.js").Pictured} */ (/** @type {unknown} */ (this));
    return kind === "gif" ? walkGIF(walk) : walkWebM(walk);
  }
}
