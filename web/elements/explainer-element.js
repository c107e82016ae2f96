import { define } from "../kit/elements/define.js";
import { Figure } from "../kit/elements/figure.js";
import { SaveMenu } from "./save-menu.js";
import { Controls } from "./settings/controls.js";
import { Sentence } from "./settings/sentence.js";
import { Explainer } from "./explainer.js";

/** The explainer, without the panels of its views. @type {Record<string, CustomElementConstructor>} */
const ELEMENTS = {
  "mha-figure": Figure,
  "mha-sentence": Sentence,
  "mha-controls": Controls,
  "mha-save": SaveMenu,
  "mha-explainer": Explainer,
};

for (const [name, element] of Object.entries(ELEMENTS)) define(name, element);
