/** Slips in the core. @type {import("../../tools/lib/mutate.mjs").Mutant[]} */
export const NATIVE = [
  {
    file: "src/layer/attention.cpp",
    find: "Mask{Tensor::meta({scores[2], scores[3]})}",
    replace: "Mask{Tensor::meta(scores)}",
    why: "a cost without running takes the causal mask for one a head and batch item",
  },
  {
    file: "src/boundary/boundary.cpp",
    find: "elements, mask.values.buffer_elements())",
    replace: "elements, mask.values.elements())",
    why: "what a trace is said to hold has each mask once a head, where one is shared",
  },
  {
    file: "src/layer/fast_forward.cpp",
    find: "if (!plan.in_place()) held = ",
    replace: "if (false) held = ",
    why: "what a run is said to hold leaves out the context",
  },
  {
    file: "src/layer/fast_forward.cpp",
    find: "(plan.gathered(), plan.scratch())",
    replace: "(0, plan.scratch())",
    why: "what a run is said to hold leaves out the keys and values gathered around padding",
  },
  {
    file: "src/layer/fast_forward.cpp",
    find: "(plan.gathered(), plan.scratch())",
    replace: "(plan.gathered(), 0)",
    why: "what a run is said to hold leaves out the kernel's scratch",
  },
  {
    file: "src/layer/fast_forward.cpp",
    find: "if (layer.config.fused || work_.qkv) work_",
    replace: "if (!layer.config.fused && work_.qkv) work_",
    why: "the queries, keys and values of a run before are kept while a fused layer's take more",
  },
  {
    file: "src/layer/fast_forward.cpp",
    find: "for (Index head = group * c.group_size(); head < (group + 1) * c.group_size(); ++head) {",
    replace: "for (Index head = group; head < c.num_heads; head += c.num_kv_heads) {",
    why: "query heads are dealt out to the key heads in turn, not in groups",
  },
  {
    file: "src/layer/fast_forward.cpp",
    find: "args.key_padding_mask->values({batch, key})",
    replace: "args.key_padding_mask->values({0, key})",
    why: "every batch item has the first one's padding",
  },
  {
    file: "src/layer/fast_forward.cpp",
    find: "    work_.k = work_.qkv.slice(2, q, k);\n    work_.v = work_.qkv.slice(2, q + k, v);\n",
    replace: "    work_.v = work_.qkv.slice(2, q, v);\n    work_.k = work_.qkv.slice(2, q + v, k);\n",
    why: "a fused layer's slices stand in another order than its weights",
  },
  {
    file: "src/layer/fast_forward.cpp",
    find: "(plan.k_panels(), plan.v_panels())",
    replace: "(plan.k_panels(), 0)",
    why: "what a run is said to hold leaves out the values as the kernel reads them",
  },
  {
    file: "src/layer/packed_linear.cpp",
    find: "packed_panels(panels_.data(), depth, columns)",
    replace: "packed_panels(panels_.data() + 8 * depth, depth, columns)",
    why: "kept weights are read from their second panel on",
  },
  {
    file: "src/tape/mask.cpp",
    find: "j > i + (t_k - t_q)",
    replace: "j > i",
    why: "causal begins at the first key, not so that the last query sees the last key",
  },
  {
    file: "src/tape/mask.cpp",
    find: "    if (mask.additive) continue;\n    for_each_row(x, mask, [&](float* row, const MaskRow& blocked)",
    replace: "    for_each_row(x, mask, [&](float* row, const MaskRow& blocked)",
    why: "what a mask adds blocks as well",
  },
  {
    file: "src/tape/rope.cpp",
    find: "sine = sign * turns[1];",
    replace: "sine = turns[1];",
    why: "the gradient is turned on, not back",
  },
  {
    file: "src/tape/operations_of_elements.cpp",
    find: "back.to_input(0, dropped(operands, dy));",
    replace:
      'back.to_input(0, scale(dropped(operands, dy), static_cast<float>(1 - operands.given.get<double>("p"))));',
    why: "the gradient of dropout lacks 1/(1 - p)",
  },
  {
    file: "src/tensor/softmax.cpp",
    find: "weight[j] * (row[j] - mean)",
    replace: "weight[j] * row[j]",
    why: "the gradient of softmax lacks its sum over the row",
  },
  {
    file: "src/tensor/tensor.cpp",
    find: "  if (is_contiguous()) return *this;\n",
    replace: "  if (shape_.rank() == 0 || shape_.stride(-1) == 1) return *this;\n",
    why: "contiguous() gives back a view whose rows lie apart",
  },
  {
    file: "src/kernel/rows.cpp",
    find: "fill_row(weights + length, task.width - length, 0.0f * scale);",
    replace: "fill_row(weights + length, task.width - length, 0.0f);",
    why: "a row of NaN is 0 past the keys that its query sees",
  },
  {
    file: "src/kernel/product.cpp",
    find: "{data + first / kPanel * panel_stride, rows, count, panel_stride}",
    replace: "{data + (first + kPanel) / kPanel * panel_stride, rows, count, panel_stride}",
    why: "packed columns are read one panel too far on",
  },
  {
    file: "src/study/heads.cpp",
    find: 'scaled != nullptr ? scaled->output : run.tensor("context")',
    replace: 'run.tensor("context")',
    why: "what heads contribute leaves out how they were scaled",
  },
];
