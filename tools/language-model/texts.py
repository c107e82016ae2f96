"""Fetches two English texts by apt and writes them, cleaned and split: python3 tools/language-model/texts.py FOLDER

  the World English Bible   public domain   sword-text-web, read by diatheke
  WordNet 3.0               its own permissive licence   wordnet-base: each set of synonyms as "word: gloss. example. example."

FOLDER gets train.txt and held-out.txt, a document a line: a chapter, or a set of synonyms.
"""

import os
import random
import re
import subprocess
import sys

PACKAGES = ["sword-text-web", "diatheke", "wordnet-base"]
SEED = 42
HELD_OUT = 0.02  # of the groups: chapters, and runs of 50 sets of synonyms
GROUP = 50

PLAIN = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "`": "'", "—": " - ", "–": "-", "…": "..."})


def installed(package):
    found = subprocess.run(["dpkg", "-s", package], capture_output=True)
    return found.returncode == 0


def install():
    missing = [package for package in PACKAGES if not installed(package)]
    if missing:
        subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", *missing], check=True)


def plain(text):
    return " ".join(text.translate(PLAIN).split())


def bible():
    """Chapters, in their order. The plain format repeats titles and joins words, so the marked one is read."""
    command = ["diatheke", "-b", "engWEB2015eb", "-f", "internal", "-k", "Gen 1:1-Rev 22:21"]
    marked = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")
    marked = re.sub(r"<(title|note)\b[^>]*[^/>]>.*?</\1>", " ", marked, flags=re.S)
    marked = re.sub(r"</w>(?=<w)|<(?!/?w\b|/?(?:q|seg|transChange|divineName|hi)\b)[^>]*>", " ", marked)
    text = re.sub(r"<[^>]*>", "", marked)
    chapters = {}
    for line in text.split("\n"):
        verse = re.match(r"\s*((?:[IV]+ )?[A-Z][A-Za-z ()]*? \d+):\d+:(.*)", line)
        if verse and verse[2].strip():
            chapters.setdefault(verse[1], []).append(verse[2])
    return [plain(" ".join(verses)) for verses in chapters.values()]


def sentence(text):
    text = text.strip()
    return text if re.search(r"[.!?][\"')]*$", text) else text + "."


def wordnet():
    """Sets of synonyms, in the order of the files, in which neighbours are about like things."""
    for part in ["noun", "verb", "adj", "adv"]:
        with open(f"/usr/share/wordnet/data.{part}", encoding="ascii") as file:
            for line in file:
                if not line.startswith("  "):
                    fields, gloss = line.split(" | ", 1)
                    yield entry(fields.split()[4], gloss)


def entry(word, gloss):
    examples = [example for example in re.findall(r'"([^"]*)"', gloss) if example.strip()]
    meaning = re.sub(r'"[^"]*"', "", gloss)
    meaning = re.sub(r"[;,\s]+$", "", re.sub(r"(;\s*)+", "; ", meaning)).strip("; ")
    word = re.sub(r"\(.*\)", "", word).replace("_", " ")
    return plain(f"{word}: {sentence(meaning)} " + " ".join(map(sentence, examples)))


def groups():
    """Documents that are kept together when some are held out."""
    yield from ([chapter] for chapter in bible())
    entries = list(wordnet())
    yield from (entries[i : i + GROUP] for i in range(0, len(entries), GROUP))


def main(folder):
    install()
    os.makedirs(folder, exist_ok=True)
    chance = random.Random(SEED)
    parts = {"train.txt": [], "held-out.txt": []}
    for group in groups():
        parts["held-out.txt" if chance.random() < HELD_OUT else "train.txt"].extend(group)
    for name, documents in parts.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("\n".join(documents) + "\n")
        print(name, len(documents), "documents,", sum(len(d.split()) for d in documents), "words")


if __name__ == "__main__":
    main(sys.argv[1])
