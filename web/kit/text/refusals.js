import { HeadscopeError } from "../../core/errors.js";
import { message } from "../../core/message.js";

/**
 * Messages of the page in English, by id, with a blank "{name}" for each parameter. Other languages have them in `messagesById`.
 *
 * @typedef {import("../../core/message.js").Message} Message
 * @typedef {import("../../core/message.js").Parameter} Parameter
 */

/** Returns a function that makes a message of a table from its id. @template {Readonly<Record<string, string>>} Forms @param {Forms} forms */
export const messagesOf =
  (forms) =>
  /** @param {keyof Forms & string} id @param {Readonly<Record<string, Parameter>>} [parameters] @returns {Message} */
  (id, parameters) =>
    message(id, forms[id], parameters);

/** A HeadscopeError with code "config" from a message. @param {Message} said */
export const inConfig = (said) => new HeadscopeError("config", said.message, said);

/** A HeadscopeError with code "shape" from a message. @param {Message} said */
export const inShape = (said) => new HeadscopeError("shape", said.message, said);

/**
 * An error of another class from a message.
 * @template {Error} Kind @param {new (message: string) => Kind} Kind @param {Message} said @returns {Kind & Message}
 */
export const makeError = (Kind, said) => Object.assign(new Kind(said.message), said);

export const REFUSALS = {
  more_than_shown: "{name} {value} is more than this page shows (at most {most})",
  none_of: "{name} {value} is none of {choices}",
  no_flag: "{name} {value} is neither true nor false",
  not_there: "{name} {value} is not there: they go from 0 to {last}",
  no_index: "{name} {value} is not a whole number from 0 on",
  head_twice: "{name} {value} names a head twice",
  no_heads: "{name} {value} is no list of heads, as 2,5",
  scale_out_of_range: "{name} {value} scales head {head} by other than 0 to {most}",
  no_scales: "{name} {value} scales no heads, as 2:0.5,6:0 does",
  no_seed: "{name} {value} is no whole seed from 0 to {most}",
  no_attribute: "{name} is no attribute; did you mean {meant}?",
  only_property:
    "{name} is a property and no attribute: set it in a script, as element.{name} = { data, shape }",
  no_link: 'link {value} is neither "none" nor an address such as https://example.org/headscope/',
  of_training: "training: {reason}",
  step_unknown: 'there is no step "{id}"; the steps are {ids}',
  too_many_rows:
    '{id} {shape} makes a CSV of {rows} rows, of at most {most}: take fewer tokens or heads, one head alone, or all numbers from getTensor("{id}")',
  // Loading.
  file_missing: "{file} did not arrive",
  path_not_loaded: "This wrong path could not be loaded: {reason}",
  // Wrong paths.
  same_everywhere: "{path} makes no difference here: every number comes out the same",
  needs_boolean_mask: "{path} needs a mask of true and false, not one that is added",
  needs_layer: "{path} needs a layer: attention alone has no steps",
  // Trained weights.
  model_learns: "The model learns: step {step} of {steps}",
  unknown_words: "the model does not know the words {words}; it knows {known}",
  trained_with:
    "{name} {value} for weights that were trained with {trained}: leave it out, or choose other weights",
  trained_without: "{name} for weights that were trained without: leave it out, or choose other weights",
  language_model_loads: "The language model is loading",
  no_language_model:
    "the language model is not part of this file: take the modules of the package, or choose other weights",
  vision_model_loads: "The model of pictures is loading",
  no_vision_model:
    "the model of pictures is not part of this file: take the modules of the package in a page, or choose other weights",
  vision_reads_one:
    "the model of pictures reads one picture: remove the second sentence, or choose other weights",
  language_reads_one: "the language model reads one sentence: remove the second one, or choose other weights",
  translation_reads_one:
    "the model reads one English sentence and writes the French one: remove the second one, or choose other weights",
  // Own numbers.
  attention_array:
    "attention is an array; expected { data, shape }, as { data: attention.flat(Infinity), shape: {shape} }",
  attention_no_tensor: "attention is a {kind}; expected { data, shape }, data a typed or plain array",
  attention_shape:
    "attention has shape {shape}; expected (heads, queries, keys), or (layers, heads, queries, keys) of several layers",
  attention_count: "attention of shape {shape} has {expected} weights, and data has {count}",
  tokens_of_attention:
    "tokens {tokens} for attention of {queries} queries and {keys} keys: set tokens to {queries} words, or to none, and they are numbered",
  tokens_and_keys_of_attention:
    "tokens {tokens} and key-tokens {key_tokens} for attention of {queries} queries and {keys} keys: set tokens to {queries} words and key-tokens to {keys}, or to none, and they are numbered",
  input_count:
    "input has shape {shape} and {count} numbers; expected as many as (tokens, d_model) or (1, tokens, d_model) has",
  tokens_of_input:
    "tokens {tokens} for an input of shape {shape}, which has {expected}: set tokens to as many words, or to none, and they are numbered",
  batch_of_own_input:
    "batch-tokens are for words that the page makes vectors of, not for an input of one's own or trained weights",
  row_off: "{count} of {all} rows does not sum to 1",
  rows_off: "{count} of {all} rows do not sum to 1",
  weight_negative: "{count} of {all} weights is negative",
  weights_negative: "{count} of {all} weights are negative",
  weight_no_number: "{count} of {all} weights is no number (NaN)",
  weights_no_numbers: "{count} of {all} weights are no numbers (NaN)",
};

/** @typedef {keyof typeof REFUSALS} Refusal */

export const refused = messagesOf(REFUSALS);

/** The message of a failed import, which names the missing file if the browser does. @param {Error & Partial<Message>} error @returns {Message} */
export function whyUnloaded({ id = "", parameters = {}, message }) {
  const file = id ? undefined : /[^/\s]+\.js\b/.exec(message)?.[0];
  return file ? refused("file_missing", { file }) : { id, parameters, message };
}
