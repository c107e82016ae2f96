// Interface of the probe for JavaScript. Needs no glue code: the module imports nothing.
#include <cstdint>

#include "groups.hpp"

using namespace mha::probe;

namespace {

Outcome outcome;  // result of the last probe_run

}

extern "C" {

int probe_groups() {
  return static_cast<int>(groups().size());
}

const char* probe_name(unsigned group) {
  return groups()[group].name;
}

int probe_parts(unsigned group) {
  return groups()[group].parts;
}

/// Runs a part, counted from 1. Returns the number of wrong elements.
int probe_run(unsigned group, int part) {
  outcome = groups()[group].run(part);
  return outcome.wrong;
}

std::uint64_t probe_digest() {
  return outcome.digest.value();
}
}
