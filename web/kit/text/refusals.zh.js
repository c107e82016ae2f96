/** Messages of the page in Chinese, by id. */
export const messagesById = {
  more_than_shown: "{name} {value} 超出了本页能显示的范围（至多 {most}）",
  none_of: "{name} {value} 不在可选之列：{choices}",
  no_flag: "{name} {value} 既不是 true 也不是 false",
  not_there: "{name} {value} 不存在：范围是 0 到 {last}",
  no_index: "{name} {value} 不是从 0 起的整数",
  head_twice: "{name} {value} 把一个头列了两次",
  no_heads: "{name} {value} 不是头的列表，例如 2,5",
  scale_out_of_range: "{name} {value} 对头 {head} 的缩放不在 0 到 {most} 之间",
  no_scales: "{name} {value} 没有缩放任何头，写法例如 2:0.5,6:0",
  no_seed: "{name} {value} 不是 0 到 {most} 的整数",
  no_attribute: "{name} 不是属性；你是指 {meant} 吗？",
  only_property: "{name} 只能作为 JavaScript 属性设置：element.{name} = { data, shape }",
  no_link: "link {value} 既不是「none」，也不是地址，例如 https://example.org/headscope/",
  of_training: "training: {reason}",
  step_unknown: "没有步骤「{id}」；现有的步骤是 {ids}",
  too_many_rows:
    '{id} {shape} 会生成 {rows} 行的 CSV，至多 {most} 行：请减少词元或头，只取一个头，或用 getTensor("{id}") 取得所有的数',
  // Loading.
  file_missing: "{file} 没有到达",
  path_not_loaded: "这条错误路径无法加载：{reason}",
  // Wrong paths.
  same_everywhere: "在此没有差别：每个数都一样",
  needs_boolean_mask: "它需要布尔掩码，而不是相加的掩码",
  needs_layer: "它需要一个层：单独的注意力没有步骤",
  // Trained weights.
  model_learns: "模型正在学习：第 {step} 步，共 {steps} 步",
  unknown_words: "模型不认识这些词：{words}；它认识的有 {known}",
  trained_with: "{name} {value}：这些权重是以 {trained} 训练的；请不要设置它，或选择其他权重",
  trained_without: "{name}：这些权重训练时没有它；请不要设置它，或选择其他权重",
  language_model_loads: "正在加载语言模型",
  no_language_model: "这个文件不含语言模型；请使用软件包的模块，或选择其他权重",
  vision_model_loads: "正在加载图像模型",
  no_vision_model: "这个文件不含图像模型；请在网页里使用软件包的模块，或选择其他权重",
  vision_reads_one: "图像模型只读一张图；请去掉第二句，或选择其他权重",
  language_reads_one: "语言模型只读一个句子；请去掉第二句，或选择其他权重",
  translation_reads_one: "模型读一个英语句子，自己写出法语句子；请去掉第二句，或选择其他权重",
  // Own numbers.
  attention_array:
    "attention 是数组；应为 { data, shape }，例如 { data: attention.flat(Infinity), shape: {shape} }",
  attention_no_tensor: "attention 是 {kind}；应为 { data, shape }，data 为类型化数组或普通数组",
  attention_shape: "attention 的形状是 {shape}；应为 (头, 查询, 键)，多层时为 (层, 头, 查询, 键)",
  attention_count: "形状为 {shape} 的注意力有 {expected} 个权重，而 data 有 {count} 个",
  tokens_of_attention:
    "{queries} 个查询、{keys} 个键的注意力配了 {tokens} 个词元：请给 tokens {queries} 个词，或一个也不给，那样就会编号",
  tokens_and_keys_of_attention:
    "{queries} 个查询、{keys} 个键的注意力配了 {tokens} 个词元和 {key_tokens} 个 key-tokens：请给 tokens {queries} 个词、给 key-tokens {keys} 个，或一个也不给，那样就会编号",
  input_count:
    "input 的形状是 {shape}，有 {count} 个数；应与 (词元, d_model) 或 (1, 词元, d_model) 的个数相同",
  tokens_of_input:
    "形状为 {shape} 的输入有 {expected} 个词元，却配了 {tokens} 个：请给 tokens 同样多的词，或一个也不给，那样就会编号",
  batch_of_own_input: "batch-tokens 只用于由本页变成向量的词，不用于自己的输入，也不用于训练得到的权重",
  row_off: "{all} 行中有 {count} 行之和不为 1",
  rows_off: "{all} 行中有 {count} 行之和不为 1",
  weight_negative: "{all} 个权重中有 {count} 个为负",
  weights_negative: "{all} 个权重中有 {count} 个为负",
  weight_no_number: "{all} 个权重中有 {count} 个不是数（NaN）",
  weights_no_numbers: "{all} 个权重中有 {count} 个不是数（NaN）",
};
