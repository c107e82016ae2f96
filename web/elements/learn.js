/** Defines what stands beside a figure in a lesson: numbers of it, and questions to it. Outside a browser it does nothing. */
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
