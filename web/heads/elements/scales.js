import { HEADS } from "../words.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { scaleOfHead } from "../../kit/state/look.js";
import { isScaled, scaled } from "../state/scaling.js";
import { keyLeads } from "../../kit/elements/keys.js";
import { rescale, shareOf, tokenIn } from "../state/share.js";
import { shareSaid } from "../../kit/text/share.js";

/** @import { Bar } from "../draw/head-maps.js" */
/** @import { Store } from "../../kit/state/store.js" */

const MOST = 2;
const FINE = 0.05;

/**
 * A slider below each bar scales the head's output, from 0 to 2. One tab stop, at the selected head; up and down move between heads.
 * @param {HTMLElement} box  overlay of the picture; contains only the sliders
 * @param {readonly Bar[]} bars
 * @param {{ store: Store, place: { top: number, high: number }, track: (bar: Bar) => number, speaker: import("../../kit/text/words.js").Localized }} how
 */
export function placeScales(box, bars, { store, place, track, speaker }) {
  while (box.children.length > bars.length) box.lastElementChild?.remove();
  while (box.children.length < bars.length) box.append(slider(box, store));
  const { look, selection } = store.state;
  const words = say(HEADS, speaker);
  const picture = /** @type {import("../../kit/state/picture.js").Picture} */ (store.state.picture);
  const names = namesOfHeads(picture, speaker);
  const token = tokenIn(store.state);
  const chosen = Math.max(
    0,
    bars.findIndex(({ head }) => head === selection.head),
  );
  bars.forEach((bar, n) => {
    const input = /** @type {HTMLInputElement} */ (box.children[n]);
    const scale = scaleOfHead(look, bar.head);
    input.dataset.head = String(bar.head);
    if (Number(input.value) !== scale) input.value = String(scale);
    input.ariaLabel = words.slider(names.full(bar.head));
    input.setAttribute(
      "aria-valuetext",
      words.sliderAt({ scale, share: shareSaid(shareOf(picture, look, token, bar.head)) }),
    );
    input.tabIndex = n === chosen ? 0 : -1;
    const [top, width] = [bar.y + place.top, track(bar)];
    for (const [name, length] of Object.entries({ left: bar.x, top, width, height: place.high }))
      input.style.setProperty(name, `${length}px`);
  });
}

/** @param {HTMLElement} box @param {Store} store */
function slider(box, store) {
  const input = document.createElement("input");
  Object.assign(input, { type: "range", min: "0", max: String(MOST), step: String(FINE) });
  const head = () => Number(input.dataset.head);
  input.addEventListener("input", () =>
    rescale(store, scaled(store.state.look, head(), Number(input.value))),
  );
  input.addEventListener("dblclick", () => rescale(store, scaled(store.state.look, head(), 1)));
  input.addEventListener("keydown", (event) => {
    const along = { ArrowDown: "ArrowRight", ArrowUp: "ArrowLeft" }[event.key];
    if (along) {
      const all = /** @type {HTMLElement[]} */ ([...box.children]);
      const to = keyLeads(new KeyboardEvent("keydown", { key: along }), all.indexOf(input), all.length);
      if (to !== null) all[to].focus({ preventScroll: true });
      event.preventDefault();
    }
    // Escape first resets scales; one press undoes one thing.
    if (event.key === "Escape" && isScaled(store.state.look)) rescale(store, { scales: {} });
    else if (event.key === "Escape") return;
    event.stopPropagation();
  });
  return input;
}
