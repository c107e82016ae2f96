/** The model of the task "translation" whose weights come with the page: one of its encoder's heads looks at each determiner's noun (npm run study). */
export const TRANSLATION_MODEL = Object.freeze({ task: /** @type {const} */ ("translation"), seed: 11 });

/** File names of its weights, in models/, by step of training. @type {Readonly<Record<number, string>>} */
export const TRANSLATION_FILES = Object.freeze({
  100: "translation-100.safetensors",
  500: "translation.safetensors",
});

/** The same model among all models of the page. @type {Readonly<import("./kept-models.js").AskedModel>} */
export const ASKED_TRANSLATION = Object.freeze({
  ...TRANSLATION_MODEL,
  ...{ layers: 1, stack: "crisp", heads: 4, dModel: 64, step: 500 },
});

/** The default sentence. Its translation has agreement, crossings and a pronoun. */
export const TRANSLATION_SENTENCE = "the small white house sees them";
