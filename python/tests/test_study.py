"""Studies of heads on many texts, by executors, whose results are equal to the bit."""

import json
import os
import pickle
import shutil
import signal
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import headscope
from headscope.node import run_node

MODEL = Path(__file__).resolve().parents[2] / "models" / "headscope-small"
pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="needs Node")


@pytest.fixture(scope="module")
def texts():
    return (MODEL / "sentences.txt").read_text("utf-8").splitlines()[:40]


@pytest.fixture(scope="module")
def whole(texts):
    return headscope.study(MODEL, texts)


ARRAYS = ("numbers", "tokens", "values", "even")


def equal(a, b):
    assert (a.model, a.measures) == (b.model, b.measures)
    for name in ARRAYS:
        x, y = getattr(a, name), getattr(b, name)
        assert (x.dtype, x.shape, x.tobytes()) == (y.dtype, y.shape, y.tobytes()), name


def with_arrays(study, **others):
    return headscope.Study(study.model, study.measures, *({**vars(study), **others}[name] for name in ARRAYS))


def test_a_study_has_the_measures_of_every_head_in_every_text(whole):
    assert whole.values.shape == (40, 4, 4, len(whole.measures))
    assert repr(whole) == "<headscope study: gpt_neox, 4 layers, 4 heads, 1317632 parameters; 40 texts>"
    mean, half = whole.mean("previous")
    assert np.unravel_index(mean.argmax(), mean.shape) == (1, 2)
    assert mean[1, 2] > 0.8 and half[1, 2] < 0.02


def test_a_mean_agrees_with_its_definition_and_an_unknown_one_lists_all(whole):
    mean, half = whole.mean("inductionPair")
    column = whole.values[..., whole.measures.index("inductionPair")][:, 2, 1].astype(np.float64)
    column = column[~np.isnan(column)]
    assert np.isclose(mean[2, 1], column.mean(), atol=1e-12)
    assert np.isclose(half[2, 1], 1.96 * column.std(ddof=1) / np.sqrt(len(column)), atol=1e-12)
    with pytest.raises(ValueError, match="there is no measure 'previus'; there are previous, first"):
        whole.mean("previus")


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_pools_give_the_same_study_to_the_bit(texts, whole, pool):
    counts = []
    with pool(2) as executor:
        found = headscope.study(MODEL, iter(texts), executor, texts_at_a_time=15, progress=counts.append)
    equal(found, whole)
    assert counts == [15, 30, 40]


def test_dask_gives_the_same_study_though_a_worker_is_killed(texts, whole):
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:
        workers = list(client.run(os.getpid).values())
        assert len(workers) == 2
        killed = []

        def kill_one(_):
            if not killed:
                killed.append(workers[1])
                os.kill(workers[1], signal.SIGKILL)

        found = headscope.study(MODEL, texts, client.get_executor(), texts_at_a_time=8, progress=kill_one)
    assert killed
    equal(found, whole)


def test_parts_are_joined_to_the_same_study_in_any_order(texts, whole, tmp_path):
    def part(numbers):
        return headscope.Study(whole.model, whole.measures, *(getattr(whole, name)[numbers] for name in ARRAYS))

    parts = [part(np.arange(start, 40, 3)) for start in (2, 0, 1)]
    equal(headscope.join_studies(parts), whole)
    with pytest.raises(ValueError, match="text 2 is in two parts"):
        headscope.join_studies([parts[0], parts[0]])
    with pytest.raises(ValueError, match="there are no studies"):
        headscope.join_studies([])
    other = headscope.Study("another", whole.measures, *(getattr(whole, name) for name in ARRAYS))
    with pytest.raises(ValueError, match="another of another: join parts of one study"):
        headscope.join_studies([whole, other])
    whole.save(tmp_path / "study.npz")
    equal(headscope.read_study(tmp_path / "study.npz"), whole)
    fewer = headscope.Study(whole.model, whole.measures[:1], *(getattr(whole, name) for name in ARRAYS))
    with pytest.raises(ValueError, match="one study has the measures previous, .*, another previous: join parts of one study"):
        headscope.join_studies([whole, fewer])
    equal(pickle.loads(pickle.dumps(whole)), whole)


def test_studies_of_two_commits_are_not_joined(whole, tmp_path):
    first, second = (replace(whole, commit=letter * 40) for letter in "ab")
    assert first != whole
    with pytest.raises(ValueError, match="one study is of a{40} of the hub, another of b{40}: join parts of one commit"):
        headscope.join_studies([first, second])
    with pytest.raises(ValueError, match="one study is of a{40} of the hub, another of an unknown commit"):
        headscope.join_studies([first, whole])
    first.save(tmp_path / "study.npz")
    assert headscope.read_study(tmp_path / "study.npz") == first
    assert headscope.join_studies([first]) == first


def test_a_folder_in_the_cache_of_the_hub_gives_its_commit(texts, tmp_path):
    snapshot = tmp_path / "snapshots" / ("c" * 40)
    shutil.copytree(MODEL, snapshot)
    assert headscope.study(snapshot, texts[:2]).commit == "c" * 40


def test_the_loss_without_each_head_is_measured_if_it_is_asked_for(texts, whole):
    with ThreadPoolExecutor(2) as executor:
        found = headscope.study(MODEL, texts[:6], executor, losses=True, texts_at_a_time=3)
    assert found.measures == (*whole.measures, "lossWithout")
    assert found.values[..., :-1].tobytes() == whole.values[:6].tobytes()
    assert np.isnan(found.even[:, -1]).all()
    mean, _ = found.mean("lossWithout")
    assert np.unravel_index(mean.argmax(), mean.shape) == (1, 2)  # the head of the previous token
    equal(headscope.study(MODEL, texts[:6], losses=True), found)


def test_blank_texts_and_line_breaks_keep_the_numbers_of_texts():
    found = headscope.study(MODEL, ["", "the cat\nsat on the mat", "  ", "the dog. it slept."])
    assert found.numbers.tolist() == [1, 3]
    equal(
        headscope.study(MODEL, ["the cat sat on the mat"]),
        headscope.Study(found.model, found.measures, np.array([0], np.int32), found.tokens[:1], found.values[:1], found.even[:1]),
    )


def test_studies_are_equal_if_their_bits_are(whole):
    assert whole == with_arrays(whole, values=whole.values.copy()), "NaN of the same bits are equal"
    other = whole.values.copy()
    other[3, 2, 1, 0] += 1
    for changed in (dict(values=other), dict(values=whole.values.astype(np.float64)), dict(numbers=whole.numbers[:-1])):
        assert whole != with_arrays(whole, **changed)
    assert whole != headscope.Study("another", whole.measures, *(getattr(whole, name) for name in ARRAYS))
    assert whole != "a study"
    with pytest.raises(TypeError, match="unhashable"):
        hash(whole)


class Waiting(Executor):
    """Runs the first task at once, and no other."""

    def __init__(self):
        self.futures = []

    def submit(self, do, *args):
        self.futures.append(Future())
        if len(self.futures) == 1:
            try:
                self.futures[0].set_result(do(*args))
            except ValueError as fault:
                self.futures[0].set_exception(fault)
        return self.futures[-1]


def test_tasks_that_wait_are_cancelled_after_a_fault_or_an_interruption(texts, tmp_path):
    def interrupt(_):
        raise KeyboardInterrupt

    def texts_with_a_fault():
        yield from texts[:8]
        raise OSError("the disk is gone")

    for folder, given, progress, fault in (
        (tmp_path, texts, None, ValueError),
        (MODEL, texts, interrupt, KeyboardInterrupt),
        (MODEL, texts_with_a_fault(), None, OSError),
    ):
        executor = Waiting()
        with pytest.raises(fault):
            headscope.study(folder, given, executor, texts_at_a_time=4, progress=progress)
        assert len(executor.futures) > 1
        assert all(future.cancelled() for future in executor.futures[1:])


def test_a_task_has_no_limit_of_time(monkeypatch):
    module, limits = sys.modules["headscope.study"], []

    def run(*args, **how):
        limits.append(how["minutes"])
        return run_node(*args, **how)

    monkeypatch.setattr(module, "run_node", run)
    headscope.study(MODEL, ["the cat sat on the mat"])
    assert limits == [None]
    script = ("-e", "setTimeout(() => {}, 60000)")
    with pytest.raises(RuntimeError, match="a script took Node longer than 0.001 minutes and was stopped"):
        run_node(*script, what="a script", minutes=0.001)


def test_texts_of_one_token_are_left_out(tmp_path):
    for name in ("config.json", "model.safetensors"):
        shutil.copy(MODEL / name, tmp_path)
    tokenizer = json.loads((MODEL / "tokenizer.json").read_text("utf-8"))
    (tmp_path / "tokenizer.json").write_text(json.dumps({**tokenizer, "post_processor": None}), "utf-8")  # no [BOS]
    assert headscope.study(tmp_path, ["cat", "the cat sat"]).numbers.tolist() == [1]
    with pytest.raises(ValueError, match="no text has two tokens or more"):
        headscope.study(tmp_path, ["cat", ""])


def test_arguments_of_another_kind_say_what_is_expected():
    for one in ("the cat", b"the cat"):
        with pytest.raises(ValueError, match="texts is one string; expected several, such as a list of sentences"):
            headscope.study(MODEL, one)
    with pytest.raises(ValueError, match="text 1 is a NoneType; expected a string"):
        headscope.study(MODEL, ["the cat", None])
    for size in (0, -1, 2.5, True):
        with pytest.raises(ValueError, match=f"texts_at_a_time={size} is no whole number from 1 on"):
            headscope.study(MODEL, ["the cat"], texts_at_a_time=size)


def test_files_that_hold_no_study_say_so(whole, tmp_path):
    file = tmp_path / "study.npz"
    whole.save(file)
    with np.load(file) as found:
        arrays = dict(found)
    content = file.read_bytes()

    def lacking(name):
        np.savez(file, **{each: array for each, array in arrays.items() if each != name})

    written = [
        *(lambda name=name: lacking(name) for name in arrays),
        lambda: np.savez(file, **{**arrays, "format": np.array(["headscope-study-0"])}),
        lambda: np.savez(file, **{**arrays, "model": np.array("a")}),
        lambda: file.write_bytes(content[: len(content) // 2]),
        lambda: file.write_bytes(content[:2000] + b"0000" + content[2004:]),
        lambda: file.write_bytes(b""),
        lambda: file.write_text("the cat sat on the mat\n"),
        lambda: np.save(file.open("wb"), whole.values),
    ]
    for write in written:
        write()
        with pytest.raises(ValueError, match="study.npz is no study; expected the arrays of headscope-study-1"):
            headscope.read_study(file)
    with pytest.raises(FileNotFoundError):
        headscope.read_study(tmp_path / "none.npz")


def test_what_cannot_be_measured_says_why(tmp_path):
    with pytest.raises(ValueError, match="there are no texts"):
        headscope.study(MODEL, [" "])
    with pytest.raises(ValueError, match="there is no config.json"):
        headscope.study(tmp_path, ["the cat"])
    np.savez(tmp_path / "other.npz", a=np.zeros(2))
    np.save(tmp_path / "array.npy", np.zeros(2))
    (tmp_path / "texts.jsonl").write_text('"the cat"', "utf-8")
    (tmp_path / "empty.npz").write_bytes(b"")
    (tmp_path / "cut.npz").write_bytes((tmp_path / "other.npz").read_bytes()[:100])
    for name in ("other.npz", "array.npy", "texts.jsonl", "empty.npz", "cut.npz"):
        with pytest.raises(ValueError, match=f"{name} is no study; expected the arrays of headscope-study-1"):
            headscope.read_study(tmp_path / name)
