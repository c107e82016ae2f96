"""Measures the heads of the model: python3 tools/language-model/measure.py TEXTS MODEL

Writes MODEL/measures.json and prints it as tables. Weights on what a role names are means over the queries that it applies to in a sentence, and then
over sentences, with the half width of their 95 % interval. "even" is what attention spread evenly would give.
"""

import json
import math
import os
import random
import sys

import numpy
import torch
from batches import BEGIN, Text, documents
from counting import ORDER, KneserNey
from model import load
from nouns import Nouns
from pieces import read
from roles import roles_of
from watch import random_repeats

SENTENCES = 500
SHORTEST, LONGEST = 8, 64  # pieces of a sentence
SEED = 3
STRETCH = 20
WINDOW, STRIDE = 127, 64  # most pieces of a sequence whose loss is measured, and most that are told in it


def sentences_in(text, count):
    """As many sentences by chance, in the order of the text: their pieces' ids, [BOS] first."""
    bounds = [*text.starts, len(text.pieces)]
    spans = [(a, b) for a, b in zip(bounds, bounds[1:]) if SHORTEST <= b - a <= LONGEST]
    chosen = sorted(random.Random(SEED).sample(spans, count))
    return [[BEGIN, *text.pieces[a:b].tolist()] for a, b in chosen]


def even(size):
    """Attention spread evenly over what is seen, (T, T)."""
    seen = torch.ones(size, size).tril()
    return seen / seen.sum(dim=1, keepdim=True)


def attention_of(model, ids):
    """(heads of all layers and one that is even, T, T)."""
    _, weights = model(torch.tensor([ids]))
    return torch.cat([*(w[0] for w in weights), even(len(ids))[None]])


def in_sentence(weights, roles):
    """For each role the mean weight of each head, None where no query has such keys; with the entropy in nats."""
    found = {}
    for name, keys in roles.items():
        queries = keys.any(dim=1)
        found[name] = (weights * keys).sum(-1)[:, queries].mean(-1).tolist() if queries.any() else None
    entropy = -(weights * weights.clamp_min(1e-12).log()).sum(-1)
    return {**found, "entropy": entropy[:, 1:].mean(-1).tolist()}


def with_interval(rows):
    """Mean and half width of the 95 % interval of each head, of rows (sentences, heads)."""
    rows = numpy.array([row for row in rows if row is not None])
    half = 1.96 * rows.std(axis=0, ddof=1) / math.sqrt(len(rows))
    return {"sentences": len(rows), "mean": rows.mean(axis=0).round(4).tolist(), "half": half.round(4).tolist()}


def on_text(model, sentences, pieces, nouns):
    rows = []
    for ids in sentences:
        roles = roles_of(ids, [pieces[i] for i in ids], nouns)
        rows.append(in_sentence(attention_of(model, ids), roles))
    return {name: with_interval([row[name] for row in rows]) for name in rows[0]}


def text_twice(text):
    """Stretches of text, each said twice."""
    for start in random.Random(SEED).sample(text.starts_for(STRETCH), SENTENCES):
        once = text.sequence(start, STRETCH)
        yield torch.cat([once, once[1:]])


def on_repeats(model, stretches):
    """Weight on the piece after the earlier same piece, in stretches said twice."""
    rows = []
    for ids in stretches:
        weights = attention_of(model, ids.tolist())
        diagonal = weights.diagonal(-(STRETCH - 1), dim1=-2, dim2=-1)
        rows.append(diagonal[:, 2:].mean(-1).tolist())
    return with_interval(rows)


def windows_of(text):
    """Sequences that together tell each piece once: (first, told, end) tells the pieces from `told` on, having seen those from `first` on.

    They begin and end where sentences begin, unless a sentence is too long.
    """
    starts, windows, told = [*text.starts, len(text.pieces)], [], 0
    while told < len(text.pieces):
        end = max((s for s in starts if told < s <= told + STRIDE), default=min(told + STRIDE, len(text.pieces)))
        first = min((s for s in starts if end - WINDOW <= s <= told), default=told)
        windows.append((first, told, end))
        told = end
    return windows


def losses(model, train, held_out, vocabulary):
    """Nats a held-out piece: of the model, which sees the sequence so far, and of counting, which sees the four pieces before."""
    windows, own = windows_of(held_out), []
    for first, told, end in windows:
        own.append(model.losses(held_out.sequence(first, end - first)[None])[0, told - first :].numpy())
    pieces = numpy.concatenate([[BEGIN] * (ORDER - 1), held_out.pieces.numpy()])
    counted = KneserNey(train.pieces.numpy(), vocabulary).surprise(pieces)
    gains = numpy.array([counted[told:end].mean() - loss.mean() for (_, told, end), loss in zip(windows, own)])
    half = 1.96 * gains.std(ddof=1) / math.sqrt(len(gains))
    found = {"model": numpy.concatenate(own).mean(), "counting": counted.mean(), "gain half": half}
    return {"pieces": len(counted), **{name: round(float(value), 4) for name, value in found.items()}}


def loss_on_repeats(model, vocabulary):
    """Nats a piece in the second and third saying of a stretch of pieces by chance."""
    repeats = random_repeats(vocabulary, SENTENCES, STRETCH, 3, seed=SEED)
    return round(model.losses(repeats)[:, STRETCH:].mean().item(), 4)


def table(measures, layers, heads):
    """As Markdown: a row for each head."""
    roles = list(measures["roles"])
    lines = ["| Head | " + " | ".join(roles) + " |", "| --- |" + " ---: |" * len(roles)]
    for head in range(layers * heads + 1):
        name = f"{head // heads}.{head % heads}" if head < layers * heads else "even"
        cells = [(measures["roles"][role]["mean"][head], measures["roles"][role]["half"][head]) for role in roles]
        lines.append(f"| {name} | " + " | ".join(f"{mean:.2f} ± {half:.2f}" for mean, half in cells) + " |")
    return "\n".join(lines)


@torch.no_grad()
def main(texts, folder):
    cutter, model = read(folder), load(folder)
    vocabulary = len(cutter.pieces)
    train, held_out = (Text(documents(texts, f"{part}.txt", cutter), cutter.pieces) for part in ("train", "held-out"))
    chance = random_repeats(vocabulary, SENTENCES, STRETCH, 2, seed=SEED)
    roles = on_text(model, sentences_in(held_out, SENTENCES), cutter.pieces, Nouns())
    measures = {
        "loss": losses(model, train, held_out, vocabulary),
        "loss on repeats": loss_on_repeats(model, vocabulary),
        "roles": {
            **roles,
            "after same piece, text twice": on_repeats(model, text_twice(held_out)),
            "after same piece, by chance": on_repeats(model, chance),
        },
    }
    with open(os.path.join(folder, "measures.json"), "w") as file:
        file.write(json.dumps(measures, indent=1) + "\n")
    print(measures["loss"], measures["loss on repeats"])
    print(table(measures, model.config["num_hidden_layers"], model.config["num_attention_heads"]))


if __name__ == "__main__":
    main(*sys.argv[1:])
