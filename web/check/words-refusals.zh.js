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
  npy_float16: "{name} 是 float16，太粗略，分不清错误与舍入：请用 float32 计算",
  npy_complex: "{name} 是复数：请保存实数",
  npy_bfloat16: "{name} 是 bfloat16，NumPy 不认识它：请保存为 x.float().numpy()",
  npy_structured: "{name} 是结构化数组：请把每个字段单独存为数组",
  npy_dtype: "{name} 的 dtype 是 {dtype}，无法读取：请保存为 float32 或 float64",
  npy_size:
    "{name} 有 {bytes} 字节的数，而 {dtype} 的形状 {shape} 需要 {expected} 字节：它已损坏或不完整，请重新保存",
  // The layer.
  arrays_missing:
    '文件里没有 {missing}：需要 {needed} 和 num_heads，例如 np.savez("my.npz", x=x, wQ=wQ, …, num_heads=8)',
  nothing_to_compare: "文件里没有可比较的东西：请把您的代码算出的也存进去，{results} 中的任何一个",
  x_shape: "x 的形状是 {shape}；应为 (T, d_model) 或 (B, T, d_model)",
  num_heads_value: "num_heads 是 {value}；应为不小于 1 的整数",
  num_heads_array: "num_heads 是形状为 {shape} 的数组；应为不小于 1 的整数",
  num_heads_missing:
    "文件里没有 num_heads，也没有能说明它的 attention (B, H, T, T)：请把 num_heads=8 也存进去",
  matrices_apart:
    "{matrices} 与 d_model 为 {d_model} 的 x 不符：应为 wQ、wK、wV ({d_model}, …) 和 wO (…, {d_model})，或四个都像 nn.Linear 那样转置",
  value_columns: "wV 有 {columns} 列；应为 {expected} 列，即 {heads} 个头，wO 从每个头读 {features} 个特征",
  key_heads_apart:
    "wK 容得下 {kv_heads} 个 d_k 为 {d_k} 的头，{heads} 个头无法平分它们：应为 {d_model} × {width}，或更少的整组",
  no_multiple: "{name} 宽 {width}，不是 {of} {parts} 的倍数：请保存您的代码所用的 {of}",
  padding_shape: "key_padding_mask 的形状是 {shape}；应为 {expected}，填充处为 true",
};
