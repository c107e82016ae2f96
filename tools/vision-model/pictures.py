"""The pictures of Fashion-MNIST (Zalando, MIT licence) as Debian's dataset-fashion-mnist installs them."""

import gzip
import os

import numpy
import torch

FOLDER = "/usr/share/datasets/fashion-mnist"
SIDE = 28
CLASSES = ["T-shirt", "trousers", "pullover", "dress", "coat", "sandal", "shirt", "sneaker", "bag", "ankle boot"]
MEAN, DEVIATION = 0.286, 0.353  # of all training pixels, in 0 to 1


def read(folder, part, content, header):
    with gzip.open(os.path.join(folder, f"{part}-{content}-ubyte.gz")) as file:
        return numpy.frombuffer(file.read(), numpy.uint8, offset=header)


def load_part(folder, part):
    """Pictures (N, 28, 28) in bytes and classes (N,) of "train" or "t10k"."""
    pictures = read(folder, part, "images-idx3", 16).reshape(-1, SIDE, SIDE)
    return torch.tensor(pictures), torch.tensor(read(folder, part, "labels-idx1", 8)).long()


def normalized(pictures):
    """(N, 1, 28, 28): pixels with mean 0 and deviation 1 over the training pictures."""
    return ((pictures.float() / 255 - MEAN) / DEVIATION)[:, None]


def changed(pictures, generator, patch):
    """Training pictures (N, 28, 28) moved by up to 2 pixels, half of them mirrored, half of them with some patches painted out (black)."""
    count, device = len(pictures), pictures.device

    def chance(*shape):
        return torch.rand(*shape, generator=generator, device=device)

    move = (chance(2, count) * 5).long()
    rows = torch.arange(SIDE, device=device) + move[0][:, None]
    columns = torch.arange(SIDE, device=device) + move[1][:, None]
    padded = torch.nn.functional.pad(pictures, (2, 2, 2, 2))
    found = padded[torch.arange(count, device=device)[:, None, None], rows[:, :, None], columns[:, None, :]]
    mirrored = chance(count, 1, 1) < 0.5
    found = torch.where(mirrored, found.flip(2), found)
    grid = SIDE // patch
    share = 0.4 * chance(count, 1, 1) * (chance(count, 1, 1) < 0.5)
    painted = (chance(count, grid, grid) < share).repeat_interleave(patch, 1).repeat_interleave(patch, 2)
    return found.masked_fill(painted, 0)
