"""What einops documents of rearrange, repeat and einsum, on NumPy; Debian has no package of it. For testing only.

Patterns are names of axes separated by spaces, with axes that are one dimension together in parentheses. Ellipses, units and empty
parentheses are not done.
"""

import re

import numpy as np


def _side(text):
    """ "b t (h d)" -> [["b"], ["t"], ["h", "d"]]"""
    return [group.strip("()").split() for group in re.findall(r"\([^)]*\)|\w+", text)]


def _lengths(groups, shape, known):
    """The length of every axis of `groups` for this shape; one axis of each group may be inferred."""
    if len(groups) != len(shape):
        raise ValueError(f"{len(groups)} dimensions in the pattern, {len(shape)} in the tensor")
    lengths = dict(known)
    for group, size in zip(groups, shape):
        product = int(np.prod([lengths[axis] for axis in group if axis in lengths]))
        unknown = [axis for axis in group if axis not in lengths]
        if len(unknown) > 1 or size % product or (not unknown and size != product):
            raise ValueError(f"({' '.join(group)}) does not fit a dimension of {size}")
        for axis in unknown:
            lengths[axis] = size // product
    return lengths


def _on_numpy(function):
    """Returns torch tensors if the inputs were torch tensors."""

    def wrapped(*arguments, **axes):
        tensors = [argument for argument in arguments if hasattr(argument, "numpy")]
        result = function(*(a.numpy() if hasattr(a, "numpy") else a for a in arguments), **axes)
        if not tensors:
            return result
        import torch

        return torch.from_numpy(result)

    return wrapped


@_on_numpy
def repeat(tensor, pattern, **known):
    """Axes on the right side only are new and have the given length."""
    left, right = map(_side, pattern.split("->"))
    names, wanted = sum(left, []), sum(right, [])
    lengths = _lengths(left, tensor.shape, {axis: n for axis, n in known.items() if axis in names})
    lengths.update(known)
    split = tensor.reshape([lengths[axis] for axis in names])
    moved = split.transpose([names.index(axis) for axis in wanted if axis in names])
    for at, axis in enumerate(wanted):
        if axis not in names:
            moved = np.repeat(np.expand_dims(moved, at), lengths[axis], axis=at)
    return moved.reshape([int(np.prod([lengths[axis] for axis in group])) for group in right])


@_on_numpy
def rearrange(tensor, pattern, **known):
    left, right = pattern.split("->")
    if sorted(sum(_side(left), [])) != sorted(sum(_side(right), [])):
        raise ValueError(f"the axes differ between the sides of {pattern!r}")
    return repeat(tensor, pattern, **known)


@_on_numpy
def einsum(*tensors_and_pattern):
    """Takes tensors first, then the pattern. Axes have names of any length instead of the letters of einsum."""
    *tensors, pattern = tensors_and_pattern
    letters = {}
    for axis in re.findall(r"\w+", pattern):
        letters.setdefault(axis, chr(ord("a") + len(letters)))
    short = re.sub(r"\w+", lambda axis: letters[axis.group()], pattern).replace(" ", "")
    return np.einsum(short, *tensors)
