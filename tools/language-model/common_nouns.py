"""Writes the 1,000 nouns that WordNet's tagged texts have most often, a list for the page: python3 tools/language-model/common_nouns.py > web/models/state/nouns.js"""

import textwrap

from nouns import NOUN, Nouns

COUNT = 1000


def main():
    nouns = Nouns()
    often = sorted((word for word in nouns.counts if word.isalpha() and word.islower() and word in nouns), key=lambda word: (-nouns.counts[word][NOUN], word))
    print("// Written by tools/language-model/common_nouns.py: the 1,000 nouns that the tagged texts of WordNet 3.0 have most often.")
    print("// WordNet is Princeton University's; its licence is models/headscope-small/WordNet.txt.")
    print("export const COMMON_NOUNS = `")
    print(textwrap.fill(" ".join(sorted(often[:COUNT])), 140))
    print("`;")


if __name__ == "__main__":
    main()
