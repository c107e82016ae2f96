"""Which figures of a notebook hold the script."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

import headscope
from headscope import script


@pytest.fixture()
def run(monkeypatch):
    """Runs a cell of a notebook, and returns which of its figures hold the script."""
    requests = iter(range(1000))
    kernel = SimpleNamespace()
    shell = SimpleNamespace(kernel=kernel)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    headscope.hold_script("auto")
    lab = headscope.lab("mask")

    def run(cell, figures=1, code="", deleted=(), kind="execute_request", figure=lab):
        metadata = {"cellId": cell, "deletedCells": list(deleted)} if cell else {}
        parent = {"header": {"msg_id": str(next(requests)), "msg_type": kind}, "metadata": metadata, "content": {"code": code}}
        kernel.get_parent = lambda: parent
        return ['id="script"' in figure._repr_mimebundle_()["text/html"] for _ in range(figures)]

    yield run
    headscope.hold_script("auto")


@pytest.fixture()
def view():
    values = np.full((3, 1, 2, 1), 0.5, np.float32)
    whole = np.arange(3, dtype=np.int32)
    return headscope.study_view(headscope.Study("a model", ("previous",), whole, whole + 2, values, values[:, 0, 0]))


def test_the_first_figure_holds_the_script(run):
    assert run("a", 2) == [True, False]
    assert run("b") == [False]


def test_running_its_cell_again_keeps_the_script_there(run):
    run("a")
    run("b")
    assert run("a") == [True]
    assert run("b") == [False]


def test_after_deleting_its_cell_the_next_figure_holds_the_script(run):
    run("a")
    assert run("b", deleted=["a"]) == [True]
    assert run("c") == [False]


def test_the_first_figure_of_a_study_holds_a_script_of_its_own(run, view):
    assert run("a") == [True]
    assert run("b", 2, figure=view) == [True, False]
    assert run("c", figure=view) == [False]
    assert run("c") == [False]
    run("d", deleted=["b"])
    assert run("c", figure=view) == [True]
    assert run("c") == [False]


def test_without_ids_cells_are_identified_by_text(run):
    assert run(None, code="one") == [True]
    assert run(None, code="two") == [False]
    assert run(None, code="one") == [True]


def test_figures_in_a_widgets_callback_hold_the_script(run):
    run("a")
    assert run("b", kind="comm_msg") == [True]


def test_with_isolated_outputs_each_figure_holds_the_script(run, monkeypatch):
    run("a")
    monkeypatch.setitem(sys.modules, "google.colab", SimpleNamespace())
    assert run("b", 2) == [True, True]
    headscope.hold_script("once")
    assert run("b", 2) == [True, False]
    headscope.hold_script("each")
    assert run("c") == [True]


def test_outside_a_notebook_each_figure_holds_the_script(monkeypatch):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    assert script.place("headscope") and script.place("headscope")
    assert 'id="script"' in headscope.lab("mask").html()
