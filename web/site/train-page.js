/** The hosted page on which a model learns: a thin host of the same element anyone can embed. What is shown stands in its address. */
import "../elements/train.js";
import "./header.js";
import { keepInAddress } from "./address.js";

const train = /** @type {import("../elements/train.js").Train | null} */ (
  document.querySelector("mha-train")
);

if (train) train.pages = { walk: "./", heads: "heads.html" };
if (train) keepInAddress(train, () => train.store.state.pace !== null);
