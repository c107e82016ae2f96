import { messagesOf } from "../kit/text/refusals.js";

/** Messages about images and their grids, in English, by id, like those of kit/text/refusals.js. */
export const PATCH_REFUSALS = {
  patches_image_kind:
    "image is {value}; expected a URL, a Blob, an ImageData, a canvas, or pixels as { data, shape: [height, width, 3] }",
  patches_image_no_pixels: "image is {value}; expected pixels as { data, shape: [height, width, 3] }",
  patches_image_without_attention:
    "image and grid without attention: pass attention as { data, shape: [heads, queries, keys] }, whose tokens are the patches",
  patches_image_no_number:
    "data of image holds {value}; expected numbers from 0 to 255, or from 0 to 1, in a typed array or a plain array",
  patches_extra_alone:
    "extra {extra} counts the tokens before the patches: set grid to the rows and columns of the patches too, as [14, 14]",
  patches_image_shape:
    "image has shape {shape}; expected (height, width, 3), or (height, width) of grey: a tensor (3, height, width) is transposed first",
  patches_image_count: "image of shape {shape} has {expected} numbers, and data has {count}",
  patches_image_range:
    "image has numbers from {least} to {most}; expected 0 to 1, or 0 to 255: undo the normalisation of a processor, as pixels * std + mean",
  patches_image_broken:
    "image {name} could not be read: {reason}; expected a PNG, JPEG, WebP, GIF or SVG, from this site or one that allows CORS",
  patches_image_undecoded: "it is no picture that this browser decodes",
  patches_image_alone: "image without a grid: set grid to the rows and columns of its patches, as [14, 14]",
  grid_form: "grid is {value}; expected two whole numbers above 0, rows and columns, as [14, 14]",
  extra_form:
    "extra is {value}; expected the number of tokens before the patches, a whole number from 0 on, as 1 for [CLS]",
  grid_misfit:
    "a grid of {rows} by {columns} after extra {extra} makes {made} tokens, and the attention has {keys} keys: {fits}",
  grid_fits_extra: "set extra to {extra}",
  grid_fits_square: "set grid to [{side}, {side}]",
  grid_fits_words:
    "set extra to {extra}, or name the tokens that are no patches, {others} of them, if words follow the patches",
  grid_fits_square_or_words:
    "set grid to [{side}, {side}], set extra to {extra}, or name the tokens that are no patches, {others} of them, if words follow the patches",
  grid_fits_none: "rows times columns plus extra is the number of keys",
  grid_names:
    "tokens {tokens} for {keys} keys, of which {patches} are patches: name the {others} that are none, or all {keys}",
  grid_queries:
    "tokens {tokens} for {queries} queries that are no patches: name all {queries}, or none, and they are numbered",
  grid_key_tokens:
    "keyTokens {tokens} for {keys} queries and {keys} keys: as many of both are read as patches that look at each other, which tokens alone names",
};

export const refusedPatches = messagesOf(PATCH_REFUSALS);
