export { loadCore } from "./load.js";
export { Core } from "./core.js";
export { HeadscopeError, refusal } from "./errors.js";
export { Layer } from "./layer.js";
export { Run } from "./run.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./types.js").Config} Config */
/** @typedef {import("./cost.js").Cost} Cost */
/** @typedef {import("./types.js").Cut} Cut */
/** @typedef {import("./types.js").Difference} Difference */
/** @typedef {import("./types.js").Embedding} Embedding */
/** @typedef {import("./types.js").Evaluation} Evaluation */
/** @typedef {import("./cost.js").Extent} Extent */
/** @typedef {import("./types.js").Fault} Fault */
/** @typedef {import("./types.js").ForwardInput} ForwardInput */
/** @typedef {import("./types.js").Gradients} Gradients */
/** @typedef {import("./types.js").KeyValues} KeyValues */
/** @typedef {import("./types.js").LayerOptions} LayerOptions */
/** @typedef {import("./types.js").Rope} Rope */
/** @typedef {import("./types.js").Measures} Measures */
/** @typedef {import("./message.js").Message} Message */
/** @typedef {import("./types.js").ModelConfig} ModelConfig */
/** @typedef {import("./types.js").ModelOptions} ModelOptions */
/** @typedef {import("./types.js").Operation} Operation */
/** @typedef {import("./types.js").Prediction} Prediction */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").StepTensor} StepTensor */
/** @typedef {import("./types.js").TensorInput} TensorInput */
/** @typedef {import("./types.js").TensorOutput} TensorOutput */
/** @typedef {import("./types.js").Translation} Translation */
/** @typedef {import("./translator.js").Translator} Translator */
/** @typedef {import("./types.js").TranslatorEvaluation} TranslatorEvaluation */
/** @typedef {import("./types.js").TranslatorOptions} TranslatorOptions */
