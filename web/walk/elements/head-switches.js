import { html, nothing, render } from "lit";
import { SCENES } from "../../kit/text/scenes.js";
import { capitalize, namesOfHeads } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";

/**
 * @typedef {import("../draw/head-sum.js").Box} Box
 * @typedef {import("../draw/head-sum.js").Switches} Switches
 * @typedef {import("../../kit/state/store.js").Store} Store
 */

/**
 * Buttons over the strips of a sum of heads, which switch heads off, and over the switch that makes W_O the identity.
 * @param {HTMLElement} box  overlay of the picture
 * @param {Switches | undefined} switches  of the scene; undefined removes the buttons
 * @param {Store} store
 * @param {import("../../kit/text/words.js").Localized} speaker
 */
export function placeHeadSwitches(box, switches, store, speaker) {
  const { picture, look } = store.state;
  render(switches && picture ? html`${buttons(switches, picture)}` : nothing, box);

  /** @param {Switches} switches @param {NonNullable<Store["state"]["picture"]>} picture */
  function buttons({ heads, identity, sum, said }, picture) {
    const words = say(SCENES, speaker);
    const names = namesOfHeads(picture, speaker);
    const isChanged = sum.identity || heads.some((_, head) => sum.off(head));
    return html`${identity && button(identity, words.identity, sum.identity, () => store.look({ identity: !sum.identity }))}
      ${heads.map((place, head) => {
        const isOff = sum.off(head);
        const { [head]: _, ...others } = look.scales;
        const scales = isOff ? others : { ...others, [head]: 0 };
        return button(place, capitalize(words.inSum(names.full(head))), !isOff, () => store.look({ scales }));
      })} <span class="unseen" role="status">${isChanged ? said : ""}</span>`;
  }
}

/** @param {Box} place @param {string} label @param {boolean} on @param {() => void} press */
const button = ({ x, y, w, h }, label, on, press) =>
  html`<button
    role="switch"
    aria-checked=${on}
    aria-label=${label}
    .style=${`left:${x}px;top:${y}px;width:${w}px;height:${h}px`}
    @click=${press}
  ></button>`;
