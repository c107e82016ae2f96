/** Lines that the programs in Python share. */

/** The arguments of attention() after its inputs: parameters, and the keys and values of earlier tokens. */
export const TENSORS =
  "w_q, w_k, w_v, w_o<bQ|, b_q, b_k, b_v, b_o><bDKV|, b_o><gQ|, g_q, g_k><sinks|, sinks><k_past|, k_past, v_past><wDQ|, w_dq><latent|, w_dkv, w_kr><bDQ|, b_dq><bDKV|, b_dkv, b_kr><gDQ|, g_dq><gDKV|, g_dkv><latent_past|, latent_past, k_rope_past>";

/** The first line of attention(), and the sizes. */
export const BEGIN = `\
def attention(x, ${TENSORS}, H<k_groups|, H_kv><padding|, padding><added|, added>):  ~ x +k_past +v_past +latent_past +k_rope_past
def attention(query, key, value, ${TENSORS}, H<k_groups|, H_kv><padding|, padding><added|, added>):  ~ query key value +k_past +v_past +latent_past +k_rope_past
    B, $T_q, d_model = $query.shape
    $T_new = key.shape[1]                                         ~ ?key
    T_k = k_past.shape[2] + $T_new                                ~ ?k_past
    T_k = latent_past.shape[1] + $T_q                             ~ ?latent_past
    d_k = d_v = d_model // H                                      ~ !sized
    d_k, d_v = <latent|w_k><!latent|w_q>.shape[1] // H, w_o.shape[0] // H  ~ ?sized
    d_r = w_kr.shape[1]                                           ~ ?latent
    G = H // H_kv                                                 ~ ?k_groups`;

/** Rotary positions; latent attention rotates only a part of the features. */
export const ROTATED = `\
    q_c = q[..., :$d_k]                                           ~ q_content
    q_r = q[..., $d_k:]                                           ~ q_rotary
    q = rotate(q, <later|$T_k - $T_q><!later|0>)                  ~ q_rope !latent
    k = rotate(k, <cached|$T_k - $T_new><!cached|0>)              ~ k_rope !latent
    q_r = rotate(q_r, <later|$T_k - $T_q><!later|0>)              ~ q_rope ?latent
    k_r = rotate(k_r, <later|$T_k - $T_q><!later|0>)              ~ k_rope ?latent`;

/** NumPy's code on jax.numpy, whose arrays have no layout in memory. @param {string} code */
export const inJax = (code) =>
  code.replace(/\bnp\.ascontiguousarray\((.*)\)(?=\s+~)/, "$1").replace(/\bnp\./g, "jnp.");
