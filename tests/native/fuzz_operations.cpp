// Fuzzes the operands of Tape::apply() and of a model. For any bytes, an operation must return a result or
// throw an Error; numbers and meta tensors must give equal sizes; and gradients must have the sizes of their
// tensors.
#include <algorithm>
#include <cstdlib>
#include <headscope/gradients.hpp>
#include <headscope/model.hpp>
#include <headscope/replay.hpp>

#include "all_operations.hpp"
#include "fuzz.hpp"

using namespace mha;

namespace {

constexpr Index kMostElements = 4096;
constexpr const char* kIds[] = {"a", "b", "c", "d", "e", "f", "g", "h"};

/// The same numbers in another layout, or not.
Tensor laid_out(Bytes& bytes, const Tensor& x) {
  if (x.shape().rank() < 2 || !bytes.rarely(4)) return x;
  return x.transpose(0, -1).contiguous().transpose(0, -1);
}

/// A tensor with these sizes: contiguous, strided, or with repeated numbers; rarely meta, packed or empty.
Tensor tensor_of(Bytes& bytes, const Dims& sizes) {
  if (bytes.rarely(40)) return Tensor::meta(sizes);
  if (bytes.rarely(60)) return {};
  if (sizes.size() == 2 && count_elements(sizes) <= kMostElements && bytes.rarely(20)) {
    Tensor packed = Tensor::packed(sizes[0], sizes[1], static_cast<StoredType>(bytes.below(3)));
    std::fill_n(packed.data(), packed.buffer_elements(), bytes.number());
    return packed;
  }
  if (sizes.size() > 0 && bytes.rarely(10)) {
    Dims once = sizes;
    once[bytes.below(sizes.size())] = 1;
    if (count_elements(sizes) <= kMostElements) return bytes.tensor(once).expand(sizes);
  }
  return laid_out(bytes, bytes.tensor(sizes));
}

Dims sizes_of(Bytes& bytes) {
  Dims sizes;
  const std::size_t rank = bytes.below(5);
  if (rank > 2) sizes.push_back(bytes.rarely(4) ? bytes.size() : 1);
  while (sizes.size() < rank) sizes.push_back(bytes.size());
  return sizes;
}

/// A size near those of x, or any.
Index size_near(Bytes& bytes, const Tensor& x) {
  if (x.shape().rank() == 0 || bytes.rarely(8)) return bytes.size();
  const Index size = x.sizes()[bytes.below(x.shape().rank())];
  return bytes.rarely(4) ? size / 2 : size;
}

/// An index or a dimension: mostly from -1 to 6.
Index whole_of(Bytes& bytes) {
  return bytes.rarely(20) ? bytes.size() : static_cast<Index>(bytes.below(8)) - 1;
}

/// Operands of an operation, with their memory.
struct Call {
  const Operation* op;
  InlineList<StepIndex, 2> inputs;
  InlineList<Attribute, 4> named;
  std::vector<float> factors;
  std::vector<Mask> masks;
  std::vector<Index> indices;
  std::vector<Tensor> parameters;
  std::vector<NamedTensor> given;

  OtherOperands others() const {
    return {.named = named, .factors = &factors, .masks = &masks, .indices = &indices, .parameters = given};
  }
};

Attribute attribute_of(Bytes& bytes, const TakenAttribute& taken, const Tensor& x, const Tensor& y) {
  AttributeType type = taken.type;
  if (bytes.rarely(60)) type = static_cast<AttributeType>(bytes.below(3));
  if (type == AttributeType::real) return {taken.name, static_cast<double>(bytes.number())};
  if (type == AttributeType::whole) return {taken.name, bytes.flag() ? whole_of(bytes) : size_near(bytes, x)};
  Dims dims;
  if (taken.name == "lengths" && x.shape().rank() > 0 && y.shape().rank() > 0) {
    const std::size_t dim = bytes.below(x.shape().rank());
    dims = {x.sizes()[dim], y.sizes()[std::min(dim, y.shape().rank() - 1)]};
  } else if (taken.name == "dims") {
    dims = {whole_of(bytes), whole_of(bytes)};
  } else {
    for (const Index size : x.sizes()) dims.push_back(bytes.rarely(8) ? whole_of(bytes) : size);
    std::reverse(dims.begin(), dims.end());
  }
  if (bytes.rarely(16)) dims = Dims(bytes.below(7), whole_of(bytes));
  return {taken.name, dims};
}

void add_parameters(Bytes& bytes, Call& call, const Tensor& x) {
  const Takes& takes = call.op->takes;
  std::size_t count = takes.parameters;
  while (count < takes.parameters + takes.optional_parameters && bytes.flag()) ++count;
  if (bytes.rarely(40)) count = bytes.below(8);
  const Index width = x.shape().rank() > 0 ? x.sizes().back() : 1;
  for (std::size_t i = 0; i < count; ++i) {
    Dims sizes = {bytes.rarely(8) ? size_near(bytes, x) : width};
    if (call.op->takes.inputs == 0 || call.op == &op::linear || bytes.rarely(8))
      sizes.push_back(bytes.size());
    if (call.op == &op::linear && i >= (count + 1) / 2) {
      const Dims& matrix = call.parameters[i - (count + 1) / 2].sizes();
      sizes = {matrix.empty() ? 1 : matrix.back()};
    }
    if (call.op == &op::add_distances || call.op == &op::segment_weights)
      sizes = {size_near(bytes, x), 2 * static_cast<Index>(bytes.below(9)) + 1};
    call.parameters.push_back(tensor_of(bytes, sizes));
  }
  for (std::size_t i = 0; i < count; ++i)
    call.given.push_back({kIds[bytes.rarely(20) ? 0 : i], call.parameters[i]});
}

void add_indices(Bytes& bytes, Call& call, const Tensor& x) {
  const Index rows = std::min(x.shape().rank() > 1 ? x.sizes()[1] : 1, kMostElements);
  const bool is_of_segments = call.op == &op::segment_weights || call.op == &op::segment_mix;
  Index count = is_of_segments ? 3 * rows : rows;
  if (bytes.rarely(10)) count = static_cast<Index>(bytes.below(9));
  for (Index i = 0; i < count; ++i)
    call.indices.push_back(bytes.rarely(8) ? whole_of(bytes) : static_cast<Index>(bytes.below(2)));
}

/// Most operands fit, so that calls get beyond the first check.
Call call_of(Bytes& bytes, const Operation& op, const std::vector<Step>& steps) {
  Call call{.op = &op};
  std::size_t inputs = op.takes.inputs;
  if (bytes.rarely(40)) inputs = bytes.below(3);
  while (call.inputs.size() < inputs)
    call.inputs.push_back(bytes.below(steps.size() + (bytes.rarely(30) ? 1 : 0)));
  const auto input = [&](std::size_t i) {
    return i < inputs && call.inputs[i] < steps.size() ? steps[call.inputs[i]].output : Tensor();
  };
  const Tensor x = input(0), y = input(1);
  for (const TakenAttribute& taken : op.takes.attributes) {
    if (!taken.name.empty() && !bytes.rarely(60)) call.named.push_back(attribute_of(bytes, taken, x, y));
  }
  if (op.takes.factors && bytes.flag())
    call.factors.assign(static_cast<std::size_t>(std::clamp<Index>(size_near(bytes, x), 0, 9)),
                        bytes.number());
  if (op.takes.masks) {
    for (std::size_t i = bytes.below(3); i > 0; --i)
      call.masks.push_back({tensor_of(bytes, bytes.rarely(8) ? sizes_of(bytes) : x.sizes()), bytes.flag()});
  }
  if (op.takes.indices) add_indices(bytes, call, x);
  add_parameters(bytes, call, x);
  return call;
}

/// The sizes of the result with meta tensors for inputs; nothing if they are refused. A view may be refused
/// for numbers and not here, because the layout of a meta tensor differs.
std::optional<Dims> sizes_without_numbers(const Call& call, const std::vector<Step>& steps, Trace trace) {
  std::vector<Step> others;
  Tape tape(others, trace);
  for (const Step& step : steps)
    tape.input({"x"}, step.output ? Tensor::meta(step.output.sizes()) : Tensor(), {});
  try {
    return tape[tape.apply({"y"}, *call.op, call.inputs, {}, call.others())].sizes();
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// Reads every number, so that the sanitizers see each access.
void read(const Tensor& x) {
  if (x.has_numbers() && !x.is_packed()) static_cast<void>(x.contiguous().values().back());
}

void walk(Bytes& bytes, const std::vector<Step>& steps, StepIndex from) {
  const Dims sizes = from < steps.size() ? steps[from].output.sizes() : Dims{1};
  const TapeGradients gradients = walk_back(steps, from, laid_out(bytes, bytes.tensor(sizes)));
  for (StepIndex i = 0; i < steps.size(); ++i) {
    if (gradients.steps[i] && gradients.steps[i].sizes() != steps[i].output.sizes()) std::abort();
    read(gradients.steps[i]);
  }
  for (const Parameter& parameter : gradients.parameters) read(parameter.values);
}

void replay_steps(Bytes& bytes, const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    if (!step.output.has_numbers()) return;  // a replay computes numbers
  }
  Replay replay(steps);
  replay.forward();
  for (StepIndex i = 0; i < steps.size(); ++i) {
    if (replay.steps()[i].output.sizes() != steps[i].output.sizes()) std::abort();
    read(replay.steps()[i].output);
  }
  Tensor gradients = Tensor::zeros({1 + static_cast<Index>(bytes.below(64))});
  replay.backward(steps.size() - 1, gradients);
}

void exercise_tape(Bytes& bytes) {
  static const std::vector<const Operation*> all = all_operations();
  std::vector<Step> steps;
  const Trace trace = bytes.flag() ? Trace::on : Trace::off;
  Tape tape(steps, trace);
  for (std::size_t i = 1 + bytes.below(3); i > 0; --i)
    tape.input({"x"}, tensor_of(bytes, sizes_of(bytes)), {});
  for (std::size_t i = 1 + bytes.below(std::size(kIds)); i > 0; --i) {
    const Operation& op = *all[bytes.below(all.size())];
    try {
      const Tape::Scope scope(tape, kIds[i - 1]);
      const Call call = call_of(bytes, op, steps);
      const std::optional<Dims> sizes = sizes_without_numbers(call, steps, trace);
      if (sizes && count_elements(*sizes) > kMostElements) continue;
      const StepIndex made = tape.apply({kIds[i - 1]}, op, call.inputs, {}, call.others());
      const bool is_view = op.view != nullptr;
      if (!is_view && (!sizes || *sizes != tape[made].sizes())) std::abort();
      read(tape[made]);
    } catch (const Error& error) {
      if (std::string_view(error.what()).empty()) std::abort();
    }
  }
  if (bytes.rarely(8)) tape.release(bytes.below(steps.size()), {});
  if (bytes.flag()) return replay_steps(bytes, steps);
  walk(bytes, steps, steps.size() - (bytes.rarely(20) ? 0 : 1));
}

std::vector<Index> words_of(Bytes& bytes) {
  std::vector<Index> words;
  for (std::size_t i = bytes.below(24); i > 0; --i)
    words.push_back(bytes.rarely(60) ? bytes.size() : static_cast<Index>(bytes.below(26)));
  return words;
}

Removal removal_of(Bytes& bytes) {
  Removal removal;
  if (bytes.rarely(3)) removal.head_scale.assign(bytes.rarely(4) ? bytes.below(5) : 2, bytes.number());
  for (std::size_t i = bytes.below(3); i > 0; --i)
    removal.cuts.push_back({.layer = bytes.rarely(20) ? bytes.size() : 0,
                            .kind = bytes.rarely(20) ? bytes.byte() : 0,
                            .to = kCutTos[bytes.below(kCutTos.size())],
                            .position = whole_of(bytes)});
  return removal;
}

void exercise_model(Bytes& bytes) {
  static Model model = [] {
    const auto task = induction_task();
    TrainingConfig training = training_recipe(TaskName::induction);
    training.batch = 2;
    return Model(task,
                 recipe(TaskName::induction, task->vocabulary(), {.d_model = 4, .num_heads = 2, .layers = 1}),
                 training, 1);
  }();
  static const Index start = model.checkpoint();
  model.restore(start);
  if (bytes.flag()) {
    const Prediction prediction = model.predict(words_of(bytes), removal_of(bytes));
    for (const Tensor& attention : prediction.attention) read(attention);
    return;
  }
  Batch batch;
  for (std::size_t i = bytes.below(4); i > 0; --i) {
    const std::vector<Index> words = words_of(bytes);
    if (bytes.flag()) {
      batch.add(model.task(), words);
      continue;
    }
    std::vector<Blank> blanks;
    for (std::size_t j = bytes.below(bytes.rarely(20) ? 64 : 4); j > 0; --j)
      blanks.push_back({.position = whole_of(bytes), .answer = whole_of(bytes)});
    batch.add(words, blanks);
  }
  model.train_on(batch);
}

}  // namespace

void fuzz_operations(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  try {
    bytes.rarely(8) ? exercise_model(bytes) : exercise_tape(bytes);
  } catch (const Error& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
}
