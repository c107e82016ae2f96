#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "../layer/attention.hpp"
#include "../study/cost.hpp"
#include "../study/faults.hpp"
#include "../study/measures.hpp"

namespace mha {

// What JavaScript passes, where every number is a double, in the core's terms. bindings.cpp binds these;
// nothing here knows of it.

Index whole(double number);
std::uint64_t seed_of(double number);

/// What a layer's weights are before any are set.
enum class Init { random, small, constructed };
inline constexpr std::array kInits = {
    NamedValue{Init::random, "random"},
    NamedValue{Init::small, "small"},
    NamedValue{Init::constructed, "constructed"},
};
Weights weights_of(const Config& config, Init init, std::uint64_t seed);

/// The switches of a forward pass; each is a bit.
enum class Switch {
  causal = 1,
  key_padding_additive = 2,
  attn_additive = 4,
  finite_fill = 8,
  nan_rows = 16,
  trace = 32,
  need_weights = 64,
};
inline constexpr std::array kSwitches = {
    NamedValue{Switch::causal, "causal"},
    NamedValue{Switch::key_padding_additive, "keyPaddingAdditive"},
    NamedValue{Switch::attn_additive, "attnAdditive"},
    NamedValue{Switch::finite_fill, "finiteFill"},
    NamedValue{Switch::nan_rows, "nanRows"},
    NamedValue{Switch::trace, "trace"},
    NamedValue{Switch::need_weights, "needWeights"},
};

struct ForwardOptions {
  int switches;  // those that are on, added up
  double dropout, dropout_seed;

  bool is_on(Switch option) const { return (switches & static_cast<int>(option)) != 0; }
};

/// Where tensors are put before a call that reads them. A call without trace leaves them there, so that the
/// next one's can be written over them.
enum class Slot { query, key, value, key_padding_mask, attn_mask, head_scale, cut, other };
inline constexpr std::array kSlots = {
    NamedValue{Slot::query, "query"},
    NamedValue{Slot::key, "key"},
    NamedValue{Slot::value, "value"},
    NamedValue{Slot::key_padding_mask, "keyPaddingMask"},
    NamedValue{Slot::attn_mask, "attnMask"},
    NamedValue{Slot::head_scale, "headScale"},
    NamedValue{Slot::cut, "cut"},
    NamedValue{Slot::other, "other"},
};
static_assert(is_in_order(kSlots) && kSlots.back() == Slot::other);

class Staging {
 public:
  /// Memory for a tensor, to be filled by the caller, who has cleared the slot. Error "memory" where it is
  /// beyond `limit` bytes.
  Tensor& place(Slot slot, const Dims& sizes, Index limit);
  Tensor take(Slot slot) { return std::exchange(slots_[static_cast<std::size_t>(slot)], {}); }
  const Tensor& peek(Slot slot) const { return slots_[static_cast<std::size_t>(slot)]; }
  void clear(Slot slot) { slots_[static_cast<std::size_t>(slot)] = {}; }

 private:
  std::array<Tensor, kSlots.size()> slots_;
};

/// What goes in and out beside single numbers: a call reads what was put in before it, and leaves what is to
/// be fetched after it.
struct Exchange {
  Staging staging;
  std::vector<Index> indices;
  std::vector<std::pair<std::string, Tensor>> results;  // contiguous
  std::string failure;                                  // "code message"

  /// Leaves a tensor, and says how many there are by now.
  int leave(std::string_view name, const Tensor& tensor);
  int leave(std::initializer_list<NamedTensor> tensors);

  /// Leaves what is being caught. To be called within a catch (...), so that what tells failures apart is in
  /// the program once.
  void leave_failure();
};

/// Words whose bytes were put into a tensor, each with one more after it. `lengths` are without that.
std::vector<std::string> words_of(const Tensor& bytes, const std::vector<Index>& lengths);

/// With the inputs and masks of `staging`, taken out of it if options.trace.
ForwardArgs args_of(Staging& staging, const ForwardOptions& options);

/// Refuses, before anything of it is allocated, what cannot fit into `limit` bytes.
void require_memory(const char* what, Index elements, Index limit);
/// The same for a forward pass. `args` have been checked.
void require_memory(const Layer& layer, const ForwardArgs& args, Fault fault, Index limit);
/// The same for what a run holds, and the gradients of its steps and parameters.
void require_memory_for_backward(const Run& run, Index limit);

/// The names of kConfigFields, each with a space after it, and flags with a question mark.
std::string config_field_names();
/// Of one number for each of kConfigFields.
Config config_of(const std::vector<Index>& numbers);
std::vector<Index> numbers_of(const Config& config);

/// Of indices: whether similarity is wanted, how many positions are, these, and where words are known one for
/// each query and each key.
MeasureOptions measure_options_of(const std::vector<Index>& indices, const Tensor& attention);

/// Gives a parameter the values of a tensor of its shape, or of one dimension and as many elements.
void set_values(Layer& layer, Param param, const Tensor& values);

}  // namespace mha
