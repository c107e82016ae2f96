/** Messages about images and their grids in Chinese, by id. */
export const messagesById = {
  patches_image_kind:
    "image 是 {value}；应为 URL、Blob、ImageData、canvas，或像素 { data, shape: [高, 宽, 3] }",
  patches_image_no_pixels: "image 是 {value}；应为像素 { data, shape: [高, 宽, 3] }",
  patches_image_without_attention:
    "有 image 和 grid 而没有 attention：请给出 attention，即 { data, shape: [头, 查询, 键] }，其词元是图块",
  patches_image_no_number: "image 的 data 含有 {value}；应为类型化数组或普通数组中 0 到 255 或 0 到 1 的数",
  patches_extra_alone: "extra {extra} 是图块之前的词元个数：请同时将 grid 设为图块的行数和列数，如 [14, 14]",
  patches_image_shape:
    "image 的形状是 {shape}；应为 (高, 宽, 3)，灰度图为 (高, 宽)：(3, 高, 宽) 的张量须先转置",
  patches_image_count: "形状为 {shape} 的 image 有 {expected} 个数，而 data 有 {count} 个",
  patches_image_range:
    "image 的数从 {least} 到 {most}；应为 0 到 1，或 0 到 255：请撤销预处理的归一化，如 pixels * std + mean",
  patches_image_broken:
    "无法读取图像 {name}：{reason}；应为 PNG、JPEG、WebP、GIF 或 SVG，来自本站或允许 CORS 的站点",
  patches_image_undecoded: "此浏览器无法将其解码为图像",
  patches_image_alone: "image 没有网格：请将 grid 设为图块的行数和列数，如 [14, 14]",
  grid_form: "grid 是 {value}；应为两个大于 0 的整数，即行数和列数，如 [14, 14]",
  extra_form: "extra 是 {value}；应为图块之前的词元个数，从 0 开始的整数，如 [CLS] 为 1",
  grid_misfit:
    "{rows} 行 {columns} 列的网格加上 extra {extra} 共 {made} 个词元，而注意力有 {keys} 个键：{fits}",
  grid_fits_extra: "请将 extra 设为 {extra}",
  grid_fits_square: "请将 grid 设为 [{side}, {side}]",
  grid_fits_words: "请将 extra 设为 {extra}；若图块之后有词，请命名不是图块的 {others} 个词元",
  grid_fits_square_or_words:
    "请将 grid 设为 [{side}, {side}]，或将 extra 设为 {extra}；若图块之后有词，请命名不是图块的 {others} 个词元",
  grid_fits_none: "行数乘列数再加 extra 应等于键的个数",
  grid_names:
    "tokens 有 {tokens} 个，而键有 {keys} 个，其中 {patches} 个是图块：请命名其余 {others} 个，或全部 {keys} 个",
  grid_queries: "tokens 有 {tokens} 个，而不是图块的查询有 {queries} 个：请全部命名，或都不命名而用编号",
  grid_key_tokens:
    "keyTokens 有 {tokens} 个，而查询和键各有 {keys} 个：个数相同时视为互相看的图块，只由 tokens 命名",
};
