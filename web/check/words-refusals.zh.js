/** Messages about files that cannot be read or checked, in Chinese, by id. */
export const messagesById = {
  // The file.
  file_is_npy: "文件是单个数组（.npy），没有名字：请用 np.savez 保存全部数组",
  file_is_pickle: "文件是 pickle：请用 np.savez 保存您的数组",
  file_is_hdf5: "文件是 HDF5：请用 np.savez 保存您的数组",
  file_is_empty_zip: "文件是空的 zip：请给数组命名，例如 np.savez(file, x=x, wQ=wQ)",
  file_is_empty: "文件不是 .npz：它是空的；请用 np.savez 保存您的数组",
  file_is_no_npz: "文件不是 .npz：它以 {bytes} 开头，而 zip 以 PK 开头；请用 np.savez 保存您的数组",
  file_of_torch: "文件来自 torch.save：请用 t.numpy() 把每个张量变成数组，再用 np.savez",
  entry_is_no_npy: "文件里的 {entry} 不是 .npy：请用 np.savez 保存您的数组",
  zip_entries_overlap: "zip 的条目在 {name} 处重叠:请用 np.savez 保存数组",
  zip_entry_undeclared: "{name} 解压后超过 zip 声明的 {bytes} 字节:请用 np.savez 保存数组",
  zip_damaged: "zip 已损坏或不完整（{reason}）：请重新保存，或重新复制",
  file_too_large: "{name} 解压后有 {size}，而至多读取 {most}：请保存更少的词元或更小的层，它走同样的路径",
  file_too_large_up_to:
    "到 {name} 为止的全部内容解压后有 {size}，而至多读取 {most}：请保存更少的词元或更小的层，它走同样的路径",
  // One array.
  npy_no_magic: "{name} 的开头不是 .npy 的开头：请用 np.savez 保存",
  npy_version: "{name} 是第 {version} 版的 .npy，而已知的是 1 到 3",
  npy_long_header: "{name} 的文件头有 {bytes} 字节,最多读取 {most}:请用 np.savez 保存",
  npy_cut_off: "{name} 的文件头不完整：请重新保存",
  npy_header: "{name} 的文件头没有说明 dtype、次序和形状：请用 np.savez 保存",
  npy_objects: "{name} 里是 Python 对象（大小不同的数组，或 None）：请把每个单独存为数组",
  npy_complex: "{name} 是复数：请保存实数",
  npy_structured: "{name} 是结构化数组：请把每个字段单独存为数组",
  npy_dtype: "{name} 的 dtype 是 {dtype}，无法读取：请保存为 float32 或 float64",
  npy_long_text: "{name} 是超过 {most} 个字符的文本；应为一个词，例如「half」",
  npy_size:
    "{name} 有 {bytes} 字节的数，而 {dtype} 的形状 {shape} 需要 {expected} 字节：它已损坏或不完整，请重新保存",
  // Values in JavaScript.
  given_no_object:
    "check 得到的是 {given}；应为一个按名称存放数组的对象，例如 check({ num_heads: 8, x, wQ, wK, wV, wO, output })",
  given_ragged: "{name} 在应为 {expected} 的位置是 {found}：数组的每一行长度必须相同",
  given_too_deep: "{name} 的维数超过 {most}；最多应为注意力的维数 (B, H, T, T)",
  given_no_number: "{name} 含有 {value}；应为数字或布尔值",
  // The layer.
  arrays_missing:
    '数组中缺少 {missing}：需要 {needed} 和 num_heads；若存成文件，例如 np.savez("my.npz", x=x, wQ=wQ, …, num_heads=8)',
  nothing_to_compare: "文件里没有可比较的东西：请把您的代码算出的也存进去，{results} 中的任何一个",
  x_shape: "{name} 的形状是 {shape}；应为 (T, d_model) 或 (B, T, d_model)",
  num_heads_value: "{name} 是 {value}；应为不小于 1 的整数",
  num_heads_array: "{name} 是形状为 {shape} 的数组；应为不小于 1 的整数",
  num_heads_missing:
    "文件里没有 num_heads，也没有能说明它的 attention (B, H, T, T)：请把 num_heads=8 也存进去",
  matrices_apart:
    "{matrices} 与 d_model 为 {d_model} 的 x 不符：应为 wQ、wK、wV ({d_model}, …) 和 wO (…, {d_model})，或四个都像 nn.Linear 那样转置",
  value_columns: "wV 有 {columns} 列；应为 {expected} 列，即 {heads} 个头，wO 从每个头读 {features} 个特征",
  key_heads_apart:
    "wK 容得下 {kv_heads} 个 d_k 为 {d_k} 的头，{heads} 个头无法平分它们：应为 {d_model} × {width}，或更少的整组",
  no_multiple: "{name} 宽 {width}，不是 {of} {parts} 的倍数：请保存您的代码所用的 {of}",
  kernel_shapes:
    "{arrays} 不能配合：应把 q、k、v 存为 (B, H, T, d)、(B, T, H, d) 或 (B·H, T, d)，或者也保存 x 和权重",
  kv_heads_told: "num_kv_heads 是 {told}，而 wK 容得下 {found} 个 d_k 为 {d_k} 的头：请保存您的代码所用的数",
  fused_apart:
    "{name} {shape} 和 wO {out} 与 d_model 为 {d_model} 的 x 不配：应为 ({d_model}, …) 和 (…, {d_model})，或者都像 nn.Linear 那样转置",
  fused_width:
    "{name} 给出 {width} 列，不是 {heads} 个头的查询以及键和值（每个 {features} 个特征）：应为 {features} × ({heads} + 2 · num_kv_heads)",
  layout_unknown: "qkv_layout 是「{layout}」；应为 {known} 之一",
  fused_bias: "{name} 有 {length} 个数；应为 {width} 个，{matrix} 的每列一个",
  weights_unread:
    "{unread} 在 {read} 旁边不会被读取：请保存一个融合的矩阵及其偏置，或 wQ、wK、wV 及各自的偏置",
  latent_biases: "文件有 wDKV 和 {biases}，而潜在注意力不带偏置计算：如果您的代码不加偏置，请不要保存它们",
  latent_missing: "文件有 wDKV 而没有 {missing}：潜在注意力需要 wDKV (d_model, 秩) 和 wKR (d_model, d_rope)",
  option_no_number: "{name} 是形状为 {shape} 的数组；应为一个数",
  rope_style_unknown:
    "rope 是「{style}」，核心不计算它；应为「half」（i 与 i + d/2）或「interleaved」（2i 与 2i + 1）",
  rope_scaling_unknown:
    "rope_scaling 是「{scaling}」，核心不计算它；应为一个系数，Llama 3.1 的另加 rope_length、rope_low 和 rope_high",
  norm_width: "{name} 有 {width} 个数；应为 {d_k} 个，头的每个特征一个：核心不计算跨所有头的归一化",
  one_a_head: "{name} 的形状是 {shape}；应为 {heads} 个数，每个头一个",
  window_value: "window 是 {value}；应为键的个数，或查询之前和之后的个数；-1 表示全部",
  mask_sense_unknown: "attn_mask_true 是「{sense}」；应为「blocked」或「allowed」",
  attn_mask_shape: "attn_mask 的形状是 {shape}；应为 {expected} 之一",
  past_heads_shape: "{name} 的形状是 {shape}；应为 {expected}，或把各头合并",
  past_half: "文件没有 {missing}：缓存需要 past_key 和 past_value",
  padding_shape: "key_padding_mask 的形状是 {shape}；应为 {expected}，填充处为 true",
};
