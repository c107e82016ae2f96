import { PYTORCH } from "./pytorch.js";

/** The PyTorch program as an nn.Module: the same lines, with nn.Linear in place of the matrices. */

/** A line of the template, padded so that its mark stands apart. @param {string} code @param {string} marks */
const line = (code, marks) => `${code}  ~ ${marks}`;

const PROJECTED = /(\$\w+|context) @ (w_\w)(?:<b\w\|[^>]*>)?/g;
const FUSED = /\$query @ torch\.cat\(\[w_q, w_k, w_v\], 1\)<bQ\|[^>]*>/;

/** @param {string} name */
const ofThree = (name) =>
  `torch.cat([${["q", "k", "v"].map((each) => `self.w_${each}.${name}`).join(", ")}])`;

/** The lines of forward(). @param {string} template */
const forward = (template) =>
  template
    .split("\n")
    .filter((each) => each.startsWith("    "))
    .map((each) =>
      `    ${each}`
        .replace(FUSED, `nn.functional.linear($query, ${ofThree("weight")}<bQ|, ${ofThree("bias")}>)`)
        .replace(PROJECTED, "self.$2($1)")
        .replace(/w_q\.shape\[1\]/, "self.w_q.out_features")
        .replace(/w_o\.shape\[0\]/, "self.w_o.in_features"),
    )
    .join("\n");

/** @type {import("./template.js").Language} */
export const MODULE = {
  comment: "#",
  tensors: "torch",
  imports: "from torch import nn\n",
  template: `
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, H, d_k, d_v<k_groups|, H_kv>):
        super().__init__()
        self.H = H
        self.H_kv = H_kv  ~ ?k_groups
        self.w_q = nn.Linear(d_model, H * d_k, bias=<bQ|True><!bQ|False>)
        self.w_k = nn.Linear(d_model, <k_groups|H_kv><!k_groups|H> * d_k, bias=<bQ|True><!bQ|False>)
        self.w_v = nn.Linear(d_model, <k_groups|H_kv><!k_groups|H> * d_v, bias=<bQ|True><!bQ|False>)
        self.w_o = nn.Linear(H * d_v, d_model, bias=<bQ|True><!bQ|False>)

${line("    def forward(self, x<padding|, padding><added|, added>):", "x")}
${line("    def forward(self, query, key, value<padding|, padding><added|, added>):", "query key value")}
        H = self.H
        H_kv = self.H_kv  ~ ?k_groups
${forward(PYTORCH.template)}
`,
  run: `
layer = MultiHeadAttention(d_model=w_q.shape[0], H=%H, d_k=%d_k, d_v=%d_v<k_groups|, H_kv=%H_kv>)
matrices = {"w_q": w_q, "w_k": w_k, "w_v": w_v, "w_o": w_o}
state = {name + ".weight": matrix.T for name, matrix in matrices.items()}  # nn.Linear holds (out, in)
biases = {"w_q": b_q, "w_k": b_k, "w_v": b_v, "w_o": b_o}  ~ ?bQ
state |= {name + ".bias": bias for name, bias in biases.items()}  ~ ?bQ
layer.load_state_dict(state)
with torch.no_grad():
    output, weights = layer($query<key|, key, value><padding|, padding=padding><added|, added=added>)
`,
};
