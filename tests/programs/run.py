"""Runs programs as the page hands them out, and reports what every line of their attention() made.

usage: run.py jobs.json results.json

A job is {folder, lines: {line number: {step, name assigned there}}}; in the folder is program.py, and headscope.npz where it reads one. Its
result is {printed, made: [array], file: {name: array} or null, error}. An array is {shape, strides, data}, strides in elements and data as
base64 of float32; what was made has its step.
"""

import base64
import contextlib
import io
import json
import os
import sys

import numpy as np


def encode(value):
    """The step of a NumPy array or a torch tensor."""
    strides = value.stride() if hasattr(value, "stride") else [s // value.itemsize for s in value.strides]
    data = np.ascontiguousarray(value, dtype=np.float32)
    return {
        "shape": list(value.shape),
        "strides": list(strides),
        "data": base64.b64encode(data.tobytes()).decode(),
    }


def traced(lines, made):
    """A trace function that encodes the result of each line of attention() after the line has run."""

    def local(frame, event, _):
        line = local.entered
        if line in lines and event in ("line", "return") and not local.raised:
            made.append({"step": lines[line]["step"], **encode(frame.f_locals[lines[line]["name"]])})
        local.entered = frame.f_lineno
        local.raised = event == "exception"
        return local

    local.entered, local.raised = None, False
    layers = ("attention", "forward")  # a function, or an nn.Module's

    def enters(frame, _event, _):
        code = frame.f_code
        return local if code.co_filename == "program.py" and code.co_name in layers else None

    return enters


def with_fused_attention():
    """Gives torch before 2.0 the function scaled_dot_product_attention: its private one for masks of booleans, and the documented sum for others."""
    from torch.nn import functional

    if hasattr(functional, "scaled_dot_product_attention"):
        return

    def fused(q, k, v, attn_mask=None):
        if attn_mask is None or attn_mask.dtype.is_floating_point is False:
            return functional._scaled_dot_product_attention(q, k, v, attn_mask)[0]
        return (q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5 + attn_mask).softmax(-1) @ v

    functional.scaled_dot_product_attention = fused


def run(job):
    os.chdir(job["folder"])
    with open("program.py", encoding="utf-8") as program:
        code = compile(program.read(), "program.py", "exec")
    printed, made, error = io.StringIO(), [], None
    sys.settrace(traced({int(number): line for number, line in job["lines"].items()}, made))
    try:
        with contextlib.redirect_stdout(printed):
            exec(code, {"__name__": "__main__"})
    except (RuntimeError, AttributeError) as refused:  # on a wrong path, torch raises RuntimeError, NumPy raises AttributeError
        error = str(refused)
    finally:
        sys.settrace(None)
    return {"printed": printed.getvalue(), "made": made, "file": read("headscope.npz"), "error": error}


def read(name):
    """The arrays that NumPy reads from the file; reads all of them, so that the checksums of the zip are checked."""
    if not os.path.exists(name):
        return None
    with np.load(name) as arrays:
        assert all(array.dtype == np.float32 for array in arrays.values())
        return {name: encode(array) for name, array in arrays.items()}


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as jobs:
        with_fused_attention()
        results = [run(job) for job in json.load(jobs)]
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        json.dump(results, out)
