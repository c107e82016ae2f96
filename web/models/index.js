export { openCheckpoint } from "./open-checkpoint.js";
export { Model } from "./state/loaded-model.js";
export { ModelRun } from "./state/model-run.js";
export { Study, joinStudies, readStudy } from "./state/study.js";
export { namesOf } from "./state/study-names.js";
export { readSentences, sentencesOf } from "./state/sentences.js";

/** @typedef {import("./state/checkpoint.js").ModelInfo} ModelInfo */
/** @typedef {import("./state/run-options.js").GenerateOptions} GenerateOptions */
/** @typedef {import("./state/run-options.js").RunOptions} RunOptions */
/** @typedef {import("./state/run-options.js").Text} Text */
/** @typedef {import("./state/study-engine.js").StudyOptions} StudyOptions */
/** @typedef {import("./state/study-names.js").HeadName} HeadName */
/** @typedef {import("./state/pictures.js").Image} Image */
/** @typedef {import("./state/model-run.js").PredictedPiece} PredictedPiece */
/** @typedef {import("./state/tokenizer.js").Token} Token */
