#include "notice.hpp"

namespace mha {
namespace {

/// Copies the value that an insert refers to.
struct Copied {
  using Value = decltype(Notice::Parameter::value);
  Value operator()(std::string_view string) const { return std::string(string); }
  Value operator()(std::int64_t number) const { return number; }
  Value operator()(double number) const { return number; }
  Value operator()(std::span<const std::int64_t> row) const {
    return Notice::Parameter::Row(row.begin(), row.end());
  }
  Value operator()(const Notice* notice) const { return *notice; }
};

}  // namespace

Notice notice_with(std::string_view id, std::string_view form, std::initializer_list<Insert> inserts) {
  Notice out{.id = id, .parameters = {}, .text = fill(form, inserts)};
  FormBlank blank = next_blank(form);
  for (const Insert& insert : inserts) {
    out.parameters.push_back({std::string(blank.name), std::visit(Copied(), insert.content())});
    blank = next_blank(form, blank.begin + 1);
  }
  return out;
}

}  // namespace mha
