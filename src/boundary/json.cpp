#include "json.hpp"

#include <algorithm>
#include <array>

namespace mha {
namespace {

void write_quoted(std::string& out, std::string_view s) {
  out += '"';
  for (char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  out += '"';
}

template <class List, class F>
void write_array(std::string& out, const List& items, F write_item) {
  out += '[';
  for (const auto& item : items) {
    if (out.back() != '[') out += ',';
    write_item(item);
  }
  out += ']';
}

void write_notice(std::string& out, const Notice& notice);

void write_value(std::string& out, const decltype(Notice::Parameter::value)& value) {
  if (const auto* string = std::get_if<std::string>(&value)) write_quoted(out, *string);
  if (const auto* whole = std::get_if<Index>(&value)) append_whole(out, *whole);
  if (const auto* number = std::get_if<double>(&value)) append_exact(out, *number);
  if (const auto* row = std::get_if<Notice::Parameter::Row>(&value))
    write_array(out, *row, [&](Index whole) { append_whole(out, whole); });
  if (const auto* notice = std::get_if<Notice>(&value)) write_notice(out, *notice);
}

void write_notice(std::string& out, const Notice& notice) {
  out += text(R"({"id":"{}","parameters":{)", notice.id);
  for (const auto& [name, value] : notice.parameters) {
    if (out.back() != '{') out += ',';
    write_quoted(out, name);
    out += ':';
    write_value(out, value);
  }
  out += R"(},"message":)";
  write_quoted(out, notice.text);
  out += '}';
}

/// Writes null for an empty string.
void write_quoted_or_null(std::string& out, std::string_view s) {
  if (s.empty()) {
    out += "null";
  } else {
    write_quoted(out, s);
  }
}

/// The field "error": null for an empty notice, otherwise its text; then the field "refusal" with the whole
/// notice.
void write_refusal(std::string& out, const Notice& notice) {
  out += R"("error":)";
  write_quoted_or_null(out, notice.text);
  if (notice.empty()) return;
  out += R"(,"refusal":)";
  write_notice(out, notice);
}

void write_sizes(std::string& out, const Dims& sizes) {
  write_array(out, sizes, [&](Index size) { append_whole(out, size); });
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

/// Writes sizes, strides, offset and storage. The caller has just written the name of the field "shape".
void write_place(std::string& out, const Tensor& tensor, bool is_view, BufferNumbers& buffers) {
  const Shape& shape = tensor.shape();
  write_sizes(out, shape.sizes());
  out += R"(,"strides":)";
  write_sizes(out, shape.strides());
  out += text(R"(,"offset":{},"contiguous":{},"storage":"{}","buffer":{})", shape.offset(),
              shape.is_contiguous() ? "true" : "false", is_view ? "view" : "copy", buffers(tensor));
}

void write_memory_fields(std::string& out, const Step& step, BufferNumbers& buffers) {
  out += R"(,"shape":)";
  if (!step.error.empty()) {
    const std::vector<Mask>& masks = step.attributes.masks;  // all masks have the sizes of the scores
    write_sizes(out, masks.empty() ? step.attributes.get<Dims>("sizes") : masks.front().values.sizes());
    out += R"(,"strides":null,"offset":null,"contiguous":null,"storage":null,"buffer":null)";
    return;
  }
  write_place(out, step.output, step.is_view, buffers);
}

void write_masks(std::string& out, const std::vector<Mask>& masks) {
  write_array(out, masks, [&](const Mask& mask) {
    out += text(R"({"additive":{},"strides":)", mask.additive ? "true" : "false");
    write_sizes(out, mask.values.shape().strides());
    out += '}';
  });
}

void write_attributes(std::string& out, const Attributes& attributes) {
  out += '{';
  const auto begin = [&](std::string_view name) {
    if (out.back() != '{') out += ',';
    write_quoted(out, name);
    out += ':';
  };
  for (const auto& [name, value] : attributes.named) {
    begin(name);
    if (const auto* whole = std::get_if<Index>(&value)) append_whole(out, *whole);
    if (const auto* number = std::get_if<double>(&value)) append_exact(out, *number);
    if (const auto* sizes = std::get_if<Dims>(&value)) write_sizes(out, *sizes);
  }
  if (!attributes.factors.empty()) {
    begin("factors");
    write_array(out, attributes.factors, [&](float factor) { append_exact(out, double{factor}); });
  }
  if (!attributes.masks.empty()) {
    begin("masks");
    write_masks(out, attributes.masks);
  }
  out += '}';
}

void write_steps(std::string& out, const std::vector<Step>& steps) {
  BufferNumbers buffers;
  write_array(out, steps, [&](const Step& s) {
    out += text(R"({"id":"{}","op":"{}","lane":)", s.id, s.op->name);
    write_quoted_or_null(out, name(s.lane));
    out += text(R"(,"stage":{},"inputs":)", s.stage);
    write_array(out, s.inputs, [&](StepIndex i) { write_quoted(out, steps[i].id); });
    out += R"(,"weights":)";
    write_array(out, s.parameters, [&](const Parameter& p) { write_quoted(out, p.name); });
    out += R"(,"axes":)";
    write_array(out, s.axes, [&](Axis a) { write_quoted(out, name(a)); });
    write_memory_fields(out, s, buffers);
    out += R"(,"attributes":)";
    write_attributes(out, s.attributes);
    out += text(R"(,"flops":{},"bytesRead":{},"bytesWritten":{},)", s.flops, s.bytes_read, s.bytes_written);
    write_refusal(out, s.error);
    out += '}';
  });
}

}  // namespace

std::string operations_to_json() {
  std::string out = "{";
  for (const Operation* op : operations()) {
    if (out.back() != '{') out += ',';
    out += text(R"("{}":{"reads":{},"formulas":{}})", op->name, op->reads, op->formulas);
  }
  return out += '}';
}

std::string to_json(const std::vector<Step>& steps) {
  std::string out;
  write_steps(out, steps);
  return out;
}

std::string to_json(const std::vector<ChainLink>& links) {
  std::string out;
  BufferNumbers buffers;
  write_array(out, links, [&](const ChainLink& link) {
    out += '{';
    write_refusal(out, link.refusal);
    if (link.tensor) {
      out += R"(,"shape":)";
      write_place(out, link.tensor, link.is_view, buffers);
    }
    out += '}';
  });
  return out;
}

std::string to_json(const Cost& c) {
  std::string out = text(
      R"({"parameters":{},"flops":{},"bytesRead":{},"bytesWritten":{},"bytesHeld":{},"cacheBytesPerToken":{},"steps":)",
      c.parameters, c.flops, c.bytes_read, c.bytes_written, c.bytes_held, c.cache_bytes);
  write_steps(out, c.steps);
  return out += '}';
}

}  // namespace mha
