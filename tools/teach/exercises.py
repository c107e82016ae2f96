# Exercises of the course, one for each chapter, as cells. teach.mjs writes notebooks from this file, for NumPy and for PyTorch, with and without
# solutions. A cell "in=numpy" or "in=torch" is only in the notebooks of that library. The cells "exercise" are only in notebooks for students, the
# cells "solution" only in the others. A cell "mistake" is in no notebook: it is a likely wrong solution, and the words "says" are in the message by
# which a check refuses it; "named" is the mistake that headscope check names in the file of the exercise of the chapter "task".

# %% [markdown] in=numpy
# # Multi-head attention, in exercises
#
# Each exercise belongs to a chapter of the course and needs only NumPy. Replace each `...` by your code and run the next cell, which
# checks the code: without an error, your code is right.

# %% [markdown] in=torch
# # Multi-head attention, in exercises
#
# Each exercise belongs to a chapter of the course and needs only PyTorch, and NumPy to compare numbers. Replace each `...` by your code and
# run the next cell, which checks the code: without an error, your code is right.

# %% [code] in=numpy
import numpy as np

rng = np.random.default_rng(0)
array = np.array


def normal(*shape):
    return rng.normal(size=shape).astype("float32")

# %% [code] in=torch
import numpy as np
import torch

torch.manual_seed(0)
array, normal = torch.tensor, torch.randn

# %% [code]
T, d_model, heads = 6, 32, 4
d_k = d_model // heads
x = normal(T, d_model)
wQ, wK, wV, wO = (normal(d_model, d_model) / d_model**0.5 for _ in range(4))

# %% [markdown] chapter=words in=numpy
# ## 1. A row of weights
#
# `softmax(scores)` makes every row of an array of any shape positive, with sum 1, along the last axis. It must survive scores of 1000.

# %% [markdown] chapter=words in=torch
# ## 1. A row of weights
#
# `softmax(scores)` makes every row of a tensor of any shape positive, with sum 1, along the last axis. It must survive scores of 1000. Do
# not call `torch.softmax`.

# %% [exercise]
def softmax(scores):
    ...

# %% [solution] in=numpy
def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)

# %% [solution] in=torch
def softmax(scores):
    exp = torch.exp(scores - scores.amax(-1, keepdim=True))
    return exp / exp.sum(-1, keepdim=True)

# %% [mistake] in=numpy says="subtract each row's maximum"
def softmax(scores):
    return np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)

# %% [mistake] in=torch says="subtract each row's maximum"
def softmax(scores):
    return torch.exp(scores) / torch.exp(scores).sum(-1, keepdim=True)

# %% [mistake] in=numpy named=softmax_axis says="the last axis"
def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-2, keepdims=True))
    return exp / exp.sum(axis=-2, keepdims=True)

# %% [mistake] in=torch named=softmax_axis says="the last axis"
def softmax(scores):
    exp = torch.exp(scores - scores.amax(-2, keepdim=True))
    return exp / exp.sum(-2, keepdim=True)

# %% [check]
weights = softmax(array([[1.0, 2.0, 3.0], [1000.0, 0.0, 1000.0]]))
assert np.isfinite(weights).all(), "large scores must not overflow: subtract each row's maximum first"
assert np.allclose(weights.sum(-1), 1), "every row sums to 1: a row runs along the last axis"
assert np.allclose(weights[0], [0.0900, 0.2447, 0.6652], atol=1e-4)
assert np.allclose(weights[1], [0.5, 0, 0.5])

# %% [markdown] chapter=keys
# ## 2. Attention of one head
#
# `attention(q, k, v)` with `q` of shape `(T_q, d_k)`, `k` of `(T_k, d_k)` and `v` of `(T_k, d_v)` returns the context `(T_q, d_v)`, the
# weights `(T_q, T_k)`, and the scores, which are divided by √d_k. More axes may stand in front of these. `weigh` makes weights of scores.

# %% [exercise]
def attention(q, k, v, weigh=softmax):
    ...

# %% [solution] in=numpy
def attention(q, k, v, weigh=softmax):
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    weights = weigh(scores)
    return weights @ v, weights, scores

# %% [solution] in=torch
def attention(q, k, v, weigh=softmax):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = weigh(scores)
    return weights @ v, weights, scores

# %% [mistake] named=no_scale says="divide by the root of d_k"
def attention(q, k, v, weigh=softmax):
    scores = q @ k.swapaxes(-1, -2)
    weights = weigh(scores)
    return weights @ v, weights, scores

# %% [mistake] named=scale_without_root says="divide by the root of d_k"
def attention(q, k, v, weigh=softmax):
    scores = q @ k.swapaxes(-1, -2) / q.shape[-1]
    weights = weigh(scores)
    return weights @ v, weights, scores

# %% [check]
q, k, v = normal(2, 4), normal(5, 4), normal(5, 3)
context, weights, scores = attention(q, k, v)
assert context.shape == (2, 3) and weights.shape == (2, 5), "a row for each query, whatever the number of keys"
assert np.allclose(weights.sum(-1), 1, atol=1e-5)
assert np.allclose(attention(0 * q, k, v)[0], v.mean(0), atol=1e-5), "a query of zeros takes the mean of the values"
row = np.exp(np.asarray(k @ q[0]) / 2)
assert np.allclose(weights[0], row / row.sum(), atol=1e-5), "divide by the root of d_k, which is 2 here"

# %% [markdown] chapter=heads
# ## 3. A map for each head
#
# `maps(x, wQs, wKs)` returns the weights of several heads, of shape `(heads, T, T)`. Head `h` makes its queries by `wQs[h]` and its keys by
# `wKs[h]`, both of shape `(d_model, d_k)`. A loop over heads is right here.

# %% [exercise]
def maps(x, wQs, wKs):
    ...

# %% [solution] in=numpy
def maps(x, wQs, wKs):
    return np.stack([attention(x @ wQ, x @ wK, x)[1] for wQ, wK in zip(wQs, wKs)])

# %% [solution] in=torch
def maps(x, wQs, wKs):
    return torch.stack([attention(x @ wQ, x @ wK, x)[1] for wQ, wK in zip(wQs, wKs)])

# %% [mistake] in=numpy says="its own matrices"
def maps(x, wQs, wKs):
    return np.stack([attention(x @ wQs[0], x @ wKs[0], x)[1] for _ in wQs])

# %% [mistake] in=torch says="its own matrices"
def maps(x, wQs, wKs):
    return torch.stack([attention(x @ wQs[0], x @ wKs[0], x)[1] for _ in wQs])

# %% [mistake] says="a map of its own, with sum 1 in each row"
def maps(x, wQs, wKs):
    return sum(attention(x @ wQ, x @ wK, x)[1] for wQ, wK in zip(wQs, wKs)) / len(wQs)

# %% [check]
wQs, wKs = normal(3, d_model, d_k), normal(3, d_model, d_k)
looks = maps(x, wQs, wKs)
assert looks.shape == (3, T, T), "no head's weights are mixed with another's: each has a map of its own, with sum 1 in each row"
for h in range(3):
    own = softmax((x @ wQs[h]) @ (x @ wKs[h]).T / d_k**0.5)
    assert np.allclose(looks[h], own, atol=1e-5), "each head asks with its own matrices"

# %% [markdown] chapter=scale
# ## 4. Why divide by √d_k?
#
# `spread(d_k)` returns the standard deviation of `q · k` for 20,000 pairs of vectors with independent normal features. `normal(*shape)` draws them.

# %% [exercise]
def spread(d_k):
    ...

# %% [solution]
def spread(d_k):
    q, k = normal(2, 20_000, d_k)
    return (q * k).sum(-1).std()

# %% [mistake] says="the sum of its products"
def spread(d_k):
    q, k = normal(2, 20_000, d_k)
    return (q * k).std()

# %% [mistake] says="that is the variance"
def spread(d_k):
    q, k = normal(2, 20_000, d_k)
    return (q * k).sum(-1).var()

# %% [check]
for width in (4, 64, 256):
    found = float(spread(width))
    assert abs(found / width - 1) > 0.1, "that is the variance: the standard deviation is its root"
    assert abs(found / width**0.5 - 1) < 0.05, "a dot product is the sum of its products: d_k of them spread like the root of d_k"

# %% [markdown] chapter=rows
# ## 5. Is it attention?
#
# `is_attention(weights)` returns whether every row of `(…, T_q, T_k)` is a distribution: no weight below 0, and sum 1.

# %% [exercise]
def is_attention(weights):
    ...

# %% [solution] in=numpy
def is_attention(weights):
    return bool((weights >= 0).all() and np.allclose(weights.sum(-1), 1))

# %% [solution] in=torch
def is_attention(weights):
    sums = weights.sum(-1)
    return bool((weights >= 0).all() and torch.allclose(sums, torch.ones_like(sums)))

# %% [mistake] says="one row at a time"
def is_attention(weights):
    return bool((weights >= 0).all()) and abs(float(weights.sum()) - len(weights)) < 1e-4

# %% [mistake] says="the last axis"
def is_attention(weights):
    return bool((weights >= 0).all()) and np.allclose(weights.sum(-2), 1)

# %% [mistake] says="below 0"
def is_attention(weights):
    return np.allclose(weights.sum(-1), 1)

# %% [check]
by_rows = softmax(normal(4, 4))
assert is_attention(by_rows), "the rows of this map sum to 1: sum along the last axis, the keys"
assert not is_attention(by_rows.T), "the columns of this map sum to 1, and so its total is right; look at one row at a time"
assert not is_attention(array([[1.5, -0.5], [0.5, 0.5]])), "no weight may be below 0"

# %% [markdown] chapter=masks
# ## 6. A causal mask
#
# `causal_softmax(scores)` makes weights of scores `(…, T, T)` so that token `i` sees the tokens `0 … i`. Mask the scores before the softmax.

# %% [exercise]
def causal_softmax(scores):
    ...

# %% [solution] in=numpy
def causal_softmax(scores):
    later = np.triu(np.ones(scores.shape[-2:], dtype=bool), k=1)
    return softmax(np.where(later, -np.inf, scores))

# %% [solution] in=torch
def causal_softmax(scores):
    later = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    return softmax(scores.masked_fill(later, -torch.inf))

# %% [mistake] in=numpy named=masked_afterwards says="before the softmax, not after it"
def causal_softmax(scores):
    return np.tril(softmax(scores))

# %% [mistake] in=torch named=masked_afterwards says="before the softmax, not after it"
def causal_softmax(scores):
    return softmax(scores).tril()

# %% [mistake] in=numpy named=mask_diagonal says="a token sees itself"
def causal_softmax(scores):
    later = np.triu(np.ones(scores.shape[-2:], dtype=bool))
    return softmax(np.where(later, -np.inf, scores))

# %% [mistake] in=torch named=mask_diagonal says="a token sees itself"
def causal_softmax(scores):
    later = torch.ones(scores.shape[-2:], dtype=torch.bool).triu()
    return softmax(scores.masked_fill(later, -torch.inf))

# %% [mistake] in=numpy named=mask_filled says="fill blocked scores with −∞"
def causal_softmax(scores):
    return softmax(np.tril(scores))

# %% [mistake] in=torch named=mask_filled says="fill blocked scores with −∞"
def causal_softmax(scores):
    return softmax(scores.tril())

# %% [check]
weights = causal_softmax(normal(heads, T, T))
assert np.isfinite(weights).all(), "a token sees itself: the diagonal stays"
assert np.all(np.triu(weights, k=1) == 0), "no weight above the diagonal: fill blocked scores with −∞"
assert np.allclose(weights.sum(-1), 1, atol=1e-5), "rows still sum to 1: mask before the softmax, not after it"

# %% [markdown] chapter=split
# ## 7. Cut a row into heads
#
# `split_heads(q, heads)` makes `(heads, T, d_k)` of `(T, d_model)` without a copy: head `h` gets the columns from `h * d_k` on.

# %% [exercise]
def split_heads(q, heads):
    ...

# %% [solution] in=numpy
def split_heads(q, heads):
    T, width = q.shape
    return q.reshape(T, heads, width // heads).swapaxes(0, 1)

# %% [solution] in=torch
def split_heads(q, heads):
    T, width = q.shape
    return q.view(T, heads, width // heads).transpose(0, 1)

# %% [mistake] named=view_without_transpose says="its own columns, of every token"
def split_heads(q, heads):
    return q.reshape(heads, q.shape[0], -1)

# %% [mistake] in=numpy named=split_features_first says="its own columns, of every token"
def split_heads(q, heads):
    return q.reshape(q.shape[0], -1, heads).transpose(2, 0, 1)

# %% [mistake] in=torch named=split_features_first says="its own columns, of every token"
def split_heads(q, heads):
    return q.view(q.shape[0], -1, heads).permute(2, 0, 1)

# %% [check] in=numpy
q = x @ wQ
split = split_heads(q, heads)
assert split.shape == (heads, T, d_k)
assert np.array_equal(split[1], q[:, d_k : 2 * d_k]), "head 1 has its own columns, of every token"
assert np.shares_memory(split, q), "reshape and swapaxes give views: nothing is copied"
assert [step // q.itemsize for step in split.strides] == [d_k, d_model, 1]

# %% [check] in=torch
q = x @ wQ
split = split_heads(q, heads)
assert split.shape == (heads, T, d_k)
assert np.array_equal(split[1], q[:, d_k : 2 * d_k]), "head 1 has its own columns, of every token"
assert split.data_ptr() == q.data_ptr(), "view and transpose give views: nothing is copied"
assert split.stride() == (d_k, d_model, 1)

# %% [markdown] chapter=view
# ## 8. Why not just reshape?
#
# Someone writes `q.reshape(heads, T, d_k)`. The shape is right. `tokens_held(head)` lists the tokens whose numbers that head then holds.

# %% [exercise]
def tokens_held(head):
    ...

# %% [solution] in=numpy
def tokens_held(head):
    owner = np.repeat(np.arange(T), d_model).reshape(heads, T, d_k)
    return np.unique(owner[head]).tolist()

# %% [solution] in=torch
def tokens_held(head):
    owner = torch.arange(T).repeat_interleave(d_model).view(heads, T, d_k)
    return owner[head].unique().tolist()

# %% [mistake] says="consecutive stretch of memory"
def tokens_held(head):
    return list(range(T))

# %% [check]
numbered = np.repeat(np.arange(T), d_model)
for head in range(heads):
    held = numbered[head * T * d_k : (head + 1) * T * d_k]
    assert tokens_held(head) == sorted({int(token) for token in held}), f"head {head} holds one consecutive stretch of memory"

# %% [markdown] chapter=home
# ## 9. Put heads together
#
# `merge_heads(context)` makes `(T, heads · d_v)` of `(heads, T, d_v)`: the heads of one token stand side by side in its row.

# %% [exercise]
def merge_heads(context):
    ...

# %% [solution] in=numpy
def merge_heads(context):
    heads, T, d_v = context.shape
    return context.swapaxes(0, 1).reshape(T, heads * d_v)

# %% [solution] in=torch
def merge_heads(context):
    heads, T, d_v = context.shape
    return context.transpose(0, 1).contiguous().view(T, heads * d_v)

# %% [mistake] named=merge_without_transpose says="all heads of token 1"
def merge_heads(context):
    return context.reshape(context.shape[1], -1)

# %% [check]
context = normal(heads, T, 3)
merged = merge_heads(context)
assert merged.shape == (T, heads * 3)
assert np.array_equal(merged[1], np.concatenate([np.asarray(head[1]) for head in context])), "row 1 has all heads of token 1: swap the axes first"

# %% [markdown] chapter=task
# ## 10. The whole layer
#
# `multi_head_attention(x, wQ, wK, wV, wO, heads, causal)` returns a dictionary with `q`, `k`, `v` of shape `(T, d_model)`, `scores` and
# `attention` of `(heads, T, T)`, and `output` of `(T, d_model)`. The cell below the check saves what you computed, to hand it in.

# %% [exercise]
def multi_head_attention(x, wQ, wK, wV, wO, heads, causal):
    ...

# %% [solution]
def multi_head_attention(x, wQ, wK, wV, wO, heads, causal):
    q, k, v = x @ wQ, x @ wK, x @ wV
    split = (split_heads(each, heads) for each in (q, k, v))
    context, weights, scores = attention(*split, causal_softmax if causal else softmax)
    return dict(q=q, k=k, v=v, scores=scores, attention=weights, output=merge_heads(context) @ wO)

# %% [mistake] named=no_output says="its own rows of W_O"
def multi_head_attention(x, wQ, wK, wV, wO, heads, causal):
    q, k, v = x @ wQ, x @ wK, x @ wV
    split = (split_heads(each, heads) for each in (q, k, v))
    context, weights, scores = attention(*split, causal_softmax if causal else softmax)
    return dict(q=q, k=k, v=v, scores=scores, attention=weights, output=merge_heads(context))

# %% [mistake] named=matrices_exchanged says="a matrix of its own"
def multi_head_attention(x, wQ, wK, wV, wO, heads, causal):
    q, k, v = x @ wQ, x @ wV, x @ wK
    split = (split_heads(each, heads) for each in (q, k, v))
    context, weights, scores = attention(*split, causal_softmax if causal else softmax)
    return dict(q=q, k=k, v=v, scores=scores, attention=weights, output=merge_heads(context) @ wO)

# %% [mistake] named=not_masked says="if causal"
def multi_head_attention(x, wQ, wK, wV, wO, heads, causal):
    q, k, v = x @ wQ, x @ wK, x @ wV
    context, weights, scores = attention(*(split_heads(each, heads) for each in (q, k, v)))
    return dict(q=q, k=k, v=v, scores=scores, attention=weights, output=merge_heads(context) @ wO)

# %% [check]
for causal in (False, True):
    made = multi_head_attention(x, wQ, wK, wV, wO, heads, causal)
    assert made["scores"].shape == made["attention"].shape == (heads, T, T)
    for name, w in dict(q=wQ, k=wK, v=wV).items():
        assert np.allclose(made[name], x @ w, atol=1e-5), f"{name} is made by a matrix of its own"
    slow = 0
    for h in range(heads):
        part = slice(h * d_k, (h + 1) * d_k)
        weigh = causal_softmax if causal else softmax
        context, weights, _ = attention(x @ wQ[:, part], x @ wK[:, part], x @ wV[:, part], weigh)
        assert np.allclose(made["attention"][h], weights, atol=1e-5), "if causal, weigh by causal_softmax, and else by softmax"
        slow = slow + context @ wO[part]
    assert np.allclose(made["output"], slow, atol=1e-5), "the output is a sum over heads, each with its own rows of W_O"

# %% [check]
np.savez("mine.npz", num_heads=heads, causal=True, x=x, wQ=wQ, wK=wK, wV=wV, wO=wO, **made)

# %% [markdown] chapter=where
# ## 11. Turn a pair
#
# `turned(row, position)` is the rotary position of a query or key with an even number `d` of features: features `2i` and `2i + 1` are a pair, and
# pair `i` is turned by `position / 10000 ** (2i / d)` radians, from feature `2i` towards `2i + 1`.

# %% [exercise]
def turned(row, position):
    ...

# %% [solution] in=numpy
def turned(row, position):
    angle = position / 10_000 ** (np.arange(0, len(row), 2) / len(row))
    even, odd, cos, sin = row[0::2], row[1::2], np.cos(angle), np.sin(angle)
    return np.stack([even * cos - odd * sin, even * sin + odd * cos], axis=-1).reshape(-1)

# %% [solution] in=torch
def turned(row, position):
    angle = position / 10_000 ** (torch.arange(0, len(row), 2) / len(row))
    even, odd, cos, sin = row[0::2], row[1::2], angle.cos(), angle.sin()
    return torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1).flatten()

# %% [mistake] in=numpy says="a speed of its own"
def turned(row, position):
    even, odd, cos, sin = row[0::2], row[1::2], np.cos(position), np.sin(position)
    return np.stack([even * cos - odd * sin, even * sin + odd * cos], axis=-1).reshape(-1)

# %% [mistake] in=torch says="a speed of its own"
def turned(row, position):
    even, odd, angle = row[0::2], row[1::2], torch.tensor(float(position))
    return torch.stack([even * angle.cos() - odd * angle.sin(), even * angle.sin() + odd * angle.cos()], dim=-1).flatten()

# %% [mistake] in=numpy says="features 0 and 1 are a pair"
def turned(row, position):
    angle = position / 10_000 ** (np.arange(0, len(row), 2) / len(row))
    (low, high), cos, sin = np.split(row, 2), np.cos(angle), np.sin(angle)
    return np.concatenate([low * cos - high * sin, low * sin + high * cos])

# %% [mistake] in=torch says="features 0 and 1 are a pair"
def turned(row, position):
    angle = position / 10_000 ** (torch.arange(0, len(row), 2) / len(row))
    (low, high), cos, sin = row.chunk(2), angle.cos(), angle.sin()
    return torch.cat([low * cos - high * sin, low * sin + high * cos])

# %% [check]
first, second = turned(array([1.0, 0, 0, 0]), 1), turned(array([0, 0, 1.0, 0]), 1)
assert np.allclose(first, [np.cos(1), np.sin(1), 0, 0], atol=1e-5), "features 0 and 1 are a pair, and turn by 1 radian a place"
assert np.allclose(second, [0, 0, np.cos(0.01), np.sin(0.01)], atol=1e-5), "each pair has a speed of its own: pair 1 of 2 turns by 0.01"
q, k = normal(2, 8)
near, far = turned(q, 5) @ turned(k, 3), turned(q, 12) @ turned(k, 10)
assert np.allclose(near, far, atol=1e-4), "a score depends on the distance of the two places alone"

# %% [markdown] chapter=block
# ## 12. A block
#
# `block(x, attend, feed_forward)` is a block with a norm before each part: each part reads normed rows, and what it answers is added to the rows.

# %% [code]
def norm(rows):
    centred = rows - rows.mean(-1)[..., None]
    return centred / ((centred**2).mean(-1)[..., None] + 1e-5) ** 0.5

# %% [exercise]
def block(x, attend, feed_forward):
    ...

# %% [solution]
def block(x, attend, feed_forward):
    x = x + attend(norm(x))
    return x + feed_forward(norm(x))

# %% [mistake] says="add each answer to x"
def block(x, attend, feed_forward):
    return feed_forward(norm(attend(norm(x))))

# %% [mistake] says="norm only what a part reads"
def block(x, attend, feed_forward):
    x = norm(x + attend(x))
    return norm(x + feed_forward(x))

# %% [mistake] says="the second part reads"
def block(x, attend, feed_forward):
    return x + attend(norm(x)) + feed_forward(norm(x))

# %% [check]
kept = block(x, lambda rows: 0 * rows, lambda rows: 0 * rows)
assert np.allclose(kept, x), "parts that answer 0 leave x as it is: add each answer to x, and norm only what a part reads"
between = x + 2 * norm(x).sum(0)
expected = between + norm(between) ** 3
assert np.allclose(block(x, lambda rows: 2 * rows.sum(0), lambda rows: rows**3), expected, atol=1e-4), "the second part reads what the first has added to"

# %% [markdown] chapter=sentences
# ## 13. One sentence asks another
#
# `cross_attention(x, y, wQ, wK, wV)`, of one head, returns the context and the weights when the words of `x` ask those of `y`.

# %% [exercise]
def cross_attention(x, y, wQ, wK, wV):
    ...

# %% [solution]
def cross_attention(x, y, wQ, wK, wV):
    return attention(x @ wQ, y @ wK, y @ wV)[:2]

# %% [mistake] says="the words of x ask"
def cross_attention(x, y, wQ, wK, wV):
    return attention(y @ wQ, x @ wK, x @ wV)[:2]

# %% [mistake] says="a value belongs to its key"
def cross_attention(x, y, wQ, wK, wV):
    return attention(x @ wQ, y @ wK, x @ wV)[:2]

# %% [check]
y = normal(T, d_model)
context, weights = cross_attention(x, y, wQ, wK, wV)
assert np.allclose(weights, softmax((x @ wQ) @ (y @ wK).T / d_model**0.5), atol=1e-5), "the words of x ask, and those of y are asked"
assert np.allclose(context, weights @ (y @ wV), atol=1e-5), "a value belongs to its key: both are of y"
assert cross_attention(x[:2], y, wQ, wK, wV)[1].shape == (2, T), "a row for each word that asks"

# %% [markdown] chapter=patches
# ## 14. Cut a picture into patches
#
# `patches(picture, size)` makes `(count, size · size · channels)` of `(rows, columns, channels)`: squares from left to right, then from top to bottom, and
# the pixels of a square in the same order.

# %% [exercise]
def patches(picture, size):
    ...

# %% [solution] in=numpy
def patches(picture, size):
    rows, columns, channels = picture.shape
    cut = picture.reshape(rows // size, size, columns // size, size, channels)
    return cut.swapaxes(1, 2).reshape(-1, size * size * channels)

# %% [solution] in=torch
def patches(picture, size):
    rows, columns, channels = picture.shape
    cut = picture.view(rows // size, size, columns // size, size, channels)
    return cut.transpose(1, 2).reshape(-1, size * size * channels)

# %% [mistake] says="a square, not a stretch of one row"
def patches(picture, size):
    return picture.reshape(-1, size * size * picture.shape[-1])

# %% [check]
picture = normal(4, 6, 3)
cut = patches(picture, 2)
assert cut.shape == (6, 12)
assert np.array_equal(cut[1], picture[:2, 2:4].reshape(-1)), "patch 1 is a square, not a stretch of one row of pixels"
assert np.array_equal(cut[3], picture[2:4, :2].reshape(-1)), "patch 3 begins the second row of squares"

# %% [markdown] chapter=learned
# ## 15. What followed the last time
#
# An induction head looks at what followed the last time. `followed(tokens)` returns a list: for each token of the list `tokens`, the place just after the last earlier
# token that is equal to it, or `None` if there was none.

# %% [exercise]
def followed(tokens):
    ...

# %% [solution]
def followed(tokens):
    last, places = {}, []
    for place, token in enumerate(tokens):
        places.append(last[token] + 1 if token in last else None)
        last[token] = place
    return places

# %% [mistake] says="the place after it"
def followed(tokens):
    last, places = {}, []
    for place, token in enumerate(tokens):
        places.append(last.get(token))
        last[token] = place
    return places

# %% [mistake] says="the last earlier one"
def followed(tokens):
    return [tokens.index(token) + 1 if token in tokens[:place] else None for place, token in enumerate(tokens)]

# %% [check]
assert followed(list("abcab")) == [None, None, None, 1, 2], "not the equal token itself: the place after it"
assert followed(list("abaca")) == [None, None, 1, None, 3], "of several equal tokens, the last earlier one counts"

# %% [markdown] chapter=gradients
# ## 16. Back through the softmax
#
# `softmax_gradient(weights, d_weights)` returns the gradient of the loss at the scores, given that at the weights; all three have one shape. Do not
# use automatic differentiation.

# %% [exercise]
def softmax_gradient(weights, d_weights):
    ...

# %% [solution]
def softmax_gradient(weights, d_weights):
    return weights * (d_weights - (weights * d_weights).sum(-1)[..., None])

# %% [mistake] says="each row of the gradient sums to 0"
def softmax_gradient(weights, d_weights):
    return weights * d_weights

# %% [mistake] says="each row of the gradient sums to 0"
def softmax_gradient(weights, d_weights):
    return weights * (1 - weights) * d_weights

# %% [check]
weights, d_weights = softmax(normal(3, 5)), normal(3, 5)
back = softmax_gradient(weights, d_weights)
assert np.allclose(back.sum(-1), 0, atol=1e-5), "what one weight gains, the others lose: each row of the gradient sums to 0"
for row, given, made_back in zip(np.asarray(weights), np.asarray(d_weights), back):
    assert np.allclose(made_back, (np.diag(row) - np.outer(row, row)) @ given, atol=1e-5)

# %% [markdown] chapter=found
# ## 17. In words: what do heads specialise into?
#
# Name three things that heads of trained models were found to do, and say what enforces them. Write three sentences into this cell, and then open the model answer.
#
# <details><summary>A model answer</summary>
#
# Some heads look at a fixed distance, mostly the word before; some follow one relation of grammar, such as a verb and its object; some join a mention such as “it” to an
# earlier one. No term of the loss gives a head a task. Heads differ because their first weights are random, and because a head that does something new lowers the
# loss more than a head that repeats another. Many heads do nothing that anyone could name.
#
# A good answer has three roles, and says that they emerge from training.
#
# </details>

# %% [markdown] chapter=adds
# ## 18. The two matrices of a head
#
# `two_matrices(head)` returns what a head compares, `W_Q W_Kᵀ`, and what it writes, `W_V W_O`, both for that head alone and of shape `(d_model, d_model)`.

# %% [exercise]
def two_matrices(head):
    ...

# %% [solution]
def two_matrices(head):
    part = slice(head * d_k, (head + 1) * d_k)
    return wQ[:, part] @ wK[:, part].T, wV[:, part] @ wO[part]

# %% [mistake] says="from features of one word to features of another"
def two_matrices(head):
    part = slice(head * d_k, (head + 1) * d_k)
    return wQ[:, part].T @ wK[:, part], wV[:, part] @ wO[part]

# %% [mistake] says="rows of W_O"
def two_matrices(head):
    part = slice(head * d_k, (head + 1) * d_k)
    return wQ[:, part] @ wK[:, part].T, wV[:, part] @ wO[:, part].T

# %% [check]
qk, ov = two_matrices(1)
assert qk.shape == ov.shape == (d_model, d_model), "each leads from features of one word to features of another: d_model of them"
assert np.allclose(x @ qk @ x.T / d_k**0.5, made["scores"][1], atol=1e-4), "x asks x through the first"
written = made["attention"][1] @ made["v"][:, d_k : 2 * d_k] @ wO[d_k : 2 * d_k]
assert np.allclose(made["attention"][1] @ x @ ov, written, atol=1e-4), "a head writes through its own columns of W_V and rows of W_O"

# %% [markdown] chapter=matter
# ## 19. What a head adds
#
# `added_by(head)` returns what one head of the layer of exercise 10 adds to the output, of shape `(T, d_model)`.

# %% [exercise]
def added_by(head):
    ...

# %% [solution]
def added_by(head):
    part = slice(head * d_k, (head + 1) * d_k)
    return made["attention"][head] @ made["v"][:, part] @ wO[part]

# %% [mistake] says="rows of W_O"
def added_by(head):
    part = slice(head * d_k, (head + 1) * d_k)
    return made["attention"][head] @ made["v"][:, part] @ wO[:, part].T

# %% [mistake] says="not what is left without it"
def added_by(head):
    part = slice(head * d_k, (head + 1) * d_k)
    return made["output"] - made["attention"][head] @ made["v"][:, part] @ wO[part]

# %% [check]
total = sum(added_by(head) for head in range(heads))
left = total / (heads - 1)
assert not np.allclose(left, made["output"], atol=1e-4), "what the head adds, not what is left without it"
assert np.allclose(total, made["output"], atol=1e-5), "all heads together make the output: each has its own rows of W_O"
assert not np.allclose(added_by(0), added_by(1))

# %% [markdown] chapter=cost
# ## 20. What it costs
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

# %% [mistake] says="more heads do not mean more parameters"
def parameters(d_model, heads, kv_heads):
    return 2 * heads * d_model * d_model + 2 * kv_heads * d_model * d_model

# %% [mistake] says="fewer heads of keys"
def parameters(d_model, heads, kv_heads):
    return 4 * d_model * d_model

# %% [check]
assert parameters(512, 8, 8) == parameters(512, 16, 16) == 4 * 512 * 512, "more heads do not mean more parameters"
assert parameters(4096, 32, 8) == 41_943_040, "fewer heads of keys and values have narrower matrices W_K and W_V"

# %% [markdown] chapter=cheaper
# ## 21. Shared keys
#
# `shared_keys(k, heads)` makes `(heads, T, d_k)` of `(kv_heads, T, d_k)`: the first query heads read the first key head, the next ones the second, and so on.

# %% [exercise]
def shared_keys(k, heads):
    ...

# %% [solution] in=numpy
def shared_keys(k, heads):
    return np.repeat(k, heads // len(k), axis=0)

# %% [solution] in=torch
def shared_keys(k, heads):
    return k.repeat_interleave(heads // len(k), dim=0)

# %% [mistake] in=numpy says="neighbours share"
def shared_keys(k, heads):
    return np.tile(k, (heads // len(k), 1, 1))

# %% [mistake] in=torch says="neighbours share"
def shared_keys(k, heads):
    return k.repeat(heads // len(k), 1, 1)

# %% [check]
k = normal(2, T, d_k)
read = shared_keys(k, 6)
assert read.shape == (6, T, d_k)
for head in range(6):
    assert np.array_equal(read[head], k[head // 3]), f"neighbours share: head {head} of 6 reads key head {head // 3} of 2"

# %% [markdown] chapter=writes
# ## 22. Wrong in one number
#
# `loss(logits, tokens)` is the mean loss of guessing each next token: row `i` of `logits`, of shape `(T, vocabulary)`, is about the token after token `i`. The last row
# is about a token that is not there.

# %% [exercise]
def loss(logits, tokens):
    ...

# %% [solution] in=numpy
def loss(logits, tokens):
    probabilities = softmax(logits[:-1])
    return -np.log(probabilities[np.arange(len(tokens) - 1), tokens[1:]]).mean()

# %% [solution] in=torch
def loss(logits, tokens):
    return torch.nn.functional.cross_entropy(logits[:-1], tokens[1:])

# %% [mistake] in=numpy says="the token after"
def loss(logits, tokens):
    return -np.log(softmax(logits)[np.arange(len(tokens)), tokens]).mean()

# %% [mistake] in=torch says="the token after"
def loss(logits, tokens):
    return torch.nn.functional.cross_entropy(logits, tokens)

# %% [mistake] in=numpy says="the mean, not the sum"
def loss(logits, tokens):
    return -np.log(softmax(logits[:-1])[np.arange(len(tokens) - 1), tokens[1:]]).sum()

# %% [mistake] in=torch says="the mean, not the sum"
def loss(logits, tokens):
    return torch.nn.functional.cross_entropy(logits[:-1], tokens[1:], reduction="sum")

# %% [check]
tokens = array([3, 1, 4, 1, 5])
assert np.allclose(loss(0 * normal(5, 7), tokens), np.log(7), atol=1e-5), "even guesses among 7 lose ln 7 a token: take the mean, not the sum"
sure = array([[20.0 * (token == after) for token in range(7)] for after in [1, 4, 1, 5, 0]])
assert loss(sure, tokens) < 1e-3, "row i is about the token after token i"

# %% [markdown] chapter=recall
# ## 23. In words: why several heads?
#
# Explain to somebody who knows matrices why a layer has several narrow heads and not one as wide, and what W_O is for. Write four sentences into this cell, and then open the
# model answer.
#
# <details><summary>A model answer</summary>
#
# A row of weights sums to 1, so that one head gives a word one blend of the others; a word that has two questions gets a blend of half answers. Several heads give it
# several blends, each of which compares words in d_k features of its own. Their matrices are column blocks of the same W_Q, W_K and W_V, so that they need as many
# parameters as one wide head. W_O mixes what they found: each number of the output is a sum over all heads.
#
# A good answer has the budget of a row, the subspaces, the equal number of parameters, and W_O.
#
# </details>
