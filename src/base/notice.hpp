#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "text.hpp"

namespace mha {

/// A sentence about the caller's input: its English text, and an id and parameters for translation. Empty if
/// there is nothing to report.
struct Notice {
  struct Parameter;

  std::string_view
      id;  // shared by all notices of one form: "heads_do_not_divide"; a literal, so null-terminated
  std::vector<Parameter> parameters;  // in the order of the form's blanks
  std::string text;

  bool empty() const { return id.empty(); }
  friend bool operator==(const Notice& a, const Notice& b) { return a.id == b.id && a.text == b.text; }
};

/// The value that fills one blank of the form, with the blank's name.
struct Notice::Parameter {
  using Row = std::vector<std::int64_t>;
  std::string name;
  std::variant<std::string, std::int64_t, double, Row, Notice> value;
};

Notice notice_with(std::string_view id, std::string_view form, std::initializer_list<Insert> inserts);

/// notice("no_head", "head {head} does not exist (0 to {last})", 8, 7)
template <class... Inserts>
Notice notice(const char* id, NoticeForm<Inserts...> form, const Inserts&... inserts) {
  return notice_with(id, form, {Insert(inserts)...});
}

}  // namespace mha
