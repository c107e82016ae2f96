import { css, html } from "lit";
import { sideBySideScene } from "../draw/side-by-side.js";
import { indexAt } from "../../kit/draw/slices.js";
import { attentionIn } from "../../kit/state/quantity.js";
import { pathOf } from "../../kit/state/state.js";
import { STUDIES } from "../words.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { Panel } from "../../kit/elements/panel.js";

/** Picked heads side by side, with their mean and difference. */
export class SideBySide extends Panel {
  static styles = [
    Panel.styles,
    css`
      :host {
        margin-top: 14px;
      }
      .top {
        display: flex;
        align-items: baseline;
        justify-content: space-between;
        margin-bottom: 6px;
      }
      h3 {
        margin: 0;
        font-size: 15px;
        font-weight: 600;
      }
    `,
  ];

  /** @type {ReturnType<typeof sideBySideScene> | null} */
  #scene = null;

  render() {
    const { store } = this;
    const picture = store && pathOf(store.state);
    const { look } = store?.state ?? {};
    if (!store || !picture || !look || look.picked.length < 2) return html``;
    const { picked } = look;
    const words = say(STUDIES, this);
    const names = picked.map(namesOfHeads(picture, this).short);
    return html`<div class="top">
        <h3>${words.beside(names)}</h3>
        <button class="link" @click=${() => store.look({ picked: [] })}>${words.close}</button>
      </div>
      <mha-figure
        label=${words.besideLabel(names)}
        .draw=${(/** @type {import("../../kit/draw/marks.js").Surface} */ surface) => {
          const { selection: held, panned } = store.state;
          const view = {
            picture,
            step: attentionIn(picture),
            selection: store.selection,
            held,
            panned,
            look,
          };
          return (this.#scene = sideBySideScene(view, picked, surface));
        }}
        @point=${this.#point}
        @leave=${() => store.preview("", null)}
      ></mha-figure>`;
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const [store, scene] = [this.store, this.#scene];
    const index = scene && indexAt(scene.tensor.layout, x - scene.x, y - scene.y);
    const picture = store && pathOf(store.state);
    if (!store || !picture) return;
    if (!index) store.preview("", null);
    else if (hold) store.hold(attentionIn(picture).id, scene.means(index));
    else store.preview(attentionIn(picture).id, scene.means(index));
  }
}
