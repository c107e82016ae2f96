#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace mha {

/// What fills a blank of a form: a string, a whole number, a real number, or whole numbers in a row, written
/// "(2, 10, 64)".
class Insert {
 public:
  Insert(const char* string) : content_(std::string_view(string)) {}
  Insert(std::string_view string) : content_(string) {}
  Insert(const std::string& string) : content_(std::string_view(string)) {}
  Insert(int number) : content_(std::int64_t{number}) {}
  Insert(std::int64_t number) : content_(number) {}
  Insert(std::size_t number) : content_(static_cast<std::int64_t>(number)) {}
  Insert(double number) : content_(number) {}
  Insert(std::span<const std::int64_t> row) : content_(row) {}

  void append_to(std::string& out) const;

 private:
  std::variant<std::string_view, std::int64_t, double, std::span<const std::int64_t>> content_;
};

/// A text with a blank "{}" for each of Inserts; another number of blanks does not compile.
template <class... Inserts>
class Form {
 public:
  consteval Form(const char* form) : form_(form) {
    std::size_t blanks = 0;
    for (std::size_t at = form_.find("{}"); at != std::string_view::npos; at = form_.find("{}", at + 2))
      ++blanks;
    if (blanks != sizeof...(Inserts)) throw "a form has one {} for each insert";
  }
  operator std::string_view() const { return form_; }

 private:
  std::string_view form_;
};

/// In decimal digits. Stands in for std::to_string, of which each piece is fast and all are large.
void append_whole(std::string& out, std::int64_t number);

/// In decimal digits, all of them, and a power of ten: read back, it is the same number. A number that is
/// none, or too large for any, is "null" or "1e999", which JSON.parse reads as Infinity.
void append_exact(std::string& out, double number);

std::string fill(std::string_view form, std::initializer_list<Insert> inserts);

/// text("size {} in {}", 3, sizes). Stands in for <format>, which g++ 12 lacks and which is large in wasm.
template <class... Inserts>
std::string text(Form<std::type_identity_t<Inserts>...> form, const Inserts&... inserts) {
  return fill(form, {Insert(inserts)...});
}

}  // namespace mha
