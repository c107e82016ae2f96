import { HeadscopeError } from "../core/errors.js";
import { messagesOf } from "../kit/text/refusals.js";

/**
 * Messages about unreadable checkpoints, in English, by id, with a blank "{name}" for each parameter. Other
 * languages have the same ids in their `messagesById`.
 */
export const MODEL_REFUSALS = {
  // The folder.
  not_files:
    'files {files} are no files; expected the files of a folder, or an object of them: { "config.json": blob, … }',
  not_a_file: "{name} is {given}; expected a Blob or a Uint8Array",
  no_paths: "folder {folder}: only Node opens paths; give the files of the folder",
  no_folder:
    "{folder} is no folder on this disk: pass the path of one, or hf: and the model's name on the hub, such as hf:openai-community/gpt2",
  path_of_file: "{file} is a file: pass its folder, {folder}",
  two_checkpoints: "config.json is in {folders}: open one of these folders alone",
  file_unreadable: "{file} could not be read: {reason}",
  folder_unreadable:
    "the files could not be read ({reason}): check that you may read them, or copy them to another folder, and open that",
  file_changed: "{file} no longer has {bytes} bytes: it changed while it was open; open the folder again",
  file_not_fetched: "{file} is a pointer of Git LFS, not the file itself: fetch it with git lfs pull",
  no_hub_name: "{name} is no name on the hub; expected owner/name, such as openai-community/gpt2",
  host_lacks_file: "the host has no {file}: check the address or the model's name",
  host_forbids: "the host does not give {file} (status {status}): ask its owner for access",
  model_is_gated:
    "the hub does not give this model to everybody (status {status}): it is gated or private, or there is none of this name. Look at {page}, accept its licence there, and give a token of your account",
  token_refused:
    "the hub refuses the token (status {status}): accept the model's licence at {page}, and give a token of the same account that may read it",
  host_unreachable:
    "{file} did not arrive after {attempts} attempts ({reason}): check the connection, and try again",
  host_asks_for_pause: "the host of {file} asks for a pause of {seconds} s: try again after it",
  host_file_is_empty: "{file} is empty on its host: take another host, or another revision",
  no_address: "{address} is no address; expected one such as https://example.org/gpt2/",
  address_with_password:
    "the address of {host} holds a name or a password, which messages would show: leave them out, and give a token",
  token_malformed: "the token is no line of printable characters without spaces: copy it again",
  no_room_for_file:
    "{bytes} bytes of {file} do not fit into memory: take a smaller model, or a host that answers ranges",
  host_sends_other_bytes:
    "the host sends other bytes of {file} than were asked for: take another host, or download the folder",
  file_changed_on_host: "{file} changed on its host while it was read: open the model again",
  json_too_long: "{file} has {bytes} bytes, and at most {most} are read: it is no such file",
  no_json: "{file} is no JSON ({reason}): download it again",
  no_json_object: "{file} holds no JSON object: download it again",
  no_config: "there is no config.json among {files}: open the whole folder of the model, as the hub has it",
  // The weights.
  no_safetensors: "{file} is no safetensors file: {reason}; download it again",
  no_weights:
    "there is no model.safetensors among {files}: open the whole folder of the model, as the hub has it",
  weights_are_pickled:
    "{file} is a pickle, which can run any program and is not opened: take model.safetensors from the hub, or save it in Python with model.save_pretrained(folder, safe_serialization=True)",
  weights_are_gguf:
    "{file} is GGUF, a quantised format of llama.cpp: open the folder that it was made from, with config.json and model.safetensors",
  weights_are_adapter:
    "{file} belongs to an adapter, not to a model: merge it into its model in Python with model.merge_and_unload(), and save that",
  weights_are_consolidated:
    "{file} has the names of its maker's own code: open model.safetensors or its shards, with the hub's names",
  weights_are_other:
    "{file} is of another framework: open model.safetensors, or save it in Python with model.save_pretrained(folder, safe_serialization=True)",
  weights_quantised:
    "the weights are quantised by {method}: open the model in F32, F16 or BF16, as it was before",
  shards_without_index: "{files} are parts of the weights, and {index}, which lists them, is missing: add it",
  no_weight_map: "{file} has no weight_map, which names the file of each tensor",
  shard_missing: "{file} is missing, which {index} names: add it",
  tensor_not_in_shard: "{name} is not in {file}, where the index has it: download the file again",
  names_of_another_family:
    "a {family} has {expected}, and the weights have no such tensor; theirs begin with {found}: config.json is of another model, or the names are not the hub's",
  parameter_missing:
    "the weights lack {name} {shape}, which a {family} of this config.json has: download them again, or take the config.json that goes with them",
  parameter_shape:
    "{name} has shape {shape}, and config.json makes it {expected}: take the config.json that goes with the weights",
  tensor_type: "{name} has dtype {dtype}; F32, F16 and BF16 are read: open the model in one of these",
  tensor_missing: "there is no tensor {name} in the weights",
  tensor_too_large:
    "{bytes} bytes of {name} {shape} are asked for, and at most {most} are handed out at once: ask for some of its rows",
  no_row: "{name} {shape} has no row {row}",
  tensor_not_finite: "{name} holds {value}, and so will all that is computed from it",
  // The tokenizer.
  no_tokenizer:
    "the folder has no {file}, which cuts text into pieces: give the pieces' ids, or write the file in Python with AutoTokenizer.from_pretrained(folder).save_pretrained(folder)",
  tokenizer_is_sentencepiece:
    "the folder has no {file}, and SentencePiece's files, such as {models}, are not read: write the file in Python with AutoTokenizer.from_pretrained(folder).save_pretrained(folder), after pip install sentencepiece protobuf; where that writes none, as for Marian and M2M-100, give the pieces' ids, tokenizer(text).input_ids, or take the file of a conversion such as Xenova/opus-mt-en-fr on the hub",
  tokenizer_unknown: "{file} describes no tokenizer that is known: {reason}",
  // Pictures.
  no_preprocessor:
    "the folder has no {file}, which says how pictures are resized: take it from the hub, or give { pixelValues }",
  reads_pictures: "a {family} reads pictures, not text: give a picture",
  no_picture:
    "{given} is no picture; expected { data, width, height }, { data, shape: [height, width, 3] }, a Blob, or an address",
  picture_numbers:
    "{numbers} numbers make no picture of {width} × {height} pixels; expected 4, 3 or 1 for each of them",
  pixel_values:
    "pixelValues has {numbers} numbers in shape {shape}; expected ({channels}, height, width) and a number for each place",
  picture_undecodable:
    "the picture ({type}) could not be decoded ({reason}): take a PNG, JPEG, WebP or GIF that opens elsewhere",
  picture_too_large: "a picture of {width} × {height} pixels is too large; at most {most} pixels are read",
  picture_too_small:
    "a picture of {width} × {height} pixels has no whole patch of {patch}: take a larger one",
  no_picture_decoder:
    "Node decodes no pictures by itself ({reason}): run npm install {package}, or give { data, width, height }",
  picture_animated: "the picture is an animation; its first frame is read",
  picture_transparent: "the picture is transparent in parts, which are read as laid over white",
  no_patch: "mask has {place}; patches stand from place {first} to {last}",
  no_class: "there is no class {answer}; the model has {classes}",
  // A run.
  workers_count:
    "workers {workers} is not a whole number from 1 to {most}: leave it out, and the number of the machine's threads decides",
  worker_ended:
    "the worker that computes this model ended twice, probably because the browser ran out of memory: close other models and tabs, or shorten the text, then run it again",
  no_text: "text {text} is neither a text nor { ids }",
  no_pieces: "there is nothing to read: give a text, or at least one id",
  no_piece: "id {id} is not in the vocabulary of {vocabulary} pieces",
  no_piece_of_name: "there is no piece {piece} in the vocabulary: give another, or its id",
  no_type: "type {type} is not there: the model has {types}",
  types_count: "{given} types are given for {tokens} pieces: give one a piece",
  too_many_pieces:
    "{tokens} pieces are more than the {most} that this model has positions for: shorten the text",
  too_many_for_scaling:
    "{tokens} pieces are more than {most}, from where rope_scaling of config.json (dynamic) depends on the length, which is not computed: shorten the text",
  too_many_weights:
    "{count} weights of {heads} heads over {tokens} pieces make too long a CSV, of at most {most} rows: save one head alone, or take a shorter text",
  attention_too_large:
    "the attention of {tokens} pieces in {layers} layers of {heads} heads takes more memory than there is; at most {most} pieces fit",
  no_mask_piece:
    "pieces are masked by the tokenizer's [MASK] or <mask>, and there is none: give ids in which it stands already",
  mask_needs_masked_model:
    "mask is for models that predict masked pieces, and a {family} predicts the next one",
  attention_mask: "attentionMask is {given}; expected 0 or 1 for each of {tokens} pieces",
  generate_needs_causal:
    "a {family} predicts masked pieces: only models that predict the next piece generate",
  target_needs_encoder: "a {family} has no encoder, and reads no target: give one text",
  kind_needs_encoder:
    "kind {kind} is of a model with an encoder and a decoder; this one has one kind of attention: leave it out",
  no_kind: "there is no kind {kind}; expected one of {known}",
  all_pieces_banned:
    "generation_config.json forbids all of the {most} likeliest pieces: shorten its bad_words_ids, or take a shorter target",
  layer_head_scale: "headScale of layer {layer} has {given} numbers, expected {heads}",
  predictions_kept: "{count} predictions are asked for; a run keeps {most} a piece",
  pieces_listed: "{count} pieces are asked for; expected a whole number from 1 to {most}",
  predicts_nothing: "the weights hold no output layer, so that nothing is predicted",
  no_place: "there is no {what} {place}; the last is {last}",
  writes_of_text:
    "contributions, the lens, circuits and patches need a model that reads one text, such as GPT-2 or BERT: open such a model, and give it a text",
  circuit_places:
    "the places of the query and the key are {given}; expected whole numbers from 0, and the number of tokens, if given, above both, such as { query: 5, key: 2, tokens: 6 }",
  patch_kind: "{what} is nothing to patch; expected one of {kinds}",
  patch_from:
    "the patch is from {from}; expected a run of the same model, such as the result of model.run(text)",
  patch_tokens:
    "the run reads {tokens} tokens, and the run that the patch is from {others}: give a position, or texts of the same number of tokens",
  patch_alike:
    "both sentences answer alike, with {piece}, so that no part can bring a difference back: change another word of one of them",
  patched_stream:
    "the stream of this run is patched, so that its parts do not add up to a logit: patch heads instead, or ask a run without the patch",
  patched_walk:
    "layer {layer} of this run is patched, and a traced run of its attention has no patch: take another layer, or a run without the patch",
  patched_goes_on: "a patched run does not go on: run the longer text with the patch",
  pair_equal: "both sentences have the same pieces: change a word of one of them",
  pair_shares_nothing:
    "the sentences share no piece at their beginning or their end: take the first sentence, and change one of its words",
  pair_only_longer:
    "one sentence only goes on after the other, and no earlier query sees what is added: change a word instead",
  no_temperature:
    "temperature {temperature} is no number of at least 0: 0 takes the likeliest piece, 1 draws by the model's probabilities",
  no_top_k: "top-k {topK} is no whole number from 1 to {most}: {most} draws from all pieces that are kept",
  // config.json.
  no_model_type: "config.json has no model_type; known are {known}",
  unknown_family: "model_type {name} is not known; known are {known}",
  fits_family:
    'model_type {name} is not known; its config.json and all its tensors fit a {family}: to try it so, give { as: "{family}" }, in the command --as {family}, and compare a few numbers with the model’s own code',
  fits_families:
    'model_type {name} is not known; its config.json and all its tensors fit a {family} best, and {others} too: to try it so, give { as: "{family}" }, in the command --as {family}, and compare a few numbers with the model’s own code',
  as_unknown: "as is {as}; expected one of the families that read text: {known}",
  family_refused: "model_type {name} is not read: {what}",
  has_state_space: "it has a state space in place of attention",
  has_recurrence: "it has a recurrence in place of attention",
  has_other_mixers:
    "some of its layers have a state space, a recurrence, a convolution or linear attention in place of attention",
  has_sparse_attention: "its attention joins windows or blocks of keys with tokens that all others see",
  has_relative_attention:
    "its scores have a term of relative positions, which have a projection of their own",
  has_disentangled_attention:
    "its attention is disentangled: its scores have terms of contents with relative positions",
  has_hashed_attention: "its attention finds keys by hashing",
  has_approximate_attention: "its attention is an approximation without a map of all weights",
  has_no_attention: "it has Fourier transforms or convolutions in place of attention",
  has_convolutions: "it has convolutions within its attention, or beside it",
  has_pooling: "its layers shorten the sequence",
  has_bottlenecks: "it has bottlenecks around attention, and several feed-forward networks a layer",
  has_boxes: "it reads where words stand on a page, beside the words",
  has_entities: "it reads entities beside the text, with queries of their own",
  has_chunks: "its attention is cut into chunks of the text",
  has_corrected_router: "its router corrects the scores by which it chooses experts",
  has_squared_relu: "its activation is the square of ReLU",
  has_merged_patches: "it joins patches from stage to stage, within windows that shift",
  has_sound: "it reads sound",
  has_pictures_in_text: "it reads pictures within text",
  config_field: "{file}: {field} is {value}; expected {expected}",
  expected_whole: "a whole number from {least} to {most}",
  expected_positive: "a number above 0",
  expected_flag: "true or false",
  expected_off: "false: models with it are not read",
  expected_unpruned:
    "{}: a model of layers with different numbers of heads is not read; open it as it was before its heads were pruned",
  expected_one_of: "one of {known}",
  expected_each_layer: "one of {known} for each of {layers} layers",
  expected_positives: "{count} numbers above 0",
  expected_unclipped: "null: models whose queries, keys and values are clipped are not read",
  expected_layers: "numbers of layers, from 0 to {most}",
  expected_ids: "an id of a piece from 0 to {most}, or a list of them",
  expected_id_lists: "lists of ids of pieces from 0 to {most}",
  expected_object: "an object",
  expected_missing: "no such field: models with it are not read",
  expected_divisor: "a number that divides {of}",
  expected_pair: "a whole number from 1 to {most}, or two of them: height and width",
  expected_numbers: "{count} numbers",
  config_heads: "config.json: {d_model} features are not divisible by {heads} heads",
  config_kv_heads: "config.json: {heads} heads are not divisible by {kv_heads} heads of keys and values",
  config_rotary:
    "config.json: {width} of {d_head} features are to be turned; expected an even number from 2 on",
  // Many sentences.
  no_studies: "there are no studies to join; expected at least one",
  studies_differ: "one study is of {first}, another of {other}: join parts of one study",
  studies_of_commits:
    "one study is of the commit {first} of the hub, another of {other}: join and go on with parts of one commit",
  study_without_commit:
    "one study is of the commit {commit} of the hub, another of a folder whose commit is unknown: join and go on with parts of one model",
  studies_of_measures:
    "one study has the measures {first}, another {other}: join and go on with parts of the same measures",
  study_without_losses:
    "one study has the measure lossWithout, and the other lacks it: measure both with it (losses: true, or --losses), or both without it",
  losses_are_off:
    "losses is false, and the measures that are asked for include lossWithout: leave out one of the two",
  sentence_twice: "sentence {number} is in two parts: join each part once",
  no_study:
    "the file is no study of heads; expected the arrays of {expected}, as headscope model --study writes them",
  no_measure: "there is no measure {measure}; there are {known}",
  no_mask_for_losses:
    "the loss of a masked model is measured of pieces under [MASK] or <mask>, which the tokenizer lacks: measure without it",
  no_sentences: "{given} gives no sentences; expected an array or another iterable of texts",
  no_sentence: "sentence {number} is {given}; expected a text",
  row_of_study: "a row has {given} numbers; expected {expected}",
  no_exceptions: "exceptions of the measure {measure} are not counted; those of {known} are",
  study_needs_text: "{family} reads pictures; a study of sentences needs a model that reads text",
  study_needs_one_text:
    "{family} reads a source and a target; a study of sentences needs a model that reads one text",
  line_is_no_json: "line {line} is no JSON object: {text}; expected an object with a text in each line",
  no_text_column: "line {line} has no text in the column {column}; its columns are {columns}",
};

/** @typedef {keyof typeof MODEL_REFUSALS} ModelRefusal */

/** A message, such as a notice or a part of another message. */
export const modelMessage = messagesOf(MODEL_REFUSALS);

/**
 * Creates an error to throw. Its class is that of the package's core; see checkRefusal.
 * @param {import("../core/errors.js").ErrorCode} code @param {ModelRefusal} id
 * @param {Readonly<Record<string, import("../core/message.js").Parameter>>} [parameters]
 */
export function modelRefusal(code, id, parameters) {
  const said = modelMessage(id, parameters);
  return new HeadscopeError(code, said.message, said);
}
