/** The hosted page with a model that learns, around the same element that anyone can embed. The address holds the state. */
import "../elements/train.js";
import "./header.js";
import { keepInAddress } from "./address.js";

const train = /** @type {import("../elements/train.js").Train | null} */ (
  document.querySelector("mha-train")
);

if (train) train.pages = { walk: "./", heads: "heads.html" };
if (train) keepInAddress(train, () => train.store.state.pace !== null);
