/** The code around the layer in Python: imports, and the page's numbers. */
export const AROUND = {
  numpy: {
    head: `\
import math

import numpy as np
`,
    rotate: `\
def rotate(x, first):                                             ~ ?q_rope
    t, i = np.arange(x.shape[-2]) + first, np.arange(0, x.shape[-1], 2)  ~ ?q_rope
    z = x[..., 0::2] + 1j * x[..., 1::2]                          ~ ?q_rope
    z = z * np.exp(1j * t[:, None] / 10000 ** (i / x.shape[-1]))  ~ ?q_rope
    return np.stack([z.real, z.imag], -1).reshape(x.shape).copy()  ~ ?q_rope
  ~ ?q_rope
  ~ ?q_rope
`,
    page: `

page = np.load("$file")  # the page's numbers, saved by the button beside Copy  ~ ?file
page = $rows  ~ ?rows
page = {name: np.array(rows, np.float32) for name, rows in page.items()}  ~ ?rows
padding = np.arange(%T_k) >= np.array($lengths)  ~ ?padding
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
    t, i = torch.arange(x.shape[-2]) + first, torch.arange(0, x.shape[-1], 2)  ~ ?q_rope
    z = x[..., 0::2] + 1j * x[..., 1::2]                          ~ ?q_rope
    z = z * torch.exp(1j * t[:, None] / 10000 ** (i / x.shape[-1]))  ~ ?q_rope
    return torch.stack([z.real, z.imag], -1).flatten(-2)  ~ ?q_rope
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
`;

/** Calls the layer. */
export const CALL = `
output, weights = attention($query<key|, key, value>, w_q, w_k, w_v, w_o<bQ|, b_q, b_k, b_v, b_o>, H=%H<k_groups|, H_kv=%H_kv><padding|, padding=padding><added|, added=added>)
`;

/** Compares the result with the page's. */
export const SAID = `\
print("weights", *weights.shape)
print("output", *output.shape)
difference = float(abs(output - page["output"]).max())  ~ ?output
print("largest difference from the page's output:", difference)  ~ ?output
assert difference < 1e-5, "$file is of other settings: download it again"  ~ ?output ?file
`;
