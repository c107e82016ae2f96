import { css, html } from "lit";
import { AsTable } from "../../kit/elements/as-table.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { Panel } from "../../kit/elements/panel.js";
import { segments, segmentStyles } from "../../kit/elements/segments.js";
import { paintedIn, withPainted } from "../../kit/state/painted.js";
import { shareSaid } from "../../kit/text/share.js";
import { say } from "../../kit/text/words.js";
import { nameOfToken } from "../state/names.js";
import { shownIn } from "../state/shown.js";
import { PATCHES } from "../words.js";

/** What the model of pictures calls the picture, and the patches that the reader paints black. */
export class PatchClasses extends Panel {
  static styles = [
    Panel.styles,
    segmentStyles,
    barStyles,
    css`
      :host {
        font-size: 13px;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
        min-height: 30px;
        margin: 6px 0;
      }
      .row > button {
        min-height: 28px;
        padding: 0 10px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
      }
      .row > button:hover {
        border-color: var(--_ink);
      }
      ul {
        max-width: 540px;
        margin: 6px 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: grid;
        grid-template-columns: minmax(80px, 1fr) minmax(0, 2fr) 40px;
        align-items: center;
        gap: 8px;
        min-height: 20px;
      }
      .most {
        font-weight: 600;
      }
      .share {
        text-align: end;
        font-variant-numeric: tabular-nums;
      }
      p {
        margin: 4px 0;
      }
    `,
  ];

  render() {
    const { store } = this;
    const { classes } = store?.state.picture?.own ?? {};
    if (!store || !classes) return html``;
    const words = say(PATCHES, this);
    const [most] = [...classes].sort((a, b) => b.probability - a.probability);
    return html`${this.#paint(store)}
      <p aria-live="polite">
        ${words.calls({ name: this.#named(most.name), share: shareSaid(most.probability) })}
      </p>
      <ul aria-label=${words.classes}>
        ${classes.map(
          (each) =>
            html`<li class=${each === most ? "most" : ""}>
              <span>${this.#named(each.name)}</span>
              <span>${bar(each.probability, { most: 1, fill: "var(--_H)" })}</span>
              <span class="share">${shareSaid(each.probability)}</span>
            </li>`,
        )}
      </ul>
      ${AsTable.of({
        ...{ name: "classes", corner: words.class, columns: [words.probability] },
        rows: () => classes.map(({ name, probability }) => [this.#named(name), probability]),
      })}`;
  }

  /** What a press on the image does, and buttons for the patch that asks. @param {import("../../kit/state/store.js").Store} store */
  #paint(store) {
    const { settings, look } = store.state;
    const words = say(PATCHES, this);
    const { patches, of, token } = shownIn(store.state);
    const painted = paintedIn(settings.painted);
    const isPatch = patches.placeOf(token) !== null;
    const choose = (/** @type {string} */ way) => store.look({ paints: way === "paint" });
    const toggle = () =>
      store.configure({ painted: withPainted(settings.painted, token, !painted.includes(token)) });
    const said = painted.includes(token) ? words.unpaint : words.paint;
    return html`<div class="row">
      <span>${words.pressing}</span>
      ${segments(words.pressing, ["ask", "paint"], words.presses, look.paints ? "paint" : "ask", choose)}
      ${isPatch ? html`<button id="paint" @click=${toggle}>${said(nameOfToken(patches, of.tokens, token, this))}</button>` : ""}
      ${painted.length ? html`<button id="whole" @click=${() => store.configure({ painted: "" })}>${words.whole}</button>` : ""}
    </div>`;
  }

  /** A class in the reader's language, by the name of its first picture. @param {string} name */
  #named(name) {
    return this.locale?.settings?.visionPicture?.named?.[name] ?? name;
  }
}
