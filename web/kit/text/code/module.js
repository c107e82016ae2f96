import { CALL } from "./python.js";
import { PYTORCH } from "./pytorch.js";

/** The PyTorch program as an nn.Module. Its lines come from the PyTorch template; nn.Linear replaces the products with matrices. */

/** The arguments of attention() that a module holds: matrices, biases and numbers of heads. */
const HELD = /, w_q, w_k, w_v, w_o<bQ\|[^>]*><bDKV\|[^>]*>|, H(?:=%H)?<k_groups\|[^>]*>/g;
const PROJECTED = /(\S+) @ (w_[qkvo])\b(?:<b\w\|[^>]*>)?/g;
const FUSED = /\$query @ torch\.cat\(\[w_q, w_k, w_v\], 1\)<bQ\|[^>]*>/;
const HEAD_WIDTH = /(<latent\|)w_k(><!latent\|)w_q(>)\.shape\[1\]/;

/** The weights or biases of queries, keys and values, one below the other. @param {string} name */
const ofThree = (name) =>
  `torch.cat([${["q", "k", "v"].map((each) => `self.w_${each}.${name}`).join(", ")}])`;

/** A line of attention() as a line of forward(). @param {string} line */
const asForwardLine = (line) =>
  `    ${line}`
    .replace(FUSED, `nn.functional.linear($query, ${ofThree("weight")}<bQ|, ${ofThree("bias")}>)`)
    .replace(PROJECTED, "self.$2($1)")
    .replace(HEAD_WIDTH, "$1self.w_k$2self.w_q$3.out_features")
    .replace("w_q.shape[1]", "self.w_q.out_features")
    .replace("w_o.shape[0]", "self.w_o.in_features");

const LINES = PYTORCH.template.trim().split("\n");
const heads = LINES.filter((line) => line.startsWith("def ")).map((line) =>
  `    ${line}`.replace("attention(", "forward(self, ").replace(HELD, ""),
);
const body = LINES.filter((line) => line.startsWith(" ")).map(asForwardLine);

/** @type {import("./template.js").Language} */
export const MODULE = {
  comment: "#",
  tensors: "torch",
  imports: "from torch import nn\n",
  template: `
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, H, d_k, d_v<k_groups|, H_kv><latent|, d_r, rank><q_latent|, query_rank>):
        super().__init__()
        self.H = H
        self.H_kv = H_kv  ~ ?k_groups
        self.w_q = nn.Linear(<q_latent|query_rank><!q_latent|d_model>, H * <latent|(d_k + d_r)><!latent|d_k>, bias=<bQ|True><!bQ|False>)
        self.w_k = nn.Linear(<latent|rank><!latent|d_model>, <k_groups|H_kv><!k_groups|H> * d_k, bias=<bQ|True><!bQ|False>)
        self.w_v = nn.Linear(<latent|rank><!latent|d_model>, <k_groups|H_kv><!k_groups|H> * d_v, bias=<bQ|True><!bQ|False>)
        self.w_o = nn.Linear(H * d_v, d_model, bias=<bO|True><!bO|False>)

${heads.join("\n")}
        H = self.H
        H_kv = self.H_kv  ~ ?k_groups
${body.join("\n")}
`,
  run: `
layer = MultiHeadAttention(d_model=w_o.shape[1], H=%H, d_k=%d_k, d_v=%d_v<k_groups|, H_kv=%H_kv><latent|, d_r=w_kr.shape[1], rank=w_k.shape[0]><q_latent|, query_rank=w_q.shape[0]>)
matrices = {"w_q": w_q, "w_k": w_k, "w_v": w_v, "w_o": w_o}
state = {name + ".weight": matrix.T for name, matrix in matrices.items()}  # nn.Linear holds (out, in)
biases = {"w_q": b_q, "w_k": b_k, "w_v": b_v, "w_o": b_o}  ~ ?bQ
state |= {name + ".bias": bias for name, bias in biases.items()}  ~ ?bQ
state["w_o.bias"] = b_o  ~ ?bDKV
layer.load_state_dict(state)
with torch.no_grad():
    ${CALL.trim().replace("attention(", "layer(").replace(HELD, "")}
`,
};
