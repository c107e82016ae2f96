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

std::string nullable(std::string_view s) { return s.empty() ? "null" : quoted(s); }
std::string_view boolean(bool b) { return b ? "true" : "false"; }

template <class List, class F>
std::string array(const List& items, F item_to_json) {
  std::string out = "[";
  for (const auto& item : items) {
    if (out.size() > 1) out += ',';
    out += item_to_json(item);
  }
  return out += ']';
}

std::string numbers(const Dims& dims) {
  return array(dims, [](Index i) { return std::to_string(i); });
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
    return text(R"("shape":)", numbers(step.refused), R"(,"strides":null,"offset":null,"contiguous":null,"storage":null,"buffer":null)");
  }
  const Shape& shape = step.output.shape();
  return text(R"("shape":)", numbers(shape.sizes()), R"(,"strides":)", numbers(shape.strides()), R"(,"offset":)", shape.offset(),
              R"(,"contiguous":)", boolean(shape.is_contiguous()), R"(,"storage":)", quoted(step.is_view ? "view" : "copy"),
              R"(,"buffer":)", buffers(step.output));
}

}  // namespace

std::string to_json(const std::vector<Step>& steps) {
  BufferNumbers buffers;
  return array(steps, [&](const Step& s) {
    return text(R"({"id":)", quoted(s.id), R"(,"op":)", quoted(name(s.op)), R"(,"lane":)", nullable(name(s.lane)), R"(,"stage":)", s.stage,
                R"(,"inputs":)", array(s.inputs, [&](Value v) { return quoted(steps[v].id); }), R"(,"weights":)", array(s.weights, [](Param p) { return quoted(name(p)); }),
                R"(,"axes":)", array(s.axes, [](Axis a) { return quoted(name(a)); }), ",", memory_fields(s, buffers), R"(,"flops":)", s.flops, R"(,"bytesRead":)", s.bytes_read,
                R"(,"bytesWritten":)", s.bytes_written, R"(,"error":)", nullable(s.error), "}");
  });
}

std::string to_json(const std::vector<std::string>& strings) { return array(strings, quoted); }

std::string to_json(const Cost& c) {
  return text(R"({"parameters":)", c.parameters, R"(,"flops":)", c.flops, R"(,"bytesRead":)", c.bytes_read, R"(,"bytesWritten":)", c.bytes_written,
              R"(,"bytesHeld":)", c.bytes_held, R"(,"steps":)", to_json(c.steps), "}");
}

}  // namespace mha
