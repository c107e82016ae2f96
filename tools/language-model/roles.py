"""What a head may look at: for each role the keys (T, T) that it names for each query, none where the role does not apply."""

import torch
from nouns import FUNCTION_WORDS

CONTINUES = "##"
STOPS = {",", "."}


def words_of(pieces):
    """The number of each piece's word."""
    numbers, number = [], -1
    for piece in pieces:
        number += not piece.startswith(CONTINUES)
        numbers.append(number)
    return torch.tensor(numbers)


def shifted(keys):
    """The same keys, each one place later."""
    return torch.cat([torch.zeros_like(keys[:, :1]), keys[:, :-1]], dim=1)


def of_kind(pieces, kind):
    """The pieces so far that are of a kind."""
    return torch.tensor([piece in kind for piece in pieces]).expand(len(pieces), -1).tril()


def pairs_again(same):
    """Earlier places where this piece stands after the same piece as here."""
    before = torch.zeros_like(same)
    before[1:, 1:] = same[:-1, :-1]
    return same & before


def last_noun(pieces, words, nouns):
    """The pieces of the nearest noun before the query's word."""
    keys = torch.zeros(len(pieces), len(pieces), dtype=torch.bool)
    text = {}
    for number, piece in zip(words.tolist(), pieces):
        text[number] = text.get(number, "") + piece.removeprefix(CONTINUES)
    found = [number for number, word in text.items() if word in nouns]
    for query, word in enumerate(words.tolist()):
        earlier = [number for number in found if number < word]
        if earlier:
            keys[query] = words == earlier[-1]
    return keys


def roles_of(ids, pieces, nouns):
    """By name; the pieces begin with [BOS], which is no query."""
    size = len(ids)
    ids, words = torch.tensor(ids), words_of(pieces)
    place = torch.arange(size)
    distance = place[:, None] - place
    text = (place > 0).expand(size, size)
    same = (ids[:, None] == ids) & (distance > 0) & text
    again = pairs_again(same)
    named = {
        "first": (place == 0).expand(size, size),
        "own": distance == 0,
        "previous": (distance == 1) & text,
        "two before": (distance == 2) & text,
        "same word": (words[:, None] == words) & (distance > 0),
        "same piece": same,
        "after same piece": shifted(same),
        "after same pair": shifted(again),
        "commas and full stops": of_kind(pieces, STOPS),
        "colon": of_kind(pieces, {":"}),
        "function words": of_kind(pieces, FUNCTION_WORDS),
        "last noun": last_noun(pieces, words, nouns),
    }
    return {name: keys & (place > 0)[:, None] for name, keys in named.items()}
