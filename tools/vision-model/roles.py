"""Keys that a head may look at: for each role a mask (N, 50, 50) of keys by query; a query without such keys has no part in the mean.

Token 0 is [CLS]; tokens 1 to 49 are the patches, row by row. A patch is background if all its pixels are black, outline if some are, inside if none is.
"""

import torch

GRID = 7


def places():
    """Row and column of each patch, (49,) each."""
    number = torch.arange(GRID * GRID)
    return number // GRID, number % GRID


def between_patches():
    """Roles that depend on places only: masks (49, 49)."""
    row, column = places()
    rows, columns = (row[:, None] - row).abs(), (column[:, None] - column).abs()
    own = (rows == 0) & (columns == 0)
    return {
        "own": own,
        "neighbours": (rows <= 1) & (columns <= 1) & ~own,
        "same row": (rows == 0) & ~own,
        "same column": (columns == 0) & ~own,
        "mirrored patch": (rows == 0) & (column[:, None] + column == GRID - 1) & ~own,
    }


def kinds_of(pictures, patch):
    """Background, outline and inside, (N, 49) each, of pictures (N, 28, 28) in bytes."""
    black = (pictures == 0).unfold(1, patch, patch).unfold(2, patch, patch).flatten(3).flatten(1, 2)
    background, inside = black.all(-1), ~black.any(-1)
    return {"background": background, "outline": ~background & ~inside, "inside": inside}


def roles_of(pictures, patch):
    """By name; patches ask in all but those that begin with "[CLS] to"."""
    count, tokens = len(pictures), GRID * GRID + 1
    masks = {}

    def add(name, queries, keys):
        mask = torch.zeros(count, tokens, tokens, dtype=torch.bool)
        mask[:, queries, 1:] = keys
        masks[name] = mask

    for name, keys in between_patches().items():
        add(name, slice(1, None), keys)
    kinds = kinds_of(pictures, patch)
    for name, keys in kinds.items():
        add(name, slice(1, None), keys[:, None])
    for name, keys in kinds.items():
        add(f"[CLS] to {name}", slice(0, 1), keys[:, None])
    masks["[CLS]"] = torch.zeros(count, tokens, tokens, dtype=torch.bool)
    masks["[CLS]"][:, 1:, 0] = True
    return masks
