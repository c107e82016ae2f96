"""Multi-head attention in a notebook: one line shows every head.

>>> import numpy as np, headscope
>>> headscope.head_view(np.full((12, 4, 4), 0.25), "The cat sat down")
<headscope figure: Attention of 1 layer, 12 heads, 4 tokens>
"""

from .assertion import assert_attention
from .attention_views import head_view, model_view
from .built import version as _version
from .capture import Captured, capture
from .check import Checked, check
from .figure import Figure
from .script import hold_script
from .study import Study, join_studies, read_study, study
from .study_views import study_view
from .views import lab, layer, train, walk
from .widget import widget

__all__ = [
    "Captured",
    "Checked",
    "Figure",
    "Study",
    "assert_attention",
    "capture",
    "check",
    "head_view",
    "hold_script",
    "join_studies",
    "lab",
    "layer",
    "model_view",
    "read_study",
    "study",
    "study_view",
    "train",
    "walk",
    "widget",
]
__version__ = _version()
