// Types of an element in Svelte templates: accepted and rejected values.
import "headscope/svelte";
import type { SvelteHTMLElements } from "svelte/elements";

type Explainer = SvelteHTMLElements["mha-explainer"];

export const taken: Explainer = {
  tokens: ["a", "b", "c"],
  heads: 2,
  "d-model": 8,
  role: "group",
  attention: { data: new Float32Array(4), shape: [1, 2, 2] },
  onclick: ({ clientX }) => clientX,
  onstatechange: ({ detail }) => detail.changed.join(),
};
// @ts-expect-error: a step is named by its id
export const refused: Explainer = { step: 3 };
// @ts-expect-error: a change of state has no such detail
export const unheard: Explainer = { onstatechange: ({ detail }) => detail.chosen };
