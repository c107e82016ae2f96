#include "boundary.hpp"

#include "../layer/fast_forward.hpp"
#include "../study/patterns.hpp"

namespace mha {

Index whole(double number) {
  return static_cast<Index>(number);
}
std::uint64_t seed_of(double number) {
  return static_cast<std::uint64_t>(number);
}

Weights weights_of(const Config& config, Init init, std::uint64_t seed) {
  switch (init) {
    case Init::constructed:
      return constructed_weights(config, seed);
    case Init::small:
      return Weights::small(config, seed);
    case Init::random:
      break;
  }
  return Weights::random(config, seed);
}

Tensor& Staging::place(Slot slot, const Dims& sizes, Index limit) {
  require_memory("the tensor", count_elements(sizes), limit);
  return slots_[static_cast<std::size_t>(slot)] = Tensor::uninitialised(sizes);
}

int Exchange::leave(std::string_view name, const Tensor& tensor) {
  if (tensor) results.emplace_back(name, tensor.contiguous());
  return static_cast<int>(results.size());
}

int Exchange::leave(std::initializer_list<NamedTensor> tensors) {
  for (const auto& [name, tensor] : tensors) leave(name, tensor);
  return static_cast<int>(results.size());
}

void Exchange::leave_failure() {
  try {
    throw;
  } catch (const Error& error) {
    failure = text("{} {}", name(error.code()), error.what());
  } catch (...) {  // std::bad_alloc, std::length_error
    failure = "memory WebAssembly's memory is full";
  }
}

std::vector<std::string> words_of(const Tensor& bytes, const std::vector<Index>& lengths) {
  std::vector<std::string> words;
  const float* next = bytes.data();
  for (const Index length : lengths) {
    std::string& word = words.emplace_back();
    for (const float* end = next + length; next < end; ++next)
      word += static_cast<char>(static_cast<unsigned char>(*next));
    ++next;
  }
  return words;
}

ForwardArgs args_of(Staging& staging, const ForwardOptions& options) {
  const bool trace = options.is_on(Switch::trace);
  const auto tensor = [&](Slot slot) { return trace ? staging.take(slot) : staging.peek(slot); };
  const auto mask = [&](Slot slot, Switch additive) {
    Tensor values = tensor(slot);
    return values ? std::optional<Mask>({std::move(values), options.is_on(additive)}) : std::nullopt;
  };
  ForwardArgs args{.query = tensor(Slot::query), .key = tensor(Slot::key), .value = tensor(Slot::value)};
  args.causal = options.is_on(Switch::causal);
  args.key_padding_mask = mask(Slot::key_padding_mask, Switch::key_padding_additive);
  args.attn_mask = mask(Slot::attn_mask, Switch::attn_additive);
  if (options.is_on(Switch::finite_fill)) args.mask_fill = -1e9f;
  args.empty_row = options.is_on(Switch::nan_rows) ? EmptyRow::nan : EmptyRow::zero;
  args.dropout = options.dropout;
  args.dropout_seed = seed_of(options.dropout_seed);
  if (const Tensor scale = tensor(Slot::head_scale))
    args.head_scale.assign(scale.values().begin(), scale.values().end());
  args.trace = trace;
  args.need_weights = options.is_on(Switch::need_weights);
  return args;
}

void require_memory(const char* what, Index elements, Index limit) {
  const Index bytes = multiply_checked({elements, Index{sizeof(float)}});
  if (bytes > limit)
    fail(ErrorCode::memory, "{} would take {} bytes; WebAssembly's memory ends at {}", what, bytes, limit);
}

namespace {

/// The floats that a traced pass holds, its masks too.
Index elements_traced(const Config& config, const ForwardArgs& args, Fault fault) {
  const std::vector<Step> steps = steps_without_numbers(config, args, fault);
  Index elements = bytes_held(steps) / Index{sizeof(float)};
  for (const Step& step : steps) {
    for (const Mask& mask : step.attributes.masks)
      elements = add_checked(elements, mask.values.buffer_elements());
  }
  return elements;
}

}  // namespace

void require_memory(const Layer& layer, const ForwardArgs& args, Fault fault, Index limit) {
  constexpr Index kMuch = 1 << 20;  // below, there is room
  const Index rows = args.query.size(0) * (args.query.size(1) + args.key_or_query().size(1));
  const Config& c = layer.config;
  if (rows * (c.num_heads * (args.key_or_query().size(1) + c.d_k + c.d_v) + c.d_model) < kMuch) return;
  const bool fast = !args.trace && fault == Fault::none && FastForward::takes(args);
  require_memory("this forward pass",
                 fast ? FastForward::elements_held(c, args) : elements_traced(c, args, fault), limit);
}

void require_memory_for_backward(const Run& run, Index limit) {
  Index elements = bytes_held(run.steps) / Index{sizeof(float)};
  for (const Step& step : run.steps) {
    if (step.output) elements = add_checked(elements, step.output.elements());
    for (const Parameter& parameter : step.parameters)
      elements = add_checked(elements, parameter.values.elements());
  }
  require_memory("this run and its backward pass", elements, limit);
}

std::string config_field_names() {
  std::string names;
  for (const ConfigField& field : kConfigFields) {
    names += field.name;
    names += field.size != nullptr ? " " : "? ";
  }
  return names;
}

Config config_of(const std::vector<Index>& numbers) {
  Config config;
  auto number = numbers.begin();
  for (const ConfigField& field : kConfigFields) {
    if (field.size != nullptr) {
      config.*field.size = *number++;
    } else {
      config.*field.flag = *number++ != 0;
    }
  }
  return config;
}

std::vector<Index> numbers_of(const Config& config) {
  std::vector<Index> numbers;
  for (const ConfigField& field : kConfigFields) {
    const Index number = field.size != nullptr ? config.*field.size : Index{config.*field.flag};
    numbers.push_back(number);
  }
  return numbers;
}

MeasureOptions measure_options_of(const std::vector<Index>& indices, const Tensor& attention) {
  const auto positions = indices.begin() + 2;
  const auto words = positions + static_cast<std::ptrdiff_t>(indices.at(1));
  const Index queries = attention.shape().rank() == 4 ? attention.size(2) : 0;
  const auto keys = words + std::min(static_cast<std::ptrdiff_t>(queries), indices.end() - words);
  return {{positions, words}, {words, keys}, {keys, indices.end()}, indices.at(0) != 0};
}

void set_values(Layer& layer, Param param, const Tensor& values) {
  const Dims sizes = shape_of(param, layer.config);
  const bool flat = values.shape().rank() == 1;
  if (flat && values.elements() != count_elements(sizes)) {
    fail(ErrorCode::shape, "{}: data of {} elements does not fill shape {}, which has {}", name(param),
         values.elements(), sizes, count_elements(sizes));
  }
  if (values.shape().rank() == 2 && values.sizes() != sizes && values.transpose(0, 1).sizes() == sizes) {
    fail(ErrorCode::shape,
         "{} has shape {}, expected {}; it is a transpose away, as nn.Linear's (out, in) is", name(param),
         values.sizes(), sizes);
  }
  layer.weights.set(layer.config, param, flat ? values.view(sizes) : values);
}

}  // namespace mha
