// The native probe. Writes a line for each part of each group: "<name> <part>\t<digest>\t<wrong elements>".
#include <cinttypes>
#include <cstdio>

#include "groups.hpp"

int main() {
  for (const auto& [name, parts, run] : mha::probe::groups()) {
    for (int part = 1; part <= parts; ++part) {
      const auto [digest, wrong] = run(part);
      std::printf("%s %d\t%016" PRIx64 "\t%d\n", name, part, digest.value(), wrong);
    }
  }
}
