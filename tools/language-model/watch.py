"""What is watched while the decoder learns: losses on held-out text and on repeats, and the heads that look back."""

import random

import torch
from batches import BEGIN, FIRST

COUNT = 64  # sequences
LENGTH = 64
STRETCH = 20


class Watch:
    def __init__(self, held_out, vocabulary, device):
        starts = random.Random(1).sample(held_out.starts_for(LENGTH), COUNT)
        self.text = torch.stack([held_out.sequence(start, LENGTH) for start in starts]).to(device)
        self.repeats = random_repeats(vocabulary, COUNT, STRETCH, 3).to(device)

    @torch.no_grad()
    def __call__(self, model):
        repeats = model.losses(self.repeats)[:, STRETCH:]
        _, in_text = model(self.text)
        _, in_repeats = model(self.repeats)
        return {
            "text": model.losses(self.text).mean().item(),
            "repeats": repeats.mean().item(),
            "previous": [round(value, 3) for w in in_text for value in behind(w, 1)],
            "induction": [round(value, 3) for w in in_repeats for value in behind(w, STRETCH - 1)],
        }


def random_repeats(vocabulary, count, size, times, seed=2):
    """[BOS] and a stretch of pieces by chance, `times` over: (count, 1 + size · times)."""
    chance = random.Random(seed)
    stretches = torch.tensor([[chance.randrange(FIRST, vocabulary) for _ in range(size)] for _ in range(count)])
    return torch.cat([torch.full((count, 1), BEGIN), stretches.repeat(1, times)], dim=1)


def behind(weights, distance):
    """Mean weight of each head on the key so many places before the query, the first two keys apart: H numbers of weights (N, H, T, T)."""
    diagonal = weights.diagonal(-distance, dim1=-2, dim2=-1)[..., 2:]
    return diagonal.mean(dim=(0, -1)).tolist()
