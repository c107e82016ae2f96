"""Writes the 500 held-out sentences whose heads measure.py measures, as they stand in the text: python3 tools/language-model/sentences.py TEXTS MODEL

MODEL/sentences.txt gets a sentence a line.
"""

import os
import sys

from batches import Text, documents
from measure import SENTENCES, sentences_in
from pieces import read


def places(line, pieces):
    """Where each piece begins and ends in the line."""
    line, at, found = line.lower(), 0, []
    for piece in pieces:
        begin = line.index(piece.removeprefix("##"), at)
        at = begin + len(piece.removeprefix("##"))
        found.append((begin, at))
    return found


def main(texts, model):
    cutter = read(model)
    cut = documents(texts, "held-out.txt", cutter)
    text = Text(cut, cutter.pieces)
    chosen = [tuple(ids[1:]) for ids in sentences_in(text, SENTENCES)]
    with open(os.path.join(texts, "held-out.txt"), encoding="utf-8") as file:
        lines = file.read().split("\n")
    wanted, found = iter(chosen), []
    sentence = next(wanted)
    ends = dict(zip(text.starts, [*text.starts[1:], len(text.pieces)]))
    at = 0
    for line, document in zip(lines, cut):
        where = places(line, [cutter.pieces[i] for i in document])
        for first in range(len(document)):
            end = ends.get(at + first, at) - at
            if sentence and tuple(document[first:end]) == sentence:
                found.append(line[where[first][0] : where[end - 1][1]])
                sentence = next(wanted, None)
        at += len(document)
    assert [cutter.cut(each) for each in found] == [list(each) for each in chosen]
    with open(os.path.join(model, "sentences.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(found) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
