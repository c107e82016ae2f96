// Replaces all forms of new and delete. AddressSanitizer requires that they match each other.
#include "allocations.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

struct Block {
  void* memory = nullptr;
  std::size_t size = 0;
};

std::atomic<long> asked = 0;
bool is_watched = false;
std::array<Block, 64> blocks;  // room for all tensors that exist at once in these tests
std::size_t bytes = 0, most_bytes = 0;

Block& block_of(const void* memory) {
  for (Block& block : blocks) {
    if (block.memory == memory) return block;
  }
  std::abort();
}

void* allocate(std::size_t size) {
  ++asked;
  return std::malloc(size);
}
void* allocate_or_throw(std::size_t size) {
  if (void* memory = allocate(size)) return memory;
  throw std::bad_alloc();
}

void note_array(void* memory, std::size_t size) {
  if (!is_watched || memory == nullptr) return;
  block_of(nullptr) = {memory, size};
  bytes += size;
  if (bytes > most_bytes) most_bytes = bytes;
}

void forget_array(const void* memory) {
  if (!is_watched || memory == nullptr) return;
  for (Block& block : blocks) {  // not found: allocated before the count
    if (block.memory != memory) continue;
    bytes -= block.size;
    block = {};
  }
}

mha::Index floats(std::size_t size) {
  return static_cast<mha::Index>(size / sizeof(float));
}

}  // namespace

void* operator new(std::size_t size) {
  return allocate_or_throw(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size);
}
void* operator new[](std::size_t size) {
  return allocate_or_throw(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  void* const memory = allocate(size);
  note_array(memory, size);
  return memory;
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  forget_array(memory);
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  operator delete[](memory);
}

long allocations() {
  return asked;
}

TensorMemory::TensorMemory() {
  blocks.fill({});
  bytes = most_bytes = 0;
  is_watched = true;
}
TensorMemory::~TensorMemory() {
  is_watched = false;
}
mha::Index TensorMemory::held() const {
  return floats(bytes);
}
mha::Index TensorMemory::most() const {
  return floats(most_bytes);
}
