#include "groups.hpp"

namespace mha::probe {
namespace {

constexpr Group kGroups[] = {
    {"product, rows", 40, product_of_rows},
    {"larger product", 20, larger_product},
    {"long product", 10, long_product},
    {"parts of packed panels", 10, parts_of_panels},
    {"panels of 16-bit numbers", 40, product_of_halves},
    {"scale_row, length", 40, scaled_rows},
    {"exp_row, length", 40, exponentials_of_rows},
    {"softmax, length", 40, softmax_of_rows},
    {"sum_of_smaller, length", 100, sums_of_smaller},
    {"moments_of_row, length", 100, moments_of_rows},
    {"entropy_of_row, length", 100, entropies_of_rows},
    {"attended heads", 40, attended_heads},
};

}  // namespace

std::span<const Group> groups() {
  return kGroups;
}

}  // namespace mha::probe
