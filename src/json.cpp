#include "json.hpp"

#include <algorithm>
#include <array>

namespace mha {
namespace {

std::string quoted(std::string_view s) {
  std::string out = "\"";
  for (char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out += '"';
}

template <class List, class F>
std::string array(const List& items, F item_to_json) {
  std::string out = "[";
  for (const auto& item : items) {
    if (out.size() > 1) out += ',';
    out += item_to_json(item);
  }
  return out += ']';
}

class BufferNumbers {
 public:
  std::size_t operator()(const Tensor& tensor) {
    const auto at = std::ranges::find(seen_, tensor.buffer_identity());
    const auto number = static_cast<std::size_t>(at - seen_.begin());
    if (at == seen_.end()) seen_.push_back(tensor.buffer_identity());
    return number;
  }

 private:
  std::vector<const void*> seen_;
};

std::string memory_fields(const Step& step, BufferNumbers& buffers) {
  if (!step.error.empty()) {
    return text(R"("shape":{},"strides":null,"offset":null,"contiguous":null,"storage":null,"buffer":null)",
                to_json(step.refused));
  }
  const Shape& shape = step.output.shape();
  return text(R"("shape":{},"strides":{},"offset":{},"contiguous":{},"storage":"{}","buffer":{})",
              to_json(shape.sizes()), to_json(shape.strides()), shape.offset(),
              shape.is_contiguous() ? "true" : "false", step.is_view ? "view" : "copy", buffers(step.output));
}

}  // namespace

std::string to_json(const Dims& sizes) {
  return array(sizes, [](Index size) { return std::to_string(size); });
}

std::string to_json(const Config& c) {
  return text(
      R"({"dModel":{},"numHeads":{},"numKvHeads":{},"dK":{},"dV":{},"dKey":{},"dValue":{},"bias":{},"fused":{}})",
      c.d_model, c.num_heads, c.num_kv_heads, c.d_k, c.d_v, c.d_key, c.d_value, c.bias ? "true" : "false",
      c.fused ? "true" : "false");
}

std::string to_json(const std::vector<Step>& steps) {
  BufferNumbers buffers;
  const auto step = [&](const Step& s) {
    return text(R"({"id":"{}","op":"{}","lane":{},"stage":{},"inputs":{},"weights":{},"axes":{},{},)"
                R"("flops":{},"bytesRead":{},"bytesWritten":{},"error":{}})",
                s.id, name(s.op), s.lane == Lane::none ? "null" : quoted(name(s.lane)), s.stage,
                array(s.inputs, [&](Value v) { return quoted(steps[v].id); }),
                array(s.weights, [](Param p) { return quoted(name(p)); }),
                array(s.axes, [](Axis a) { return quoted(name(a)); }), memory_fields(s, buffers), s.flops,
                s.bytes_read, s.bytes_written, s.error.empty() ? "null" : quoted(s.error));
  };
  return array(steps, step);
}

std::string to_json(const std::vector<std::string>& strings) {
  return array(strings, quoted);
}

std::string to_json(const Cost& c) {
  return text(R"({"parameters":{},"flops":{},"bytesRead":{},"bytesWritten":{},"bytesHeld":{},"steps":{}})",
              c.parameters, c.flops, c.bytes_read, c.bytes_written, c.bytes_held, to_json(c.steps));
}

}  // namespace mha
