#include "sentence_measures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../kernel/rows.hpp"
#include "../tensor/maps.hpp"

namespace mha {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

/// The mean of one measure over queries.
struct QueryMean {
  double sum = 0;
  Index count = 0;

  void add(double value) {
    sum += value;
    ++count;
  }
  float value() const { return count == 0 ? kNone : static_cast<float>(sum / static_cast<double>(count)); }
};

using QueryMeans = std::array<QueryMean, kSentenceMeasures.size()>;

QueryMean& mean_of(QueryMeans& means, SentenceMeasure measure) {
  return means[static_cast<std::size_t>(measure)];
}

/// Norms of the value vectors of one key/value head, (T, d_v), over their mean; empty if all are 0.
std::vector<double> relative_norms(const float* values, Index tokens, Index d_v) {
  std::vector<double> norms;
  double sum = 0;
  for (Index t = 0; t < tokens; ++t) {
    const Eigen::ArrayXd vector = ConstNumbers(values + t * d_v, narrow(d_v)).cast<double>();
    norms.push_back(std::sqrt(vector.square().sum()));
    sum += norms.back();
  }
  if (!(sum > 0)) return {};
  for (double& norm : norms) norm *= static_cast<double>(tokens) / sum;
  return norms;
}

/// Adds the measures of one row that read all of its keys.
void measure_whole_row(const float* row, Index query, Index keys, const std::vector<double>& norms,
                       QueryMeans& means) {
  mean_of(means, SentenceMeasure::entropy).add(entropy_of_row(row, narrow(keys)));
  double distance = 0, far = 0;
  for (Index j = 0; j < keys; ++j) {
    const Index apart = std::abs(query - j);
    distance += double{row[j]} * static_cast<double>(apart);
    if (apart > kFar) far += row[j];
  }
  mean_of(means, SentenceMeasure::distance).add(distance);
  mean_of(means, SentenceMeasure::far).add(far);
  if (norms.empty()) return;
  double moved = 0, on_small = 0;
  for (std::size_t j = 0; j < norms.size(); ++j) {
    moved += row[j] * norms[j];
    if (norms[j] < kSmall) on_small += row[j];
  }
  mean_of(means, SentenceMeasure::value_norm).add(moved);
  mean_of(means, SentenceMeasure::small_values).add(on_small);
}

double sum_of_row(const float* row, Index keys) {
  return ConstNumbers(row, narrow(keys)).cast<double>().sum();
}

}  // namespace

SentenceKeys::SentenceKeys(SentenceTokens tokens) : tokens_(std::move(tokens)) {
  const std::size_t count = tokens_.pieces.size();
  for (const auto* numbers : {&tokens_.words, &tokens_.sentences, &tokens_.kinds}) {
    if (numbers->size() != count)
      fail(ErrorCode::shape, "facts_of_tokens",
           "{found} numbers for {tokens} tokens; each token has a piece, a word, a sentence and a kind",
           static_cast<Index>(numbers->size()), static_cast<Index>(count));
  }
  for (Index query = tokens_.is_causal ? 1 : 0; query < this->tokens(); ++query) {
    name_places(query);
    name_pieces(query);
    name_words(query);
    name_kinds(query);
  }
}

void SentenceKeys::name(SentenceMeasure measure, Index query, std::vector<Index> keys) {
  if (!keys.empty()) named_.push_back({measure, query, std::move(keys)});
}

void SentenceKeys::name_places(Index query) {
  name(SentenceMeasure::same, query, {query});
  if (query >= 1) name(SentenceMeasure::first, query, {0});
  if (query >= 2) name(SentenceMeasure::previous, query, {query - 1});
  if (query >= 3) name(SentenceMeasure::two_before, query, {query - 2});
  if (query < last_key(query)) name(SentenceMeasure::next, query, {query + 1});
}

void SentenceKeys::name_pieces(Index query) {
  const auto& pieces = tokens_.pieces;
  const auto at = [&](Index token) { return pieces[static_cast<std::size_t>(token)]; };
  std::vector<Index> same, after, after_pair;
  for (Index j = 1; j <= last_key(query); ++j) {
    if (j == query || at(j) != at(query)) continue;
    same.push_back(j);
    if (j > query) continue;
    after.push_back(j + 1);
    if (j > 1 && at(j - 1) == at(query - 1)) after_pair.push_back(j + 1);
  }
  name(SentenceMeasure::same_piece, query, std::move(same));
  name(SentenceMeasure::induction, query, std::move(after));
  name(SentenceMeasure::induction_pair, query, std::move(after_pair));
}

void SentenceKeys::name_words(Index query) {
  const auto word = [&](Index token) { return tokens_.words[static_cast<std::size_t>(token)]; };
  const auto sentence = [&](Index token) { return tokens_.sentences[static_cast<std::size_t>(token)]; };
  const auto is_noun = [&](Index token) {
    const auto noun = static_cast<Index>(TokenKind::noun);
    return (tokens_.kinds[static_cast<std::size_t>(token)] & noun) != 0;
  };
  std::vector<Index> own, last_noun;
  Index start = query;
  for (Index j = query - 1; j >= 1; --j) {
    if (word(j) == word(query)) {
      own.push_back(j);
    } else if (is_noun(j) && (last_noun.empty() || word(last_noun.front()) == word(j))) {
      last_noun.push_back(j);
    }
    if (sentence(j) == sentence(query)) start = j;
  }
  name(SentenceMeasure::same_word, query, std::move(own));
  name(SentenceMeasure::last_noun, query, std::move(last_noun));
  if (start != query) name(SentenceMeasure::sentence_start, query, {start});
}

void SentenceKeys::name_kinds(Index query) {
  constexpr std::array kinds = {std::pair{TokenKind::separator, SentenceMeasure::separators},
                                std::pair{TokenKind::colon, SentenceMeasure::colons},
                                std::pair{TokenKind::mask, SentenceMeasure::mask},
                                std::pair{TokenKind::function_word, SentenceMeasure::function_words}};
  for (const auto& [kind, measure] : kinds) {
    std::vector<Index> keys;
    for (Index j = 1; j <= last_key(query); ++j) {
      if ((tokens_.kinds[static_cast<std::size_t>(j)] & static_cast<Index>(kind)) != 0) keys.push_back(j);
    }
    name(measure, query, std::move(keys));
  }
}

Tensor SentenceKeys::measure(const Tensor& attention, const Tensor& values) const {
  const Index tokens = this->tokens();
  if (attention.shape().rank() != 3 || attention.size(1) != tokens || attention.size(2) != tokens)
    fail_shape("attention", attention.sizes(), Dims{attention.size(0), tokens, tokens});
  check_numbers(attention);
  const Index heads = attention.size(0);
  if (values && (values.shape().rank() != 3 || values.size(1) != tokens || heads % values.size(0) != 0))
    fail_shape("values", values.sizes(), "(H_kv, T, d_v)");
  const Tensor packed = attention.contiguous(), vectors = values ? values.contiguous() : Tensor();
  Tensor out = Tensor::uninitialised({heads, Index{kSentenceMeasures.size()}});
  float* summary = out.data();
  for (Index head = 0; head < heads; ++head) {
    const float* rows = packed.data() + head * tokens * tokens;
    std::vector<double> norms;
    if (vectors) {
      const Index of = head / (heads / vectors.size(0)), d_v = vectors.size(2);
      norms = relative_norms(vectors.data() + of * tokens * d_v, tokens, d_v);
    }
    QueryMeans means;
    auto next = named_.begin();
    for (Index query = tokens_.is_causal ? 1 : 0; query < tokens; ++query) {
      const float* row = rows + query * tokens;
      const bool counts = sum_of_row(row, tokens) != 0;
      if (counts) measure_whole_row(row, query, tokens, norms, means);
      for (; next != named_.end() && next->query == query; ++next) {
        double sum = 0;
        for (const Index key : next->keys) sum += row[key];
        if (counts) mean_of(means, next->measure).add(sum);
      }
    }
    for (const QueryMean& mean : means) *summary++ = mean.value();
  }
  return out;
}

Tensor strongest_keys(const Tensor& attention) {
  if (attention.shape().rank() != 3) fail_shape("attention", attention.sizes(), "(H, T_q, T_k)");
  check_numbers(attention);
  const Tensor packed = attention.contiguous();
  const Index rows = packed.size(0) * packed.size(1), keys = packed.size(2);
  Tensor out = Tensor::uninitialised({packed.size(0), packed.size(1)});
  for (Index i = 0; i < rows; ++i) {
    const float* row = packed.data() + i * keys;
    out.data()[i] = static_cast<float>(std::max_element(row, row + keys) - row);
  }
  return out;
}

}  // namespace mha
