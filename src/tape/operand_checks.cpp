#include "operand_checks.hpp"

#include <algorithm>
#include <limits>

namespace mha {
namespace {

/// "2", or "1 to 6"
std::string range(std::size_t least, std::size_t most) {
  return least == most ? text("{}", least) : text("{} to {}", least, most);
}

void check_count(const Operation& op, const char* what, std::size_t given, std::size_t least,
                 std::size_t most) {
  if (given >= least && given <= most) return;
  fail(ErrorCode::shape, "operand_count", "{operation} has {count} {what}, expected {expected}", op.name,
       given, what, range(least, most));
}

std::string_view name(AttributeType type) {
  switch (type) {
    case AttributeType::whole:
      return "whole number";
    case AttributeType::real:
      return "real number";
    case AttributeType::dims:
      break;
  }
  return "list";
}

AttributeType type_of(const Attribute& attribute) {
  return static_cast<AttributeType>(attribute.value.index());
}

/// "dim (whole number), emptyRow (real number)"; "none" for an empty list.
template <class List, class Type>
std::string listed(const List& attributes, Type type) {
  std::string out;
  for (const auto& each : attributes) {
    if (!each.name.empty()) out += text("{}{} ({})", out.empty() ? "" : ", ", each.name, name(type(each)));
  }
  return out.empty() ? "none" : out;
}

void check_attributes(const Operation& op, const Attributes& given) {
  std::size_t known = 0;
  bool fits = true;
  for (const TakenAttribute& taken : op.takes.attributes) {
    if (taken.name.empty()) break;
    const Attribute* const attribute = given.find(taken.name);
    if (attribute != nullptr) ++known;
    fits = fits && (attribute == nullptr ? taken.is_optional : type_of(*attribute) == taken.type);
  }
  if (fits && known == given.named.size()) return;
  fail(ErrorCode::config, "operation_attributes",
       "{operation} has the attributes {given}, expected {expected}", op.name, listed(given.named, type_of),
       listed(op.takes.attributes, [](const TakenAttribute& each) { return each.type; }));
}

void check_taken(const Operation& op, const char* what, bool takes, bool given) {
  if (given && !takes)
    fail(ErrorCode::config, "operation_takes_none", "{operation} takes no {what}; leave them out", op.name,
         what);
}

void check_packed(const Operation& op, bool is_packed) {
  if (is_packed)
    fail(
        ErrorCode::config, "packed_operand",
        "{operation} cannot read a packed matrix, which only the parameter of linear may be; give unpacked() "
        "of it",
        op.name);
}

}  // namespace

void check_input(StepIndex input, const std::vector<Step>& steps) {
  if (input >= steps.size()) fail_for_step(input, steps.size());
  if (!steps[input].output)
    fail(ErrorCode::config, "input_without_output",
         "the step {id} has no output to read, because it was refused or released; read a step that has one",
         steps[input].id);
}

void check_operands(const Step& step, const std::vector<Step>& steps) {
  const Operation& op = *step.op;
  const Takes& takes = op.takes;
  if (op.view == nullptr && op.fast().forward == nullptr)
    fail(ErrorCode::config, "nothing_to_compute",
         "{operation} computes nothing; put a tensor on a tape by Tape::input()", op.name);
  check_count(op, "inputs", step.inputs.size(), takes.inputs, takes.inputs);
  check_count(op, "parameters", step.parameters.size(), takes.parameters,
              takes.parameters + takes.optional_parameters);
  check_attributes(op, step.attributes);
  check_taken(op, "factors", takes.factors, step.attributes.count_factors() > 0);
  check_taken(op, "masks", takes.masks, !step.attributes.masks.empty());
  check_taken(op, "indices", takes.indices, !step.attributes.indices.empty());
  bool is_meta = false;
  for (StepIndex input : step.inputs) {
    check_input(input, steps);
    check_packed(op, steps[input].output.is_packed());
    is_meta |= steps[input].output.is_meta();
  }
  for (const Parameter& parameter : step.parameters) {
    check_packed(op, parameter.values.is_packed() && !takes.packed);
    is_meta |= parameter.values.is_meta();
  }
  if (is_meta) return;  // computes no numbers
  if (step.attributes.meta_factors > 0)
    fail(ErrorCode::shape, "meta_mixed", "meta tensors are mixed with others");
  for (const Mask& mask : step.attributes.masks) check_numbers(mask.values);
}

int to_dim(Index dim) {
  using Limits = std::numeric_limits<int>;
  return static_cast<int>(std::clamp<Index>(dim, Limits::min(), Limits::max()));
}

int dim_of(const Operands& operands) {
  return to_dim(operands.given.get<Index>("dim"));
}

void check_parameter(const Operands& operands, std::size_t place, const char* name, const Dims& expected) {
  const Dims& given = operands.parameters[place]->sizes();
  if (!(given == expected)) fail_shape(name, given, expected);
}

void check_rows(const Tensor& x) {
  if (x.shape().rank() < 1) fail_shape("what has rows", x.sizes(), "(..., n)");
}

void check_indices(const Operands& operands, Index least, Index end) {
  const std::vector<Index>& indices = operands.given.indices;
  if (indices.empty())
    fail(ErrorCode::config, "indices_missing", "indices are missing; give at least one, {least} to {last}",
         least, end - 1);
  for (const Index index : indices) {
    if (index < least || index >= end)
      fail(ErrorCode::config, "no_index_of_row", "there is no index {index}, expected {least} to {last}",
           index, least, end - 1);
  }
}

}  // namespace mha
