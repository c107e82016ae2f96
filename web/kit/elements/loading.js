import { css, html } from "lit";
import { nextTask } from "../../core/task.js";
import { hasInput } from "../state/settings.js";
import { MESSAGES } from "../text/messages.js";
import { quoteValue } from "../text/quoted.js";
import { messageText, say } from "../text/words.js";
import { loadFailed } from "./load-failed.js";
import { Configurable } from "./configurable.js";
import { FirstView, Presence } from "./first-view.js";
import { ROOMS, Room, roomStyles } from "./room.js";
import { allLoaded, isLoading } from "./panels.js";
import { failureNote, invalidValuesNote, placeholderStyles, loadingNote } from "./placeholder.js";
import { inTurn, renderQueueEmpty } from "./render-queue.js";
import { paletteOf, schemeProbe } from "./scheme.js";
import { Source } from "./source.js";
import { isMute, spoken } from "./language.js";
import { moreOnHover } from "./more.js";
import { theme } from "./theme.js";

/** A public element that loads the core near the viewport, and frees its memory after the element has left the document. */
export class Loading extends Configurable {
  static styles = [
    theme,
    schemeProbe,
    placeholderStyles,
    roomStyles,
    moreOnHover,
    css`
      :host {
        display: block;
        flex-grow: 1;
        align-self: stretch;
        justify-self: stretch;
        background: var(--_paper);
        direction: inherit;
      }
      /* Everything except the author's own content is left to right, also on right-to-left pages. */
      .room > :not(.reserved),
      .note {
        direction: ltr;
      }
      /* A size container has no width of its own. In layouts that ask for one, the strut gives up to the width of an article, and at least 0. */
      .strut {
        display: grid;
        grid-template-columns: minmax(0, 960px);
      }
      .box {
        container-type: inline-size;
      }
      .note {
        margin: 0;
        color: var(--_muted);
      }
      .empty {
        padding: 48px var(--_gutter);
        text-align: center;
        color: var(--_muted);
      }
    `,
  ];

  /** The element named by `for`. @type {Source} */
  #source = new Source(this);
  /** Draws the figure without controls; loaded on first use. @type {import("./still.js").Still | null} */
  #still = null;
  /** Error of loading the still, if any. @type {Error | null} */
  #stillTrouble = null;
  /** @type {Promise<void> | null} */
  #loaded = null;
  /** The first picture waits for this promise. @type {Promise<unknown> | undefined} */
  #ready;
  #presence = new Presence(this, {
    load: () => this.#loadNow(),
    rest: () => this.ownsStore && this.store.rest(),
  });
  #isNear = false;
  #first = new FirstView(this, allIsThere);
  /** @type {Room} */
  #kept = new Room(this, () => this.#isDrawable && this.#first.isThere);
  /** Name of the room reserved before the first view. @type {string | undefined} */
  #room;
  /** Whether a language has been loaded. After that, a change keeps the old words until the new language is loaded. */
  #hasSpoken = false;

  connectedCallback() {
    super.connectedCallback();
    if (!this.standsAlone) return;
    this.store.wake();
    this.#presence.come(this.loading === "eager");
  }

  /** Whether the element loads at once, or has been near the viewport. */
  get isNear() {
    return this.#isNear;
  }

  /** Loads without waiting; an event reports errors. */
  #loadNow() {
    this.#isNear = true;
    this.requestUpdate();
    paletteOf(this); // loads the code for the author's colours together with the core
    this.loaded().catch(() => {});
  }

  /** Called when the element named by `for` exists. Loads that element too. */
  sourceFound() {
    if (this.#isNear) this.#loadNow();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#presence.leave();
  }

  /** Whether the element shows only its picture. */
  get isStill() {
    return this.readonly;
  }

  /** Whether the element loads itself and handles its own keys. Also true for an element that shows the state of another. */
  get standsAlone() {
    return this.ownsStore || Boolean(this.for);
  }

  /**
   * Delays the first picture, for example until a page has read settings from its address. Call it in the task that defines the element, or
   * earlier.
   * @param {Promise<unknown>} ready
   */
  holdUntil(ready) {
    this.#ready = ready.catch(() => {});
  }

  /** Resolves when the core is loaded, trained weights are there, and there is a picture or a problem to show. @returns {Promise<void>} */
  async loaded() {
    if (this.for) return /** @type {any} */ (await this.#source.there()).loaded();
    await Promise.all([(this.#loaded ??= this.#load()), spoken(this)]);
    this.store.wake();
    await this.store.settled();
    if (!this.isConnected) this.#presence.leave();
  }

  async #load() {
    await nextTask(); // let the script that defines the element end: it may call holdUntil()
    await this.#ready;
    try {
      await this.store.load();
    } catch (error) {
      this.#loaded = null; // the next call loads again
      throw error;
    }
  }

  /** Loads again after a failure. */
  #again() {
    this.loaded().catch(() => {}); // an event reports the error
  }

  /** The view that pictures and files are made from. @returns {import("../state/views.js").View} */
  get pictured() {
    return "walk";
  }

  /** The name of the reserved room, a key of ROOMS; a walk that opens on a wrong path has the room of that path, if there is one. */
  get roomName() {
    const { waiting, wrong } = this.store.state;
    const fault = waiting.wrong ?? wrong?.fault ?? "none";
    const ofFault = `wrong-${fault}`;
    return this.pictured === "walk" && Object.hasOwn(ROOMS, ofFault) ? ofFault : this.pictured;
  }

  /** Whether there are controls above the view. */
  get isTopped() {
    return false;
  }

  /** Renders the first picture in a new task, because computing its numbers is a long task already. */
  scheduleUpdate() {
    const isFirst = this.store.state.status === "ready" && !this.#first.rendered;
    return isFirst ? inTurn(() => super.scheduleUpdate()) : super.scheduleUpdate();
  }

  /** Also waits for the elements in the view. */
  getUpdateComplete() {
    return this.#first.complete(() => super.getUpdateComplete());
  }

  get #isDrawable() {
    const { picture, settings } = this.store.state;
    return Boolean(picture && hasInput(settings));
  }

  render() {
    const { status, picture } = this.store.state;
    const isReady = status === "ready";
    if (isReady) this.#first.begin();
    const awaits = status === "waiting" || (!this.#isDrawable && this.store.awaitsWeights);
    const still = this.isStill || (this.readonly && awaits);
    const isImage = Boolean(picture?.patches); // as high as the image, so no height can be reserved
    const free = this.#kept.isFree || isImage || (isReady && !this.#isDrawable && !awaits);
    const coming = isReady && !this.#first.isThere;
    if (!this.#first.isThere) this.#room = this.roomName;
    const room = [
      this.#room?.startsWith("wrong-") ? this.#room : this.roomName.replace(/^wrong-.*/, "walk"),
      this.isTopped && "topped",
      still && "still",
      free && "free",
      coming && "coming",
    ]
      .filter(Boolean)
      .join(" ");
    return html`<div class="strut"></div>
      <div class="box" spoken lang=${this.locale?.lang ?? "en"}>
        <div class="room ${this.standsAlone ? room : "free"}">
          ${this.#invalidValues()}${this.#content()}
          <div class="end"></div>
        </div>
      </div>
      <slot name="caption" part="caption"></slot>`;
  }

  #invalidValues() {
    const waits = this.store.state.status === "waiting";
    const said = [
      ...(waits ? [] : this.invalidValues.map((each) => messageText(each, this))),
      ...(this.#source.isMissing ? [say(MESSAGES, this).nobody(quoteValue(this.for))] : []),
    ];
    return invalidValuesNote(said, this);
  }

  #content() {
    const { status, failure } = this.store.state;
    if (status === "failed") return failureNote(failure, this, () => this.#again());
    const mute = !this.#hasSpoken && isMute(this);
    if (status === "waiting" || mute) return loadingNote(mute ? "" : say(MESSAGES, this).loading);
    this.#hasSpoken = true;
    const drawable = this.#isDrawable;
    return drawable && this.isStill ? this.#stillPicture() : this.renderReady(drawable);
  }

  #stillPicture() {
    if (this.#still) return html`${this.renderProblem()}${this.#still.render()}`;
    if (this.#stillTrouble !== null)
      return html`<div class="reserved">
        ${loadFailed(this.#stillTrouble, this, () => this.#loadStill())}
      </div>`;
    this.#loadStill();
    return html`<div class="reserved"></div>`;
  }

  #loadStill() {
    this.#stillTrouble = null;
    import("./still.js")
      .then(({ Still }) => void (this.#still ??= new Still(/** @type {any} */ (this))))
      .catch((error) => (this.#stillTrouble = error))
      .finally(() => this.requestUpdate());
  }

  /** @param {boolean} _drawable whether there is a picture @returns {unknown} */
  renderReady(_drawable) {
    return html``;
  }

  /** The message of refused settings. */
  renderProblem() {
    return this.standsAlone && this.store.state.problem ? this.renderNothing() : "";
  }

  /** Placeholder for a picture. */
  renderNothing() {
    return html`<p class="empty">${this.#reason}</p>`;
  }

  /** The picture on show. @throws {Error} with the page's message if there is none */
  shown() {
    const { picture, settings } = this.store.state;
    if (!picture || !hasInput(settings)) throw new Error(this.#reason);
    return picture;
  }

  /** The message in place of a missing picture: why there is none, or how to get one. */
  get #reason() {
    const { problem } = this.store.state;
    return problem ? messageText(problem, this) : say(MESSAGES, this).empty;
  }
}

/** Resolves when everything in the first view is rendered, and every panel of it loaded. */
async function allIsThere() {
  await renderQueueEmpty();
  while (isLoading()) {
    await allLoaded();
    await renderQueueEmpty();
  }
}
