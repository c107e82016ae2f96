import { NUMPY } from "./numpy.js";
import { BEGIN, inJax } from "./python-lines.js";
import { PYTORCH } from "./pytorch.js";

/** Programs in JAX, and programs that call the attention of a library. The lines of other steps come from the NumPy and PyTorch templates. */

const LINES = { numpy: NUMPY.template.trim().split("\n"), torch: PYTORCH.template.trim().split("\n") };

/** Lines about the layout of memory, which arrays of JAX do not have. */
const LAYOUT = / = np\.ascontiguousarray\(context\)|\.view\(\) |\.shape = \(|weights = np\.exp\(/;

/** The NumPy program on jax.numpy. @type {import("./template.js").Language} */
export const JAX = {
  comment: "#",
  tensors: "jax",
  imports: "from jax import nn\n",
  template: LINES.numpy
    .filter((line) => !LAYOUT.test(line))
    .map((line) =>
      inJax(line)
        .replace("~ q_heads !q_split !qkv", "~ q_heads !q_split")
        .replace("~ concat !view_without_contiguous", "~ +context_c concat")
        .replace("weights / weights.sum($axis, keepdims=True)", "nn.softmax(scores, $axis)"),
    )
    .join("\n"),
};

/** Steps that one call of scaled_dot_product_attention computes. */
const FUSED =
  "k_t +scores_groups scores scaled +biased +masked weights +weights_groups +context_groups context";
const CALLS = ["!masked !biased", "?masked", "?biased !masked"];

/** The lines of the PyTorch program from the scores to the context. A fused call keeps only the lines of masks and biases among them. */
const [first, last] = ["k_t", "context ?k_groups"].map((step) =>
  LINES.torch.findIndex((line) => line.endsWith(`~ ${step}`)),
);
const masks = LINES.torch
  .slice(first, last)
  .filter((line) => /^ {4}(offset|slopes|P|mask) = /.test(line))
  .map((line) => line.replace(/~ (biased|masked)/, "~ ?$1"));

/** The PyTorch program with its fused call, which does not return weights. @type {import("./template.js").Language} */
export const SDPA = {
  comment: "#",
  tensors: "torch",
  imports: "from torch.nn import functional as F\n",
  weightless: true,
  template: [
    ...LINES.torch.slice(0, first),
    ...masks,
    "    bias = <!alibi_sign|-><alibi_sign|>slopes[:, None, None] * offset.abs()  ~ ?biased",
    "    bias = bias + added  ~ ?biased ?added",
    "    bias = added  ~ !biased ?added",
    "    bias = bias.masked_fill(mask, -math.inf)  ~ ?blocks ?biased",
    "    bias = bias.masked_fill(mask, -math.inf)  ~ ?blocks !biased ?added",
    "    bias = ~mask  # True: may be seen  ~ ?blocks !biased !added",
    "    q, k, v = q.flatten(1, 2), k.flatten(1, 2), v.flatten(1, 2)  ~ ?k_groups",
    ...CALLS.map(
      (when, i) =>
        `    context = F.scaled_dot_product_attention(q, k, v${i ? ", attn_mask=bias" : ""})<blocked|.nan_to_num()>  ~ ${FUSED} ${when}`,
    ),
    ...LINES.torch.slice(last + 1),
  ]
    .join("\n")
    .replace("return output, weights", "return output"),
};

/** All steps of a layer of 2017, which one call makes. */
const ALL =
  "+qkv q k v q_split k_split v_split q_heads k_heads v_heads k_t scores scaled +masked weights context context_t context_c concat output";

/** The mask of a program on NumPy or JAX: true for visible keys. @param {"np" | "jnp"} np */
const seen = (np) => `\
    mask = ~padding[:, None]  ~ ?padding
    mask = <padding|mask & >${np}.tri($T_q, $T_k, <apart|$T_k - $T_q, >dtype=bool)<!padding|[None]>  ~ ?causal`;

/** @type {import("./template.js").Language} */
export const TORCH_NN = {
  comment: "#",
  tensors: "torch",
  imports: "from torch import nn\n",
  template: `
${BEGIN}
    layer = nn.MultiheadAttention(d_model, H, bias=<bQ|True><!bQ|False>, batch_first=True)
    state = {"in_proj_weight": torch.cat([w_q, w_k, w_v], 1).T, "out_proj.weight": w_o.T}  # (out, in)
    state |= {"in_proj_bias": torch.cat([b_q, b_k, b_v]), "out_proj.bias": b_o}  ~ ?bQ
    layer.load_state_dict(state)
    mask = torch.ones($T_q, $T_k).triu(<apart|$T_k - $T_q + >1).bool()  # True: hidden  ~ ?causal
    with torch.no_grad():
        output, weights = layer($query, $key, $value, <causal|attn_mask=mask, ><padding|key_padding_mask=padding, >average_attn_weights=False)  ~ ${ALL}
    return output, weights
`,
};

/** @type {import("./template.js").Language} */
export const KERAS = {
  comment: "#",
  tensors: "numpy",
  imports: "import keras\n",
  template: `
${BEGIN}
    layer = keras.layers.MultiHeadAttention(num_heads=H, key_dim=d_k, use_bias=<bQ|True><!bQ|False>)
    layer.build($query.shape, $value.shape)
    kernels = [w.reshape(d_model, H, d_k) for w in (w_q, w_k, w_v)] + [w_o.reshape(H, d_v, d_model)]
    layer.set_weights(kernels)  ~ !bQ
    biases = [b.reshape(H, d_k) for b in (b_q, b_k, b_v)] + [b_o]  ~ ?bQ
    layer.set_weights([each for pair in zip(kernels, biases) for each in pair])  ~ ?bQ
${seen("np")}
    output, weights = layer($query, $value, $key, <masked|attention_mask=mask, >return_attention_scores=True)  ~ ${ALL}
    return keras.ops.convert_to_numpy(output), keras.ops.convert_to_numpy(weights)
`,
};

/** @type {import("./template.js").Language} */
export const FLAX = {
  comment: "#",
  tensors: "jax",
  imports: "from flax import nnx\n",
  weightless: true,
  template: `
${BEGIN}
    layer = nnx.MultiHeadAttention(H, d_model, use_bias=<bQ|True><!bQ|False>, decode=False, rngs=nnx.Rngs(0))
    for part, w in zip((layer.query, layer.key, layer.value), (w_q, w_k, w_v)):
        part.kernel = nnx.Param(w.reshape(d_model, H, d_k))
    layer.out.kernel = nnx.Param(w_o.reshape(H, d_v, d_model))
    for part, b in zip((layer.query, layer.key, layer.value), (b_q, b_k, b_v)):  ~ ?bQ
        part.bias = nnx.Param(b.reshape(H, d_k))  ~ ?bQ
    layer.out.bias = nnx.Param(b_o)  ~ ?bQ
${seen("jnp")}
    output = layer($query, $key, $value<masked|, mask=mask[:, None]>)  ~ ${ALL}
    return output
`,
};
