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
  npy_float16: "{name} is float16, too coarse to tell a slip from rounding: run it in float32",
  npy_complex: "{name} is complex: save real numbers",
  npy_bfloat16: "{name} is bfloat16, which NumPy does not know: save it as x.float().numpy()",
  npy_structured: "{name} is a structured array: save each field as an array of its own",
  npy_dtype: "{name} is of dtype {dtype}, which is not read: save it as float32 or float64",
  npy_size:
    "{name} has {bytes} bytes of numbers, where shape {shape} of {dtype} takes {expected}: it is damaged or cut off, save it again",
  // The layer.
  arrays_missing:
    'the file has no {missing}: it takes {needed} and num_heads, as in np.savez("my.npz", x=x, wQ=wQ, …, num_heads=8)',
  nothing_to_compare: "the file has nothing to compare: save what your code made too, any of {results}",
  x_shape: "x has shape {shape}; expected (T, d_model) or (B, T, d_model)",
  num_heads_value: "num_heads is {value}; expected a whole number, 1 or more",
  num_heads_array: "num_heads is an array of shape {shape}; expected a whole number, 1 or more",
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
