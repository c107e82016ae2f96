"""Runs programs as the page hands them out, then calls their attention() on given inputs and reports what every line made.

usage: run.py jobs.json results.json

A job is {source, inputs: {parameter: number or array}, lines: {line number: {step, name assigned there}}}; its result is {printed, made: [array],
error}. An array is {shape, data} with data as base64 of float32; what comes in may be boolean, what was made has its step, and its strides in elements.
"""

import base64
import contextlib
import inspect
import io
import json
import sys

import numpy as np


def decode(value):
    if not isinstance(value, dict):
        return value
    floats = np.frombuffer(base64.b64decode(value["data"]), np.float32).reshape(value["shape"])
    return floats != 0 if value["boolean"] else floats


def encode(value):
    """Of a NumPy array or a torch tensor."""
    strides = value.stride() if hasattr(value, "stride") else [s // value.itemsize for s in value.strides]
    data = np.ascontiguousarray(value, dtype=np.float32)
    return {
        "shape": list(value.shape),
        "strides": list(strides),
        "data": base64.b64encode(data.tobytes()).decode(),
    }


def traced(function, lines, made):
    """A trace function that encodes what a line assigned, once the line is done."""

    def local(frame, event, _):
        line = local.entered
        if line in lines and event in ("line", "return") and not local.raised:
            made.append({"step": lines[line]["step"], **encode(frame.f_locals[lines[line]["name"]])})
        local.entered = frame.f_lineno
        local.raised = event == "exception"
        return local

    local.entered, local.raised = None, False
    return lambda frame, _event, _: local if frame.f_code is function.__code__ else None


def run(job):
    printed, made, error = io.StringIO(), [], None
    module = {"__name__": "__main__"}
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(job["source"], "program", "exec"), module)
    except (RuntimeError, AttributeError) as refused:  # a wrong path that torch, or NumPy by AttributeError, refuses; its own inputs are refused like those given
        error = str(refused)
    function = module["attention"]
    inputs = {name: decode(value) for name, value in job["inputs"].items()}
    if "torch" in module:
        inputs = {
            name: module["torch"].from_numpy(value.copy()) if isinstance(value, np.ndarray) else value
            for name, value in inputs.items()
        }
    lines = {int(number): line for number, line in job["lines"].items()}
    sys.settrace(traced(function, lines, made))
    try:
        function(**{name: inputs[name] for name in inspect.signature(function).parameters})
    except (RuntimeError, AttributeError) as refused:
        error = str(refused)
    finally:
        sys.settrace(None)
    return {"printed": printed.getvalue(), "made": made, "error": error}


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as jobs:
        results = [run(job) for job in json.load(jobs)]
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        json.dump(results, out)
