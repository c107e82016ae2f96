#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace mha {

struct Notice;

/// The value of one blank: a string, a whole number, a real number, whole numbers written "(2, 10, 64)", or a
/// notice. Holds a reference, so the value must outlive the Insert.
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
  Insert(const Notice& notice) : content_(&notice) {}

  using Content =
      std::variant<std::string_view, std::int64_t, double, std::span<const std::int64_t>, const Notice*>;
  const Content& content() const { return content_; }
  void append_to(std::string& out) const;

 private:
  Content content_;
};

/// A blank of a form: "{}", or "{name}" with a name of lower-case letters, digits and underscores.
struct FormBlank {
  std::size_t begin = std::string_view::npos;  // npos if there are no more blanks
  std::string_view name;
};

/// The first blank at or after position `from`.
constexpr FormBlank next_blank(std::string_view form, std::size_t from = 0) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789_";
  for (std::size_t at = form.find('{', from); at != std::string_view::npos; at = form.find('{', at + 1)) {
    const std::size_t end = form.find_first_not_of(kLetters, at + 1);
    if (end != std::string_view::npos && form[end] == '}') return {at, form.substr(at + 1, end - at - 1)};
  }
  return {};
}

/// A form with one blank for each of Inserts, either all named or all unnamed. Any other text is a compile
/// error.
template <bool is_named, class... Inserts>
class BasicForm {
 public:
  consteval BasicForm(const char* form) : form_(form) {
    std::size_t blanks = 0;
    for (FormBlank blank = next_blank(form_); blank.begin != std::string_view::npos;
         blank = next_blank(form_, blank.begin + 1)) {
      if (blank.name.empty() == is_named)
        throw "the blanks of a notice have names, those of a text have none";
      ++blanks;
    }
    if (blanks != sizeof...(Inserts)) throw "a form has one blank for each insert";
  }
  operator std::string_view() const { return form_; }

 private:
  std::string_view form_;
};
template <class... Inserts>
using Form = BasicForm<false, std::type_identity_t<Inserts>...>;
template <class... Inserts>
using NoticeForm = BasicForm<true, std::type_identity_t<Inserts>...>;

/// Decimal digits. Replaces std::to_string, whose wasm code is large.
void append_whole(std::string& out, std::int64_t number);

/// All decimal digits and a power of ten, so that parsing gives the same number. NaN becomes "null"; infinity
/// becomes "1e999", which JSON.parse reads as Infinity.
void append_exact(std::string& out, double number);

/// At most `most` bytes of a UTF-8 text, without a part of a character at the end.
std::string_view first_bytes(std::string_view text, std::size_t most);

std::string fill(std::string_view form, std::initializer_list<Insert> inserts);

/// text("size {} in {}", 3, sizes). Replaces <format>, which g++ 12 lacks and which is large in wasm.
template <class... Inserts>
std::string text(Form<Inserts...> form, const Inserts&... inserts) {
  return fill(form, {Insert(inserts)...});
}

}  // namespace mha
