"""Measures the heads of the model over the test pictures: python3 tools/vision-model/measure.py MODEL [--pictures FOLDER]

Writes MODEL/pictures.png and MODEL/measures.json, and prints the measures as tables. Weights on what a role names are means over the queries that it
applies to in a picture, and then over pictures, with the half width of their 95 % interval. "even" is what attention spread evenly would give.
"""

import argparse
import json
import math
import os

import numpy
import torch
from model import load
from pictures import CLASSES, FOLDER, SIDE, load_part, normalized
from PIL import Image
from roles import GRID, places, roles_of

EACH = 4  # pictures of each class that come with the model: the first of the test pictures
SLEEVES = [0, 1, 5, 6]  # columns of patches
AT_ONCE = 500


def chosen_pictures(classes):
    """Numbers of the first test pictures of each class, (4, 10)."""
    return numpy.array([[int(i) for i in (classes == c).nonzero()[:EACH, 0]] for c in range(len(CLASSES))]).T


def save_sheet(folder, pictures, numbers):
    """One picture of 4 rows and 10 columns, a class a column, in the order of the classes' numbers."""
    rows = [numpy.concatenate([pictures[i].numpy() for i in row], axis=1) for row in numbers]
    Image.fromarray(numpy.concatenate(rows), "L").save(os.path.join(folder, "pictures.png"), optimize=True)


def attention_of(model, pictures):
    """Logits (N, 10) and the weights (N, heads of all layers and one that is even, 50, 50)."""
    logits, weights = model(normalized(pictures))
    tokens = GRID * GRID + 1
    even = torch.full((len(pictures), 1, tokens, tokens), 1 / tokens)
    return logits, torch.cat([*weights, even], dim=1)


def share_on(weights, keys):
    """(N, heads): mean weight on the keys over the queries that have such keys; NaN where none has."""
    queries = keys.any(-1)
    found = (weights * keys[:, None]).sum(-1) * queries[:, None]
    return found.sum(-1) / queries.sum(-1)[:, None]


def mean_distance(weights):
    """(N, heads): patches that lie between a patch and what it looks at among the patches, as the crow flies."""
    row, column = (place.float() for place in places())
    distance = ((row[:, None] - row) ** 2 + (column[:, None] - column) ** 2).sqrt()
    among = weights[:, :, 1:, 1:]
    return ((among * distance).sum(-1) / among.sum(-1).clamp_min(1e-12)).mean(-1)


def measured(model, pictures):
    """For each measure the rows (N, heads)."""
    rows = {}
    for batch in pictures.split(AT_ONCE):
        _, weights = attention_of(model, batch)
        found = {name: share_on(weights, keys) for name, keys in roles_of(batch, model.config["patch_size"]).items()}
        found["distance"] = mean_distance(weights)
        found["entropy"] = -(weights * weights.clamp_min(1e-12).log()).sum(-1).mean(-1)
        for name, value in found.items():
            rows.setdefault(name, []).append(value)
    return {name: torch.cat(parts).double().numpy() for name, parts in rows.items()}


def with_interval(rows):
    """Mean and half width of the 95 % interval of each head, over the pictures in which a query has such keys."""
    rows = rows[~numpy.isnan(rows).any(axis=1)]
    half = 1.96 * rows.std(axis=0, ddof=1) / math.sqrt(len(rows))
    return {"pictures": len(rows), "mean": rows.mean(axis=0).round(4).tolist(), "half": half.round(4).tolist()}


def predicted(model, pictures):
    """Likeliest class of each picture, (N,)."""
    return torch.cat([model(normalized(batch))[0].argmax(-1) for batch in pictures.split(AT_ONCE)])


def right_without_each(model, pictures, classes):
    """Share of right answers with each head off: its columns of the output matrix are 0."""
    width = model.config["hidden_size"] // model.config["num_attention_heads"]
    shares = []
    for layer in model.layers:
        for head in range(layer.heads):
            columns = layer.out.weight[:, head * width : (head + 1) * width]
            kept = columns.clone()
            columns.zero_()
            shares.append(round((predicted(model, pictures) == classes).double().mean().item(), 4))
            columns.copy_(kept)
    return shares


def class_token_by_class(model, pictures, classes):
    """(heads, classes, 7): mean share of [CLS]'s weight on each row of patches."""
    sums = torch.zeros(len(CLASSES), len(model.layers) * model.layers[0].heads, GRID, dtype=torch.double)
    for batch, truth in zip(pictures.split(AT_ONCE), classes.split(AT_ONCE)):
        _, weights = attention_of(model, batch)
        rows = weights[:, :-1, 0, 1:].unflatten(-1, (GRID, GRID)).sum(-1).double()
        sums.index_add_(0, truth, rows)
    counts = torch.bincount(classes, minlength=len(CLASSES))
    return (sums / counts[:, None, None]).transpose(0, 1).numpy().round(4).tolist()


def answers_without_sleeves(model, pictures, classes):
    """(10, 10): of each class the shares of the answers once the two outer columns of patches on both sides are painted out."""
    patch = model.config["patch_size"]
    painted = pictures.clone().unflatten(2, (GRID, patch))
    painted[:, :, SLEEVES] = 0
    answers = predicted(model, painted.flatten(2))
    counts = torch.zeros(len(CLASSES), len(CLASSES), dtype=torch.double)
    counts.index_put_((classes, answers), torch.ones(len(classes), dtype=torch.double), accumulate=True)
    return (counts / counts.sum(1, keepdim=True)).numpy().round(4).tolist()


def table(roles, heads):
    """As Markdown: a row for each head."""
    count = len(next(iter(roles.values()))["mean"])
    lines = ["| Head | " + " | ".join(roles) + " |", "| --- |" + " ---: |" * len(roles)]
    for head in range(count):
        name = f"{head // heads}.{head % heads}" if head < count - 1 else "even"
        cells = [f"{role['mean'][head]:.2f} ± {role['half'][head]:.2f}" for role in roles.values()]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


@torch.no_grad()
def main(folder, source):
    model = load(folder)
    pictures, classes = load_part(source, "t10k")
    numbers = chosen_pictures(classes)
    save_sheet(folder, pictures, numbers)
    sheet = torch.tensor(numbers).flatten()
    rows = measured(model, pictures)
    answers = predicted(model, pictures)
    of_class = [round((answers[classes == c] == c).double().mean().item(), 4) for c in range(len(CLASSES))]
    measures = {
        "pictures": {"side": SIDE, "numbers": numbers.tolist(), "answers": answers[torch.tensor(numbers)].tolist()},
        "right": {"all": round((answers == classes).double().mean().item(), 4), "classes": of_class},
        "right without": right_without_each(model, pictures, classes),
        "roles": {name: with_interval(values) for name, values in rows.items()},
        "roles of the sheet": {name: with_interval(values[sheet.numpy()]) for name, values in rows.items()},
        "rows of [CLS]": class_token_by_class(model, pictures, classes),
        "without sleeves": answers_without_sleeves(model, pictures, classes),
    }
    text = json.dumps(measures)
    with open(os.path.join(folder, "measures.json"), "w") as file:
        file.write(text.replace('}, "', '},\n"').replace('], "', '],\n"') + "\n")
    print(measures["right"], measures["right without"])
    print(table(measures["roles"], model.config["num_attention_heads"]))
    print(CLASSES)
    print(numpy.array(measures["without sleeves"]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--pictures", default=FOLDER)
    given = parser.parse_args()
    main(given.model, given.pictures)
