"""What the heads of a model do in many texts, measured by the package's core."""

from __future__ import annotations

import json
import tempfile
import zipfile
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import IO, Any

import numpy as np

from .arrays import Array
from .built import built
from .node import run_node
from .values import whole

__all__ = ["Study", "join_studies", "read_study", "study"]

FORMAT = "headscope-study-1"
TEXTS = 256  # texts of a task: Node and the model start once for each
WAITING = 64  # tasks at a time
ARRAYS = ("numbers", "tokens", "values", "even")


@dataclass(frozen=True, eq=False)
class Study:
    """What :func:`study` returns: the measures of each head in each text. A measure is NaN where a text has no such keys.

    Two studies are equal if they are equal to the bit.

    Attributes:
        model: family and sizes of the model.
        measures: names of the measures.
        numbers: (texts) the number of each text, ascending.
        tokens: (texts) its count of tokens.
        values: (texts, layers, heads, measures) float32.
        even: (texts, measures) float32, of attention that is spread evenly.
        commit: of the hub that the model comes from; None if it is unknown.
    """

    model: str
    measures: tuple[str, ...]
    numbers: Array
    tokens: Array
    values: Array
    even: Array
    commit: str | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Study):
            return NotImplemented
        return (self.model, self.measures, self.commit) == (other.model, other.measures, other.commit) and all(
            _bits(getattr(self, name)) == _bits(getattr(other, name)) for name in ARRAYS
        )

    def __repr__(self) -> str:
        return f"<headscope study: {self.model}; {len(self.numbers)} texts>"

    def mean(self, measure: str) -> tuple[Array, Array]:
        """The mean of a measure over texts, and half of its 95 % interval, both (layers, heads). NaN where no text has such keys.

        Raises:
            ValueError: if there is no such measure; the message lists all.
        """
        if measure not in self.measures:
            raise ValueError(f"there is no measure {measure!r}; there are {', '.join(self.measures)}")
        values = self.values[..., self.measures.index(measure)].astype(np.float64)
        count = (~np.isnan(values)).sum(axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            mean = np.nansum(values, axis=0) / count
            deviation = np.sqrt(np.nansum((values - mean) ** 2, axis=0) / (count - 1))
            return mean, np.where(count > 1, 1.96 * deviation / np.sqrt(count), np.nan)

    def save(self, file: str | Path) -> None:
        """Writes study.npz, which the page Models and ``headscope study`` open."""
        with open(file, "wb") as out:
            self.write(out)

    def write(self, out: IO[bytes]) -> None:
        """Writes study.npz to an open file."""
        texts = {"format": np.array([FORMAT]), "model": np.array([self.model]), "measures": np.array(self.measures)}
        if self.commit is not None:
            texts["commit"] = np.array([self.commit])
        np.savez(out, **texts, **{name: getattr(self, name) for name in ARRAYS})


def _bits(array: Array) -> tuple[Any, ...]:
    return array.dtype, array.shape, array.tobytes()


def read_study(file: str | Path) -> Study:
    """Reads study.npz, as :meth:`Study.save` and ``headscope model --study`` write it.

    Raises:
        ValueError: if the file holds something else.
    """
    try:
        with np.load(file) as found:
            if found["format"].tolist() != [FORMAT]:
                raise ValueError("another format")
            measures = tuple(str(name) for name in found["measures"])
            commit = str(found["commit"][0]) if "commit" in found else None
            return Study(str(found["model"][0]), measures, *(found[name] for name in ARRAYS), commit)
    except (ValueError, TypeError, AttributeError, LookupError, EOFError, zipfile.BadZipFile):
        raise ValueError(f"{file} is no study; expected the arrays of {FORMAT}, as headscope model --study writes them") from None


def join_studies(parts: Iterable[Study]) -> Study:
    """Joins studies of parts of the texts. Any order and number of parts give the same study, to the bit.

    Raises:
        ValueError: if there are none, if they are of different models, commits or measures, or if a text is in two of them.
    """
    studies = list(parts)
    if not studies:
        raise ValueError("there are no studies to join; expected at least one")
    first = studies[0]
    for other in studies:
        if other.model != first.model:
            raise ValueError(f"one study is of {first.model}, another of {other.model}: join parts of one study")
        if other.commit != first.commit:
            known = [commit or "an unknown commit" for commit in (first.commit, other.commit)]
            raise ValueError(f"one study is of {known[0]} of the hub, another of {known[1]}: join parts of one commit")
        if other.measures != first.measures:
            raise ValueError(
                f"one study has the measures {', '.join(first.measures)}, another {', '.join(other.measures)}: join parts of one study"
            )
    numbers = np.concatenate([each.numbers for each in studies])
    order = np.argsort(numbers, kind="stable")
    twice = np.flatnonzero(np.diff(numbers[order]) == 0)
    if len(twice):
        raise ValueError(f"text {numbers[order][twice[0]]} is in two parts: join each part once")
    arrays = (np.concatenate([getattr(each, name) for each in studies])[order] for name in ARRAYS)
    return Study(first.model, first.measures, *arrays, first.commit)


def study(
    folder: str | Path,
    texts: Iterable[str],
    executor: Executor | Any = None,
    *,
    losses: bool = False,
    texts_at_a_time: int = TEXTS,
    progress: Callable[[int], None] | None = None,
) -> Study:
    """Measures what each head of a model does in many texts: the weight on the previous token, after the same piece, and others.

    Node runs the package's core: Python computes nothing, and no PyTorch is needed. Each text is one sentence, and counts with its first 256
    tokens; one of fewer than two tokens is left out. Results are equal to the bit whatever the executor and the number of texts at a time.

    Args:
        folder: a folder of the hub's form on the disk (config.json, model.safetensors, tokenizer.json), which every process of the executor
            can read.
        texts: any iterable of strings. At most 64 tasks are read ahead.
        executor: an object with ``submit`` as in ``concurrent.futures``: a ``ProcessPoolExecutor``, Dask's ``Client.get_executor()``, or MPI's
            ``MPIPoolExecutor``. If left out, this process measures.
        losses: with the measure ``lossWithout``: how far the loss of each text rises without each head, in nats a piece. It takes a run more for
            each head and text, so give small tasks.
        texts_at_a_time: texts of one task.
        progress: called with the number of texts that are measured so far.

    Returns:
        A :class:`Study`.

    Raises:
        ValueError: if the model cannot be read, an argument is of another kind, or no text has two tokens; the message says why.
        RuntimeError: if Node is missing.
    """
    if isinstance(texts, (str, bytes)):
        raise ValueError("texts is one string; expected several, such as a list of sentences")
    size = whole("texts_at_a_time", texts_at_a_time, 1)
    done = 0
    parts = []
    options = ("--losses",) if losses else ()
    with closing(_parts((str(folder), *options), texts, executor, size)) as found:
        for part, count in found:
            done += count
            if part is not None:
                parts.append(part)
            if progress:
                progress(done)
    if not parts:
        raise ValueError("there are no texts; expected at least one that is not blank")
    if not any(len(part.numbers) for part in parts):
        raise ValueError("no text has two tokens or more")
    return join_studies(parts)


def _parts(asked: tuple[str, ...], texts: Iterable[str], executor: Any, size: int) -> Generator[tuple[Study | None, int], None, None]:
    """The studies of tasks in their order, with their counts of texts. Tasks that have not begun are cancelled when the generator ends."""
    waiting: deque[tuple[Any, int]] = deque()
    try:
        for first, task in _tasks(texts, size):
            if executor is None:
                yield _measured(asked, first, task), len(task)
                continue
            waiting.append((executor.submit(_measured, asked, first, task), len(task)))
            if len(waiting) == WAITING:
                future, count = waiting.popleft()
                yield future.result(), count
        while waiting:
            future, count = waiting.popleft()
            yield future.result(), count
    finally:
        for future, _ in waiting:
            future.cancel()


def _tasks(texts: Iterable[str], size: int) -> Iterator[tuple[int, list[str]]]:
    """Texts of each task, with the number of the first."""
    rest, first = iter(texts), 0
    while task := list(islice(rest, size)):
        for number, text in enumerate(task, first):
            if not isinstance(text, str):
                raise ValueError(f"text {number} is a {type(text).__name__}; expected a string")
        yield first, task
        first += len(task)


def _measured(asked: tuple[str, ...], first: int, texts: list[str]) -> Study | None:
    """The study of one task, by the command; None if all texts are blank. Asked: the folder, and options of the command."""
    kept = [(first + i, " ".join(text.splitlines())) for i, text in enumerate(texts) if text.strip()]
    if not kept:
        return None
    with tempfile.TemporaryDirectory(prefix="headscope-") as place:
        file, out = Path(place, "texts.jsonl"), Path(place, "study.npz")
        file.write_text("".join(f"{json.dumps(text)}\n" for _, text in kept), "utf-8")
        done = run_node(built("node/headscope.js"), "model", *asked, "--study", file, "--lines", "--out", out, what="headscope.study", minutes=None)
        if done.returncode != 0:
            raise ValueError(done.stderr.decode("utf-8", "replace").strip().removeprefix("headscope: ") or "the texts could not be measured")
        found = read_study(out)
    numbers = np.array([number for number, _ in kept], np.int32)[found.numbers]
    return replace(found, numbers=numbers)
