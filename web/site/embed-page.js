/** The hosted page that builds tags, around the element <mha-embed>. The address holds the state. */
import "../elements/default-model.js";
import "../elements/language-model.js";
import "../elements/vision-model.js";
import "../elements/embed.js";
import "./header.js";
import { keepInAddress } from "./address.js";
import { carryState } from "./carry.js";

const embed = /** @type {import("../elements/embed.js").Embed | null} */ (
  document.querySelector("mha-embed")
);
const figure = /** @type {import("../elements/explainer.js").Explainer | null} */ (
  document.querySelector("mha-explainer")
);

if (embed) keepInAddress(embed, () => embed.store?.state.playing === true);
if (figure) carryState(figure);
