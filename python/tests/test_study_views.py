"""Figures of studies: what their pages hold, and what is refused."""

import base64
import gzip
import io
import json
import re

import numpy as np
import pytest

import headscope
from headscope import study_views

MEASURES = ("previous", "first", "entropy")


def a_study(texts=6, layers=2, heads=4, model="a model"):
    rng = np.random.default_rng(texts)
    numbers = np.arange(texts, dtype=np.int32)
    values = rng.random((texts, layers, heads, len(MEASURES)), np.float32)
    return headscope.Study(model, MEASURES, numbers, numbers + 5, values, rng.random((texts, len(MEASURES)), np.float32))


def described(page):
    return json.loads(re.search(r'id="figure">([^<]+)<', page)[1])


def study_in(page, name):
    return headscope.read_study(io.BytesIO(gzip.decompress(base64.b64decode(described(page)["files"][name]))))


def test_the_page_holds_the_study_to_the_bit_and_the_script_that_draws_it(tmp_path):
    study = a_study()
    page = headscope.study_view(study).save(tmp_path / "f.html").read_text("utf-8")
    found = study_in(page, "study")
    assert (found.model, found.measures) == (study.model, study.measures)
    for name in ("numbers", "tokens", "values", "even"):
        assert getattr(found, name).tobytes() == getattr(study, name).tobytes(), name
    held = gzip.decompress(base64.b64decode(re.search(r'id="script">([^<]+)<', page)[1]))
    assert b"mha-study" in held and b"mha-train" not in held
    assert "default-src 'none'" in page


def test_two_studies_stand_beside_each_other_from_objects_or_files(tmp_path):
    a_study(4).save(tmp_path / "other.npz")
    figure = headscope.study_view(a_study(), str(tmp_path / "other.npz"), titles=("news", "code"), theme="dark")
    assert repr(figure) == "<headscope figure: 8 heads on 6 texts: a model, compared with 8 heads on 4 texts: a model>"
    page = figure.save(tmp_path / "f.html").read_text("utf-8")
    assert [len(study_in(page, name).numbers) for name in ("study", "other")] == [6, 4]
    shown = described(page)
    assert shown["parts"] == [{"tag": "mha-study", "attributes": {"theme": "dark"}, "properties": {"titles": ["news", "code"]}}]
    assert shown["theme"] == "dark"


def test_the_script_of_studies_takes_at_most_415_KB():
    figure = headscope.study_view(a_study())
    assert len(figure.html().encode()) - len(figure._fragment(holds=False).encode()) < 415_000


def test_a_sentence_stands_in_place_of_a_frame():
    still = headscope.study_view(a_study()).html().split("</iframe>")[1]
    assert "8 heads on 6 texts: a model. This page shows no frames." in still and "<img" not in still


@pytest.mark.parametrize(
    ("args", "how", "said"),
    [
        ((3,), {}, "study is of type int; expected what headscope.study returns, or the path of a study.npz"),
        ((a_study(), [a_study()]), {}, "other is of type list"),
        ((a_study(),), {"titles": ("news", "code")}, "expected two, as .* where other= is given"),
        ((a_study(), a_study()), {"titles": ("news",)}, "expected two"),
        ((a_study(), a_study()), {"titles": "ab"}, "titles='ab'; expected two"),
        ((a_study(),), {"theme": "blue"}, "theme='blue' is none of 'light', 'dark'"),
    ],
)
def test_what_is_no_study_is_refused(args, how, said):
    with pytest.raises(ValueError, match=said):
        headscope.study_view(*args, **how)


def test_a_study_too_large_for_a_page_is_refused(monkeypatch):
    study = a_study(1000)
    monkeypatch.setattr(study_views, "MOST_BYTES", study.values.nbytes)
    headscope.study_view(study)
    with pytest.raises(ValueError, match="a figure holds at most .* MB: pass a study of fewer texts, such as one shard"):
        headscope.study_view(study, a_study(1))
