#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <initializer_list>

namespace mha {

/// Throws the error "shape" for a list with too many items.
[[noreturn]] void fail_too_long(std::size_t given, std::size_t most);

/// At most N items, stored in place. Sizes, strides and axis names are short and read often, so they need no
/// heap memory. Throws the error "shape" for more items.
template <class T, std::size_t N>
class InlineList {
 public:
  InlineList() = default;
  InlineList(std::initializer_list<T> items) : size_(checked(items.size())) {
    std::copy(items.begin(), items.end(), begin());
  }
  InlineList(std::size_t count, const T& item) : size_(checked(count)) { std::fill_n(begin(), count, item); }

  static constexpr std::size_t capacity() { return N; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // In debug builds, an index beyond the last item is an assertion failure.
  T& operator[](std::size_t i) { return assert(i < size_), items_[i]; }
  const T& operator[](std::size_t i) const { return assert(i < size_), items_[i]; }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }
  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }

  void pop_back() { assert(size_ > 0), --size_; }
  void push_back(const T& item) {
    items_[checked(size_ + 1) - 1] = item;
    ++size_;
  }

  friend bool operator==(const InlineList& a, const InlineList& b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i) {
      if (a[i] != b[i]) return false;
    }
    return true;
  }

 private:
  static std::size_t checked(std::size_t size) {
    if (size > N) fail_too_long(size, N);
    return size;
  }

  std::array<T, N> items_{};
  std::size_t size_ = 0;
};

}  // namespace mha
