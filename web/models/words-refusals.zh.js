/** Messages about unreadable checkpoints, in Chinese, by id. */
export const messagesById = {
  // The folder.
  not_files: 'files {files} 不是文件；应为文件夹里的文件，或由文件组成的对象：{ "config.json": blob, … }',
  not_a_file: "{name} 是 {given}；应为 Blob 或 Uint8Array",
  no_paths: "文件夹 {folder}：只有 Node 能打开路径；请给出文件夹里的文件",
  no_folder:
    "{folder} 不是本机磁盘上的文件夹：请给出文件夹的路径，或 hf: 加模型在 hub 上的名称，例如 hf:openai-community/gpt2",
  no_hub_name: "{name} 不是 hub 上的名称；应为 所有者/名称，例如 openai-community/gpt2",
  host_lacks_file: "主机上没有 {file}：请检查地址或模型名称",
  host_forbids: "主机不提供 {file}（状态码 {status}）：请向其所有者申请访问权限",
  model_is_gated:
    "hub 不向所有人提供这个模型（状态码 {status}）：它需要许可、是私有的，或没有这个名称的模型。请打开 {page}，在那里接受许可协议，并给出您账户的令牌",
  token_refused:
    "hub 拒绝该令牌（状态码 {status}）：请在 {page} 接受模型的许可协议，并给出同一账户的可读令牌",
  host_unreachable: "{attempts} 次尝试后仍未收到 {file}（{reason}）：请检查网络连接后重试",
  host_asks_for_pause: "{file} 的主机要求等待 {seconds} 秒：请之后再试",
  host_file_is_empty: "{file} 在主机上是空的：请换一个主机，或另一个版本",
  no_address: "{address} 不是地址；应类似 https://example.org/gpt2/",
  address_with_password: "{host} 的地址含有用户名或密码，消息会显示它们：请去掉，并改用令牌",
  token_malformed: "令牌应是一行不含空格的可打印字符：请重新复制",
  no_room_for_file: "{file} 的 {bytes} 字节放不进内存：请用更小的模型，或支持按范围读取的主机",
  host_sends_other_bytes: "主机发送的 {file} 字节与请求的不同：请换一个主机，或下载整个文件夹",
  file_changed_on_host: "{file} 在读取期间于主机上发生了变化：请重新打开模型",
  path_of_file: "{file} 是文件：请给出它所在的文件夹 {folder}",
  two_checkpoints: "config.json 在 {folders} 中都有：请只打开其中一个文件夹",
  file_unreadable: "无法读取 {file}：{reason}",
  folder_unreadable: "无法读取文件（{reason}）：请确认你有权读取，或把它们复制到另一个文件夹再打开",
  file_changed: "{file} 不再有 {bytes} 字节：它在打开期间变了；请重新打开文件夹",
  file_not_fetched: "{file} 是 Git LFS 的指针，不是文件本身：请用 git lfs pull 取回它",
  json_too_long: "{file} 有 {bytes} 字节，而至多读取 {most} 字节：它不是这种文件",
  no_json: "{file} 不是 JSON（{reason}）：请重新下载",
  no_json_object: "{file} 里不是 JSON 对象：请重新下载",
  no_config: "{files} 中没有 config.json：请打开模型的整个文件夹，与 hub 上的一样",
  // The weights.
  no_safetensors: "{file} 不是 safetensors 文件：{reason}；请重新下载",
  no_weights: "{files} 中没有 model.safetensors：请打开模型的整个文件夹，与 hub 上的一样",
  weights_are_pickled:
    "{file} 是 pickle，它可以运行任何程序，因此不打开：请从 hub 取 model.safetensors，或在 Python 里用 model.save_pretrained(folder, safe_serialization=True) 保存",
  weights_are_gguf:
    "{file} 是 GGUF，llama.cpp 的量化格式：请打开它的来源文件夹，其中有 config.json 和 model.safetensors",
  weights_are_adapter:
    "{file} 属于适配器，不是模型：请在 Python 里用 model.merge_and_unload() 把它并入模型，再保存",
  weights_are_consolidated:
    "{file} 用的是其作者自己代码里的名字：请打开 model.safetensors 或其分片，它们用 hub 的名字",
  weights_are_other:
    "{file} 来自另一个框架：请打开 model.safetensors，或在 Python 里用 model.save_pretrained(folder, safe_serialization=True) 保存",
  weights_quantised: "权重已用 {method} 量化：请打开量化之前的 F32、F16 或 BF16 模型",
  shards_without_index: "{files} 是权重的分片，而列出它们的 {index} 不在：请加上它",
  no_weight_map: "{file} 没有 weight_map，它说明每个张量在哪个文件",
  shard_missing: "缺少 {index} 所列的 {file}：请加上它",
  tensor_not_in_shard: "{name} 不在索引所说的 {file} 里：请重新下载该文件",
  names_of_another_family:
    "{family} 有 {expected}，而权重里没有这样的张量；它们以 {found} 开头：config.json 属于另一个模型，或名字不是 hub 的",
  parameter_missing:
    "权重缺少 {name} {shape}，而此 config.json 的 {family} 有它：请重新下载权重，或取与它们相配的 config.json",
  parameter_shape: "{name} 的形状是 {shape}，而按 config.json 应为 {expected}：请取与权重相配的 config.json",
  tensor_type: "{name} 的 dtype 是 {dtype}；可读取的是 F32、F16 和 BF16：请打开其中一种类型的模型",
  tensor_missing: "权重里没有张量 {name}",
  tensor_too_large: "要求 {name} {shape} 的 {bytes} 字节，而一次至多给出 {most} 字节：请只读取其中一些行",
  no_row: "{name} {shape} 没有第 {row} 行",
  tensor_not_finite: "{name} 里有 {value}，由它算出的一切也会如此",
  // The tokenizer.
  no_tokenizer:
    "文件夹里没有 {file}，它把文本切成词元：请给出词元的编号，或在 Python 里用 AutoTokenizer.from_pretrained(folder).save_pretrained(folder) 写出该文件",
  tokenizer_unknown: "{file} 描述的不是已知的分词器：{reason}",
  // A run.
  no_text: "文本 {text} 既不是文本也不是 { ids }",
  no_pieces: "没有可读的内容：请给出文本，或至少一个 id",
  no_piece: "id {id} 不在 {vocabulary} 个词元的词表里",
  no_type: "没有类型 {type}：模型有 {types} 个",
  types_count: "为 {tokens} 个词元给出了 {given} 个类型：每个词元给一个",
  worker_ended:
    "计算这个模型的 worker 两次终止，可能是浏览器内存不足：请关闭其他模型和标签页，或缩短文本，然后重新计算",
  too_many_pieces: "{tokens} 个词元多于这个模型有位置的 {most} 个：请缩短文本",
  too_many_for_scaling:
    "{tokens} 个词元多于 {most} 个：从这里起，config.json 的 rope_scaling（dynamic）取决于长度，这里不计算：请缩短文本",
  too_many_weights:
    "{heads} 个头在 {tokens} 个词元上的 {count} 个权重使 CSV 过长，至多 {most} 行：只保存一个头，或用更短的文本",
  attention_too_large:
    "{tokens} 个词元在 {layers} 层、每层 {heads} 个头里的注意力需要的内存超过现有的；至多容得下 {most} 个词元",
  no_mask_piece: "词元由分词器的 [MASK] 或 <mask> 遮住，而这里没有：请给出已含有它的 ids",
  mask_needs_masked_model: "mask 用于预测被遮词元的模型，而 {family} 预测下一个词元",
  attention_mask: "attentionMask 为 {given}；应为 {tokens} 个词元各给 0 或 1",
  generate_needs_causal: "{family} 预测被遮的词元：只有预测下一个词元的模型才能生成",
  layer_head_scale: "第 {layer} 层的 headScale 有 {given} 个数，应为 {heads} 个",
  predictions_kept: "要求 {count} 个预测；一次运行为每个词元保留 {most} 个",
  predicts_nothing: "权重里没有输出层，因此不作预测",
  no_place: "没有 {what} {place}；最后一个是 {last}",
  no_temperature: "temperature {temperature} 不是不小于 0 的数：0 取最可能的词元，1 按模型的概率抽取",
  no_top_k: "top-k {topK} 不是 1 到 {most} 的整数：{most} 从保留的所有词元中抽取",
  pair_equal: "两个句子的词元完全相同：请改动其中一个词",
  pair_shares_nothing: "两个句子的开头和结尾都没有相同的词元：请用第一个句子，只改其中一个词",
  pair_only_longer: "一个句子只是另一个的延续，前面的查询看不到后来的部分：请改动一个词",
  // config.json.
  no_model_type: "config.json 没有 model_type；已知的有 {known}",
  unknown_family: "model_type {name} 未知；已知的有 {known}",
  config_field: "config.json：{field} 是 {value}；应为{expected}",
  expected_whole: "从 {least} 到 {most} 的整数",
  expected_positive: "大于 0 的数",
  expected_flag: " true 或 false",
  expected_off: " false：带有它的模型无法读取",
  expected_unpruned: " {}：各层头数不同的模型无法读取；请打开剪枝之前的模型",
  expected_one_of: "其中之一：{known}",
  expected_each_layer: "{layers} 层各取 {known} 之一",
  expected_positives: " {count} 个大于 0 的数",
  expected_unclipped: " null：查询、键和值被截断的模型无法读取",
  expected_object: "对象",
  config_heads: "config.json：{d_model} 个特征不能被 {heads} 个头整除",
  config_kv_heads: "config.json：{heads} 个头不能被 {kv_heads} 个键值头整除",
  config_rotary: "config.json：要旋转 {d_head} 个特征中的 {width} 个；应为不小于 2 的偶数",
  // The header of a safetensors file.
  too_short: "{bytes} 字节不够一个文件头",
  ends_in_header: "它的前 8 个字节说文件头有 {length} 字节，而后面只有 {bytes} 字节",
  header_too_long: "它的文件头有 {length} 字节，而至多读取 {most} 字节",
  header_no_json: "它的文件头不是 JSON 对象",
  no_entry: "文件头里 {name} 的条目不是 dtype、shape 和 data_offsets",
  no_such_type: "{name} 的 dtype 是 {dtype}，格式里没有它（有的是 {known}）",
  bytes_of_other_shape: "{name} 有 {bytes} 字节，而 {dtype} 的形状 {shape} 需要 {expected} 字节",
  tensors_apart: "{name} 从第 {begin} 字节开始，而它前面的张量到第 {end} 字节为止",
  ends_in_tensor: "{name} 到第 {end} 字节为止，而文件里的数到第 {bytes} 字节为止：文件不完整",
  bytes_left: "最后一个张量之后还有 {bytes} 字节",
  no_metadata: "__metadata__ {metadata} 不是由文本组成的对象",
};
