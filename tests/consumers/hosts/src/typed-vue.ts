// Types of an element in Vue templates: accepted and rejected values.
import "headscope/vue";
import type { GlobalComponents } from "vue";

type Explainer = InstanceType<GlobalComponents["mha-explainer"]>["$props"];

export const taken: Explainer = {
  tokens: ["a", "b", "c"],
  heads: 2,
  dModel: 8,
  attention: { data: new Float32Array(4), shape: [1, 2, 2] },
  onStatechange: ({ detail }) => detail.changed.join(),
};
// @ts-expect-error: a step is named by its id
export const refused: Explainer = { step: 3 };
// @ts-expect-error: a change of state has no such detail
export const unheard: Explainer = { onStatechange: ({ detail }) => detail.chosen };
