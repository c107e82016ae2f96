import { TENSORS, inJax } from "./python-lines.js";

/** A rotation with NumPy. */
const ROTATE = `\
def rotate(x, first):                                             ~ ?q_rope
    n = $turned  # the other features stay                        ~ ?q_rope ?part
    t, i = np.arange(x.shape[-2]) + first, np.arange(0, <part|n><!part|x.shape[-1]>, 2)  ~ ?q_rope
    angle = t[:, None] / $base ** (i / <part|n><!part|x.shape[-1]>)<scaled_positions| / $scaling>  ~ ?q_rope
    turns = $length / 2 / math.pi / $base ** (i / <part|n><!part|x.shape[-1]>)  # within $length positions  ~ ?q_rope ?scaled_in_part
    kept = np.clip((turns - $low) / ($high - $low), 0, 1)         ~ ?q_rope ?scaled_in_part
    angle = angle * (kept + (1 - kept) / $scaling)                ~ ?q_rope ?scaled_in_part
    angle = angle * np.array([$factors])                          ~ ?q_rope ?scaled_by_pairs
    z = x[..., 0:<part|n>:2] + 1j * x[..., 1:<part|n>:2]          ~ ?q_rope !half
    z = x[..., : <part|n><!part|x.shape[-1]> // 2] + 1j * x[..., <part|n><!part|x.shape[-1]> // 2 :<part| n>]  ~ ?q_rope ?half
    z = z * np.exp(1j * angle)                                    ~ ?q_rope
    turned = np.stack([z.real, z.imag], -1).reshape(*x.shape[:-1], -1)  ~ ?q_rope !half
    turned = np.concatenate([z.real, z.imag], -1)                 ~ ?q_rope ?half
    return np.concatenate([turned, x[..., n:]], -1).copy()        ~ ?q_rope ?part
    return turned.copy()                                          ~ ?q_rope !part
  ~ ?q_rope
  ~ ?q_rope
`;

/** The code around the layer in Python: imports, and the page's numbers. */
export const AROUND = {
  numpy: {
    head: `\
import math

import numpy as np
`,
    rotate: ROTATE,
    page: `

page = np.load("$file")  # the page's numbers, saved by the button beside Copy  ~ ?file
page = $rows  ~ ?rows
page = {name: np.array(rows, np.float32) for name, rows in page.items()}  ~ ?rows
padding = np.arange(%T_k) >= np.array($lengths)  ~ ?padding
`,
  },
  jax: {
    head: `\
import math

import jax.numpy as jnp
import numpy as np  ~ ?file
`,
    rotate: inJax(ROTATE).replaceAll(".copy()", ""),
    page: `

page = np.load("$file")  # the page's numbers, saved by the button beside Copy  ~ ?file
page = {name: jnp.asarray(array) for name, array in page.items()}  ~ ?file
page = $rows  ~ ?rows
page = {name: jnp.array(rows, jnp.float32) for name, rows in page.items()}  ~ ?rows
padding = jnp.arange(%T_k) >= jnp.array($lengths)  ~ ?padding
`,
  },
  torch: {
    head: `\
import math

import numpy as np  ~ ?file
import torch
`,
    rotate: `\
def rotate(x, first):                                             ~ ?q_rope
    n = $turned  # the other features stay                        ~ ?q_rope ?part
    t, i = torch.arange(x.shape[-2]) + first, torch.arange(0, <part|n><!part|x.shape[-1]>, 2)  ~ ?q_rope
    angle = t[:, None] / $base ** (i / <part|n><!part|x.shape[-1]>)<scaled_positions| / $scaling>  ~ ?q_rope
    turns = $length / 2 / math.pi / $base ** (i / <part|n><!part|x.shape[-1]>)  # within $length positions  ~ ?q_rope ?scaled_in_part
    kept = ((turns - $low) / ($high - $low)).clamp(0, 1)          ~ ?q_rope ?scaled_in_part
    angle = angle * (kept + (1 - kept) / $scaling)                ~ ?q_rope ?scaled_in_part
    angle = angle * torch.tensor([$factors])                      ~ ?q_rope ?scaled_by_pairs
    z = x[..., 0:<part|n>:2] + 1j * x[..., 1:<part|n>:2]          ~ ?q_rope !half
    z = x[..., : <part|n><!part|x.shape[-1]> // 2] + 1j * x[..., <part|n><!part|x.shape[-1]> // 2 :<part| n>]  ~ ?q_rope ?half
    z = z * torch.exp(1j * angle)                                 ~ ?q_rope
    turned = torch.stack([z.real, z.imag], -1).flatten(-2)        ~ ?q_rope !half
    turned = torch.cat([z.real, z.imag], -1).contiguous()         ~ ?q_rope ?half
    return torch.cat([turned, x[..., n:]], -1)                    ~ ?q_rope ?part
    return turned                                                 ~ ?q_rope !part
  ~ ?q_rope
  ~ ?q_rope
`,
    page: `

page = np.load("$file")  # the page's numbers, saved by the button beside Copy  ~ ?file
page = {name: torch.from_numpy(array) for name, array in page.items()}  ~ ?file
page = $rows  ~ ?rows
page = {name: torch.tensor(rows) for name, rows in page.items()}  ~ ?rows
padding = torch.arange(%T_k) >= torch.tensor($lengths)  ~ ?padding
`,
  },
};

/** The page's numbers by name, as NumPy's arrays or PyTorch's tensors. */
export const GIVEN = `\
$query = page["$query"]
key, value = page["key"], page["value"]  ~ ?key
w_q, w_k, w_v, w_o = page["w_q"], page["w_k"], page["w_v"], page["w_o"]
added = page["added"]  ~ ?added
b_q, b_k, b_v, b_o = page["b_q"], page["b_k"], page["b_v"], page["b_o"]  ~ ?bQ
g_q, g_k = page["g_q"], page["g_k"]  ~ ?gQ
sinks = page["sinks"]  ~ ?sinks
k_past, v_past = page["k_past"], page["v_past"]  ~ ?k_past
w_dq = page["w_dq"]  ~ ?wDQ
w_dkv, w_kr = page["w_dkv"], page["w_kr"]  ~ ?latent
b_dq = page["b_dq"]  ~ ?bDQ
b_dkv, b_kr, b_o = page["b_dkv"], page["b_kr"], page["b_o"]  ~ ?bDKV
g_dq = page["g_dq"]  ~ ?gDQ
g_dkv = page["g_dkv"]  ~ ?gDKV
latent_past, k_rope_past = page["latent_past"], page["k_rope_past"]  ~ ?latent_past
`;

/** Calls the layer. */
export const CALL = `
output, weights = attention($query<key|, key, value>, ${TENSORS}, H=%H<k_groups|, H_kv=%H_kv><padding|, padding=padding><added|, added=added>)
`;

/** Compares the result with the page's. */
export const SAID = `\
print("weights", *weights.shape)
print("output", *output.shape)
difference = float(abs(output - page["output"]).max())  ~ ?output
print("largest difference from the page's output:", difference)  ~ ?output
assert difference < 1e-5, "$file is of other settings: download it again"  ~ ?output ?file
`;
