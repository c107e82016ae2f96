"""Which words are nouns, by how often WordNet's tagged texts have them as each part of speech."""

import collections

FOLDER = "/usr/share/wordnet"
NOUN = "1"  # of a sense key's lemma%part:...
ENDINGS = [("ies", "y"), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"), ("s", "")]
# Words that hold a sentence together. WordNet has some as nouns only, such as "a" (a vitamin) and "in" (an inch).
FUNCTION_WORDS = set(
    "a an the i he she it we you they me him her us them my your his its our their this that these those who whom which what in on at by for "
    "of to as or and if so no not is was are were am be been has had have do does did will can may must shall would could should but than".split()
)


class Nouns:
    def __init__(self):
        self.counts = collections.defaultdict(collections.Counter)
        with open(f"{FOLDER}/cntlist.rev", encoding="ascii") as file:
            for line in file:
                key, _, count = line.split()
                lemma, rest = key.split("%")
                self.counts[lemma][rest[0]] += int(count)
        with open(f"{FOLDER}/noun.exc", encoding="ascii") as file:
            self.plurals = dict(line.split()[:2] for line in file)

    def __contains__(self, word):
        counts = self.counts.get(self.lemma(word))
        return bool(counts) and word not in FUNCTION_WORDS and 2 * counts[NOUN] > sum(counts.values())

    def lemma(self, word):
        if word in self.counts:
            return word
        if word in self.plurals:
            return self.plurals[word]
        for ending, other in ENDINGS:
            if word.endswith(ending) and word[: -len(ending)] + other in self.counts:
                return word[: -len(ending)] + other
        return word
