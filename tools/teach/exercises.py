# Exercises of the course with solutions, as cells. teach.mjs writes two notebooks from this file: the cells "exercise" are only
# in that for students, the cells "solution" only in the other.

# %% [markdown]
# # Multi-head attention, in exercises
#
# Each exercise belongs to a chapter of the course and needs only NumPy. Replace each `...` by your code and run the next cell, which
# checks the code: without an error, your code is right.

# %% [code]
import numpy as np

rng = np.random.default_rng(0)
T, d_model, heads = 6, 16, 4
d_k = d_model // heads
x = rng.normal(size=(T, d_model)).astype("float32")
wQ, wK, wV, wO = (rng.normal(size=(d_model, d_model)).astype("float32") / np.sqrt(d_model) for _ in range(4))

# %% [markdown] chapter=words
# ## 1. A row of weights
#
# `softmax(scores)` makes every row of an array of any shape positive, with sum 1, along the last axis. It must survive scores of 1000.

# %% [exercise]
def softmax(scores):
    ...

# %% [solution]
def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)

# %% [check]
weights = softmax(np.array([[1.0, 2.0, 3.0], [1000.0, 0.0, 1000.0]]))
assert np.allclose(weights.sum(axis=-1), 1), "every row sums to 1"
assert np.allclose(weights[0], [0.0900, 0.2447, 0.6652], atol=1e-4)
assert np.allclose(weights[1], [0.5, 0, 0.5]), "large scores must not overflow: subtract the row's maximum first"

# %% [markdown] chapter=keys
# ## 2. Attention of one head
#
# `attention(q, k, v)` with `q` of shape `(T_q, d_k)`, `k` of `(T_k, d_k)` and `v` of `(T_k, d_v)` returns the context `(T_q, d_v)` and
# the weights `(T_q, T_k)`. The scores are divided by √d_k.

# %% [exercise]
def attention(q, k, v):
    ...

# %% [solution]
def attention(q, k, v):
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    weights = softmax(scores)
    return weights @ v, weights

# %% [check]
q, k, v = rng.normal(size=(2, 4)), rng.normal(size=(5, 4)), rng.normal(size=(5, 3))
context, weights = attention(q, k, v)
assert context.shape == (2, 3) and weights.shape == (2, 5), "a row for each query, whatever the number of keys"
assert np.allclose(weights.sum(axis=-1), 1)
same, _ = attention(np.zeros((1, 4)), k, v)
assert np.allclose(same, v.mean(axis=0)), "a query of zeros takes the mean of the values"
row = np.exp(q[0] @ k.T / 2)
assert np.allclose(weights[0], row / row.sum()), "divide by the root of d_k, which is 2 here"

# %% [markdown] chapter=split
# ## 3. Cut a row into heads
#
# `split_heads(q, heads)` makes `(heads, T, d_k)` of `(T, d_model)` without a copy: head `h` gets the columns from `h * d_k` on.

# %% [exercise]
def split_heads(q, heads):
    ...

# %% [solution]
def split_heads(q, heads):
    T, width = q.shape
    return q.reshape(T, heads, width // heads).swapaxes(0, 1)

# %% [check]
q = x @ wQ
split = split_heads(q, heads)
assert split.shape == (heads, T, d_k)
assert np.array_equal(split[1], q[:, d_k : 2 * d_k]), "head 1 has its own columns, of every token"
assert np.shares_memory(split, q), "reshape and swapaxes give views: nothing is copied"
assert [step // q.itemsize for step in split.strides] == [d_k, d_model, 1]

# %% [markdown] chapter=view
# ## 4. Why not just reshape?
#
# Someone writes `q.reshape(heads, T, d_k)`. The shape is right. `tokens_held(head)` lists the tokens whose numbers that head then holds.

# %% [exercise]
def tokens_held(head):
    ...

# %% [solution]
def tokens_held(head):
    owner = np.repeat(np.arange(T), d_model).reshape(heads, T, d_k)
    return sorted({int(token) for token in owner[head].flat})

# %% [check]
numbered = np.repeat(np.arange(T), d_model).reshape(T, d_model)
for head in range(heads):
    held = numbered.reshape(heads, T, d_k)[head]
    assert tokens_held(head) == [int(token) for token in np.unique(held)], f"look at the memory of head {head}"
assert len(tokens_held(0)) < T, "a head should hold a piece of every token, and this one does not"

# %% [markdown] chapter=scale
# ## 5. Why divide by √d_k?
#
# `spread(d_k)` returns the standard deviation of `q · k` for 20,000 pairs of vectors with independent normal features.

# %% [exercise]
def spread(d_k):
    ...

# %% [solution]
def spread(d_k):
    q, k = rng.normal(size=(2, 20_000, d_k))
    return (q * k).sum(axis=-1).std()

# %% [check]
for width in (4, 64, 256):
    assert abs(spread(width) / np.sqrt(width) - 1) < 0.05, "a sum of d_k products spreads like the root of d_k"

# %% [markdown] chapter=masks
# ## 6. A causal mask
#
# `causal_attention(q, k, v)` is attention in which token `i` sees the tokens `0 … i`. Mask the scores before the softmax.

# %% [exercise]
def causal_attention(q, k, v):
    ...

# %% [solution]
def causal_attention(q, k, v):
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    later = np.triu(np.ones(scores.shape[-2:], dtype=bool), k=1)
    weights = softmax(np.where(later, -np.inf, scores))
    return weights @ v, weights

# %% [check]
q, k, v = rng.normal(size=(3, T, d_k))
before, weights = causal_attention(q, k, v)
assert np.all(np.triu(weights, k=1) == 0), "no weight above the diagonal"
assert np.allclose(weights.sum(axis=-1), 1), "rows still sum to 1: mask before the softmax, not after it"
k[-1], v[-1] = rng.normal(size=(2, d_k))
after, _ = causal_attention(q, k, v)
assert np.array_equal(before[:-1], after[:-1]), "the last token must not change earlier rows"

# %% [markdown] chapter=home
# ## 7. The whole layer
#
# `multi_head_attention(x, wQ, wK, wV, wO, heads)` returns a dictionary with `q`, `k`, `v` of shape `(T, d_model)`, `scores` and
# `attention` of `(heads, T, T)`, and `output` of `(T, d_model)`. The cell below the check saves what you computed, to hand it in.

# %% [exercise]
def multi_head_attention(x, wQ, wK, wV, wO, heads):
    ...

# %% [solution]
def multi_head_attention(x, wQ, wK, wV, wO, heads):
    q, k, v = x @ wQ, x @ wK, x @ wV
    qh, kh, vh = (split_heads(each, heads) for each in (q, k, v))
    scores = qh @ kh.swapaxes(-1, -2) / np.sqrt(qh.shape[-1])
    weights = softmax(scores)
    context = (weights @ vh).swapaxes(0, 1).reshape(x.shape[0], -1)
    return dict(q=q, k=k, v=v, scores=scores, attention=weights, output=context @ wO)

# %% [check]
made = multi_head_attention(x, wQ, wK, wV, wO, heads)
assert made["scores"].shape == made["attention"].shape == (heads, T, T)
slow = np.zeros((T, d_model))
for h in range(heads):
    part = slice(h * d_k, (h + 1) * d_k)
    context, _ = attention(x @ wQ[:, part], x @ wK[:, part], x @ wV[:, part])
    slow += context @ wO[part]
assert np.allclose(made["output"], slow, atol=1e-5), "the output is a sum over heads, each with its own rows of W_O"

# %% [check]
np.savez("mine.npz", num_heads=heads, causal=False, x=x, wQ=wQ, wK=wK, wV=wV, wO=wO, **made)

# %% [markdown] chapter=matter
# ## 8. What a head adds
#
# `added_by(head)` returns what one head of the layer above adds to the output, of shape `(T, d_model)`.

# %% [exercise]
def added_by(head):
    ...

# %% [solution]
def added_by(head):
    part = slice(head * d_k, (head + 1) * d_k)
    values = split_heads(made["v"], heads)[head]
    return made["attention"][head] @ values @ wO[part]

# %% [check]
assert np.allclose(sum(added_by(head) for head in range(heads)), made["output"], atol=1e-5)
assert not np.allclose(added_by(0), added_by(1))

# %% [markdown] chapter=cost
# ## 9. What it costs
#
# `parameters(d_model, heads, kv_heads)` counts the numbers of W_Q, W_K, W_V and W_O without biases; `kv_heads` heads of keys and
# values are shared by the query heads.

# %% [exercise]
def parameters(d_model, heads, kv_heads):
    ...

# %% [solution]
def parameters(d_model, heads, kv_heads):
    shared = d_model * (d_model // heads) * kv_heads
    return 2 * d_model * d_model + 2 * shared

# %% [check]
assert parameters(512, 8, 8) == parameters(512, 16, 16) == 4 * 512 * 512, "more heads do not mean more parameters"
assert parameters(4096, 32, 8) == 41_943_040
