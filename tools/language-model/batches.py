"""Sequences of pieces to learn from: text, and in some of them a stretch said over and over."""

import os
import random

import torch

BEGIN = 1  # the id of [BOS]
FIRST = 2  # the first id of a piece of text
# From which step on one batch in how many has repeats: many until heads find them (by step 1,500), then few, and a little more lest they lose them.
REPEATS = [(2250, 6), (1500, 13), (0, 3)]
ENDS = {".", "!", "?"}
QUOTES = {'"', "'", ")"}


def documents(folder, name, cutter):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return [cutter.cut(line) for line in file]


class Text:
    """All documents in a row, and where sentences begin in it."""

    def __init__(self, documents, pieces):
        self.pieces = torch.tensor([i for document in documents for i in document])
        self.starts, at = [], 0
        for document in documents:
            self.starts.append(at)
            for i in range(1, len(document)):
                before, this = pieces[document[i - 1]], pieces[document[i]]
                closed = before in ENDS or (before in QUOTES and i > 1 and pieces[document[i - 2]] in ENDS)
                if closed and this not in QUOTES | ENDS:
                    self.starts.append(at + i)
            at += len(document)

    def sequence(self, start, length):
        """[BOS] and the text from there on: `length` pieces to tell from those before them."""
        return torch.cat([torch.tensor([BEGIN]), self.pieces[start : start + length]])

    def starts_for(self, length):
        return [start for start in self.starts if start + length <= len(self.pieces)]


def repeated(text, chance, length, vocabulary):
    """A stretch of 8 to 27 pieces over and over: a piece of text, or pieces by chance."""
    size = chance.randint(8, 27)
    if chance.random() < 0.5:
        start = chance.randrange(len(text.pieces) - size)
        stretch = text.pieces[start : start + size].tolist()
    else:
        stretch = [chance.randrange(FIRST, vocabulary) for _ in range(size)]
    return torch.tensor([BEGIN, *(stretch[i % size] for i in range(length))])


class Batches:
    """Batch `step` is the same in every run. Each has 2,048 pieces to tell: 32 sequences of 64, in every fourth step 16 of 128. In some, half of the
    sequences are repeats."""

    def __init__(self, text, vocabulary, seed):
        self.text, self.vocabulary, self.seed = text, vocabulary, seed
        self.starts = {length: text.starts_for(length) for length in (64, 128)}

    def __getitem__(self, step):
        chance = random.Random(f"{self.seed} {step}")
        count, length = (16, 128) if step % 4 == 3 else (32, 64)
        every = next(every for begin, every in REPEATS if step >= begin)
        repeats = count // 2 if step % every == 0 else 0
        said = [repeated(self.text, chance, length, self.vocabulary) for _ in range(repeats)]
        starts = [chance.choice(self.starts[length]) for _ in range(count - repeats)]
        return torch.stack(said + [self.text.sequence(start, length) for start in starts])
