import { HeadscopeError } from "../core/errors.js";
import { messagesOf } from "../kit/text/refusals.js";

/**
 * Messages about files that cannot be read or checked, in English, by id, with a blank "{name}" for each parameter. Other languages have them in
 * `messagesById`.
 */
export const CHECK_REFUSALS = {
  // The file.
  file_is_npy: "the file is one array (.npy), which has no name: save all of them with np.savez",
  file_is_pickle: "the file is a pickle: save your arrays with np.savez",
  file_is_hdf5: "the file is HDF5: save your arrays with np.savez",
  file_is_empty_zip:
    "the file is a zip with nothing in it: name the arrays, as in np.savez(file, x=x, wQ=wQ)",
  file_is_empty: "the file is no .npz: it is empty; save your arrays with np.savez",
  file_is_no_npz:
    "the file is no .npz: it begins with {bytes}, and a zip begins with PK; save your arrays with np.savez",
  file_of_torch: "the file is one of torch.save: turn each tensor into an array, t.numpy(), and use np.savez",
  entry_is_no_npy: "{entry} in the file is no .npy: save your arrays with np.savez",
  zip_entries_overlap: "the zip's entries overlap at {name}: save your arrays with np.savez",
  zip_entry_undeclared:
    "{name} unpacks to more than the {bytes} bytes that the zip declares: save your arrays with np.savez",
  zip_damaged: "the zip is damaged or cut off ({reason}): save it again, or copy it again",
  file_too_large:
    "{name} takes {size} unpacked, and at most {most} are read: save fewer tokens or a smaller layer, which takes the same path",
  file_too_large_up_to:
    "all up to {name} takes {size} unpacked, and at most {most} are read: save fewer tokens or a smaller layer, which takes the same path",
  // One array.
  npy_no_magic: "{name} does not begin as an .npy does: save it with np.savez",
  npy_version: "{name} is .npy of version {version}, and 1 to 3 are known",
  npy_long_header: "{name} has a header of {bytes} bytes, and at most {most} are read: save it with np.savez",
  npy_cut_off: "{name} is cut off in its header: save it again",
  npy_header: "{name} has a header that tells no dtype, order and shape: save it with np.savez",
  npy_objects:
    "{name} holds Python objects (arrays of different sizes, or None): save each as an array of its own",
  npy_complex: "{name} is complex: save real numbers",
  npy_structured: "{name} is a structured array: save each field as an array of its own",
  npy_dtype: "{name} is of dtype {dtype}, which is not read: save it as float32 or float64",
  npy_long_text: '{name} is a text of more than {most} characters; expected one word, such as "half"',
  npy_size:
    "{name} has {bytes} bytes of numbers, where shape {shape} of {dtype} takes {expected}: it is damaged or cut off, save it again",
  // Values in JavaScript.
  given_no_object:
    "check was given {given}; expected an object with arrays by name, as check({ num_heads: 8, x, wQ, wK, wV, wO, output })",
  given_ragged: "{name} holds {found} where {expected} was expected: all rows of an array have one length",
  given_too_deep: "{name} has more than {most} dimensions; expected at most those of attention, (B, H, T, T)",
  given_no_number: "{name} holds {value}; expected numbers or booleans",
  // The layer.
  arrays_missing:
    'the arrays lack {missing}: expected {needed} and num_heads, in a file as by np.savez("my.npz", x=x, wQ=wQ, …, num_heads=8)',
  nothing_to_compare: "the file has nothing to compare: save what your code made too, any of {results}",
  x_shape: "{name} has shape {shape}; expected (T, d_model) or (B, T, d_model)",
  num_heads_value: "{name} is {value}; expected a whole number, 1 or more",
  num_heads_array: "{name} is an array of shape {shape}; expected a whole number, 1 or more",
  num_heads_missing:
    "the file has no num_heads, and no attention (B, H, T, T) that tells it: save num_heads=8 too",
  matrices_apart:
    "{matrices} do not go with x of d_model {d_model}: expected wQ, wK, wV ({d_model}, …) and wO (…, {d_model}), or all four transposed as nn.Linear's are",
  value_columns:
    "wV has {columns} columns; expected {expected}, for {heads} heads of the {features} features that wO reads of each",
  key_heads_apart:
    "wK has room for {kv_heads} heads of d_k {d_k}, which {heads} heads cannot share evenly: expected {d_model} × {width}, or fewer whole groups",
  no_multiple:
    "{name} is {width} wide, which is no multiple of {of} {parts}: save the {of} that your code used",
  kernel_shapes:
    "{arrays} do not go together: expected q, k and v as (B, H, T, d), (B, T, H, d) or (B·H, T, d), or x and the weights too",
  kv_heads_told:
    "num_kv_heads is {told}, but wK has room for {found} heads of d_k {d_k}: save the number that your code used",
  fused_apart:
    "{name} {shape} and wO {out} do not go with x of d_model {d_model}: expected ({d_model}, …) and (…, {d_model}), or both transposed as nn.Linear's are",
  fused_width:
    "{name} makes {width} columns, which are no queries of {heads} heads, keys and values of {features} features each: expected {features} × ({heads} + 2 · num_kv_heads)",
  layout_unknown: 'qkv_layout is "{layout}"; expected one of {known}',
  fused_bias: "{name} has {length} numbers; expected {width}, one for each column of {matrix}",
  weights_unread:
    "{unread} would not be read beside {read}: save one fused matrix with its bias, or wQ, wK, wV with biases of their own",
  latent_biases:
    "the file has wDKV and {biases}, and latent attention is computed without biases: leave them out if your code adds none",
  latent_missing:
    "the file has wDKV and no {missing}: latent attention takes wDKV (d_model, rank) and wKR (d_model, d_rope)",
  // Options.
  option_no_number: "{name} is an array of shape {shape}; expected one number",
  rope_style_unknown:
    'rope is "{style}", which is not computed; expected "half" (i with i + d/2) or "interleaved" (2i with 2i + 1)',
  rope_scaling_unknown:
    'rope_scaling is "{scaling}", which is not computed; expected a factor, with rope_length, rope_low and rope_high for Llama 3.1\'s',
  norm_width:
    "{name} has {width} numbers; expected {d_k}, one for each feature of a head: a norm over all heads is not computed",
  one_a_head: "{name} has shape {shape}; expected {heads} numbers, one a head",
  window_value:
    "window is {value}; expected a number of keys, or the numbers before and after a query; -1 is all",
  mask_sense_unknown: 'attn_mask_true is "{sense}"; expected "blocked" or "allowed"',
  attn_mask_shape: "attn_mask has shape {shape}; expected one of {expected}",
  past_heads_shape: "{name} has shape {shape}; expected {expected}, or the heads merged",
  past_half: "the file has no {missing}: a cache takes past_key and past_value",
  padding_shape: "key_padding_mask has shape {shape}; expected {expected}, true where a key is padding",
};

/** @typedef {keyof typeof CHECK_REFUSALS} CheckRefusal */

const refused = messagesOf(CHECK_REFUSALS);

/**
 * Creates an error to throw, of the class of the package's core. The core exports no other way to create one;
 * the command shares that core.
 * @param {import("../core/errors.js").ErrorCode} code @param {CheckRefusal} id
 * @param {Readonly<Record<string, import("../core/message.js").Parameter>>} [parameters]
 */
export function checkRefusal(code, id, parameters) {
  const said = refused(id, parameters);
  return new HeadscopeError(code, said.message, said);
}
