"""Figures of heads on many texts."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from .figure import Figure, Part
from .settings import theme_attribute
from .study import Study, read_study

__all__ = ["study_view"]

MOST_BYTES = 64_000_000  # of the measures in a figure


def study_view(
    study: Study | str | Path,
    other: Study | str | Path | None = None,
    *,
    titles: Sequence[str] | None = None,
    theme: str | None = None,
) -> Figure:
    """Shows a study of many texts: all heads as points between two measures, and one head with each of its measures.

    Args:
        study: what :func:`headscope.study`, :func:`headscope.read_study` or :func:`headscope.join_studies` returns, or the path of a study.npz.
        other: another study, to compare with: the same model on another text, or another model. Its points are at the left.
        titles: two words or phrases for the two studies, as ("news", "code"); default to their models.
        theme: "light" or "dark"; defaults to that of the notebook.

    >>> import numpy as np
    >>> measures = ("previous", "first", "entropy")
    >>> of = np.full((5, 2, 4, 3), 0.25, np.float32)
    >>> study = Study("a model", measures, np.arange(5, dtype=np.int32), np.full(5, 9, np.int32), of, of[:, 0, 0])
    >>> study_view(study)
    <headscope figure: 8 heads on 5 texts: a model>

    Raises:
        ValueError: if the file of a study holds something else, if the studies are too large for a page, or if the titles are not two.
    """
    given = {"study": study_of("study", study)}
    if other is not None:
        given["other"] = study_of("other", other)
    if titles is not None and (other is None or isinstance(titles, str) or len(titles) != 2):
        raise ValueError(f'titles={titles!r}; expected two, as ("news", "code"), where other= is given')
    size = sum(each.values.nbytes for each in given.values())
    if size > MOST_BYTES:
        raise ValueError(
            f"the measures take {size / 1e6:,.0f} MB, and a figure holds at most {MOST_BYTES / 1e6:.0f} MB: pass a study of fewer texts, "
            "such as one shard"
        )
    return Figure(
        [Part("mha-study", theme_attribute(theme), {"titles": list(titles)} if titles else {})],
        {},
        title=", compared with ".join(_said(each) for each in given.values()),
        height=1000,
        files={name: _file_of(each) for name, each in given.items()},
        script_name="study",
        theme=theme,
    )


def study_of(name: str, given: Study | str | Path) -> Study:
    """A study that is given as such, or as the path of its file."""
    if isinstance(given, Study):
        return given
    if isinstance(given, (str, Path)):
        return read_study(given)
    raise ValueError(f"{name} is of type {type(given).__name__}; expected what headscope.study returns, or the path of a study.npz")


def _said(study: Study) -> str:
    texts, layers, heads, _ = study.values.shape
    return f"{layers * heads} heads on {texts} text{'' if texts == 1 else 's'}: {study.model}"


def _file_of(study: Study) -> bytes:
    out = io.BytesIO()
    study.write(out)
    return out.getvalue()
