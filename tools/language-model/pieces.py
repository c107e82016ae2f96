"""Cuts text into pieces of words as WordPiece does, and learns which pieces: python3 tools/language-model/pieces.py TEXTS MODEL

Reads TEXTS/train.txt and writes MODEL/tokenizer.json, as the hub has it. Pieces are the merges of byte pair encoding (Sennrich et al. 2016) of
lower-cased words; a text is cut into the longest ones that fit, from the left.
"""

import collections
import heapq
import json
import os
import re
import sys
import unicodedata

SIZE = 4096
UNKNOWN, BEGIN = "[UNK]", "[BOS]"
PLAIN = {"’": "'", "‘": "'", "“": '"', "”": '"', "—": "-", "–": "-"}
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
LONGEST = 100  # characters of a word


def words_in(text):
    """As BertNormalizer and BertPreTokenizer cut it: lower case, no accents, punctuation apart."""
    for curly, straight in PLAIN.items():
        text = text.replace(curly, straight)
    text = unicodedata.normalize("NFD", text.lower())
    text = "".join(c for c in text if unicodedata.category(c) != "Mn")
    return re.findall(r"[^\W_]+|[^\w\s]|_", text)


def learn(counts, size=SIZE):
    """The pieces, most useful first, of words by how often each stands in the text."""
    pieces = [UNKNOWN, BEGIN, *SIGNS, *LETTERS, *("##" + c for c in LETTERS)]
    words = [w for w in counts if all(c in LETTERS for c in w)]
    split = {w: [w[0], *("##" + c for c in w[1:])] for w in words}
    pairs, places = collections.Counter(), collections.defaultdict(set)
    for word, parts in split.items():
        add(pairs, places, word, parts, counts[word])
    queue = [(-count, pair) for pair, count in pairs.items()]
    heapq.heapify(queue)
    while len(pieces) < size:
        count, (left, right) = heapq.heappop(queue)
        if -count != pairs[left, right]:
            continue  # it has changed since, and stands in the queue again
        merged = left + right[2:]
        if merged not in pieces:
            pieces.append(merged)
        changed = set()
        for word in places.pop((left, right)):
            changed.update(add(pairs, places, word, split[word], -counts[word]))
            split[word] = merge(split[word], left, right, merged)
            changed.update(add(pairs, places, word, split[word], counts[word]))
        for pair in changed:
            heapq.heappush(queue, (-pairs[pair], pair))
    return pieces


def add(pairs, places, word, parts, count):
    """Counts the pairs of a word; gives them."""
    found = list(zip(parts, parts[1:]))
    for pair in found:
        pairs[pair] += count
        places[pair].add(word)
    return found


def merge(parts, left, right, merged):
    out, i = [], 0
    while i < len(parts):
        both = parts[i : i + 2] == [left, right]
        out.append(merged if both else parts[i])
        i += 2 if both else 1
    return out


class Cutter:
    """Text to the ids of its pieces."""

    def __init__(self, pieces):
        self.pieces = pieces
        self.ids = {piece: i for i, piece in enumerate(pieces)}
        self.known = {}

    def cut(self, text):
        return [i for word in words_in(text) for i in self.word(word)]

    def word(self, word):
        if word not in self.known:
            self.known[word] = self.longest(word)
        return self.known[word]

    def longest(self, word):
        found, start = [], 0
        while start < len(word) <= LONGEST:
            mark = "##" if start else ""
            ends = range(len(word), start, -1)
            end = next((end for end in ends if mark + word[start:end] in self.ids), None)
            if end is None:
                return [self.ids[UNKNOWN]]
            found.append(self.ids[mark + word[start:end]])
            start = end
        return found or [self.ids[UNKNOWN]]


def tokenizer(pieces):
    """tokenizer.json of the pieces; a text begins with [BOS]."""
    special = [{"id": i, "content": pieces[i], "special": True, "normalized": False} for i in (0, 1)]
    flags = {"single_word": False, "lstrip": False, "rstrip": False}
    replaced = [{"type": "Replace", "pattern": {"String": a}, "content": b} for a, b in PLAIN.items()]
    begin = {"SpecialToken": {"id": BEGIN, "type_id": 0}}
    cased = {"clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [{**each, **flags} for each in special],
        "normalizer": {"type": "Sequence", "normalizers": [*replaced, {"type": "BertNormalizer", **cased}]},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [begin, {"Sequence": {"id": "A", "type_id": 0}}],
            "pair": [begin, {"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {BEGIN: {"id": BEGIN, "ids": [1], "tokens": [BEGIN]}},
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": UNKNOWN,
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": LONGEST,
            "vocab": {piece: i for i, piece in enumerate(pieces)},
        },
    }


def read(model):
    with open(os.path.join(model, "tokenizer.json"), encoding="utf-8") as file:
        return Cutter(list(json.load(file)["model"]["vocab"]))


def main(texts, model):
    os.makedirs(model, exist_ok=True)
    with open(os.path.join(texts, "train.txt"), encoding="utf-8") as file:
        counts = collections.Counter(word for line in file for word in words_in(line))
    with open(os.path.join(model, "tokenizer.json"), "w", encoding="utf-8") as file:
        json.dump(tokenizer(learn(counts)), file, ensure_ascii=False, indent=0)


if __name__ == "__main__":
    main(*sys.argv[1:])
