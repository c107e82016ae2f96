/** Defines the elements for lessons: numbers of a figure, and questions about it. Does nothing outside a browser. */
import { define } from "../kit/elements/define.js";
import { Check } from "../check/elements/check.js";
import { Predict } from "../learn/elements/predict.js";
import { Value } from "../learn/elements/value.js";

if (typeof customElements === "object") {
  define("mha-value", Value);
  define("mha-predict", Predict);
  define("mha-check", Check);
}

export { Check, Predict, Value };
