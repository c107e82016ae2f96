/** The hosted page that builds the tag: a thin host of the element that does. What is built stands in its address. */
import "../elements/embed.js";
import { carry } from "./header.js";
import { keepInAddress } from "./address.js";

const embed = /** @type {import("../elements/embed.js").Embed | null} */ (
  document.querySelector("mha-embed")
);
const figure = /** @type {import("../elements/explainer.js").Explainer | null} */ (
  document.querySelector("mha-explainer")
);

if (embed) keepInAddress(embed, () => embed.store?.state.playing === true);
if (figure) carry(figure);
