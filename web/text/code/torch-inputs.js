/** Random inputs and weights for the programs on PyTorch's tensors, and what they give. */
export const TORCH_INPUTS = `
torch.manual_seed(0)  # stand-ins: your own inputs and weights go here
B, $T_q, <key|T_k, >d_model, H<k_groups|, H_kv> = %B, %T_q, <key|%T_k, >%d_model, %H<k_groups|, %H_kv>
$query = torch.randn(B, $T_q, d_model)
key = value = torch.randn(B, T_k, d_model)                        ~ ?key
w_q, w_k, w_v, w_o = torch.randn(4, d_model, d_model) / math.sqrt(d_model)  ~ !k_groups
w_q, w_o = torch.randn(2, d_model, d_model) / math.sqrt(d_model)  ~ ?k_groups
w_k, w_v = torch.randn(2, d_model, d_model // H * H_kv) / math.sqrt(d_model)  ~ ?k_groups
b_q, b_k, b_v, b_o = torch.randn(4, d_model)                      ~ ?bQ !k_groups
b_q, b_o = torch.randn(2, d_model)                                ~ ?bQ ?k_groups
b_k, b_v = torch.randn(2, d_model // H * H_kv)                    ~ ?bQ ?k_groups
padding = torch.arange($T_k) >= torch.tensor([[$T_k], [($T_k + 1) // 2]])  ~ ?mask_repeat_order

output, attn = attention($query<key|, key, value>, w_q, w_k, w_v, w_o<bQ|, b_q, b_k, b_v, b_o>, H<k_groups|, H_kv><mask_repeat_order|, padding>)
print("attn", tuple(attn.shape))
print("output", tuple(output.shape))`;
