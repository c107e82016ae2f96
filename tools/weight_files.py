"""The files of a model that a script in this folder trains, as the hub has them: config.json, and model.safetensors with numbers in F16."""

import json
import os

import numpy

WEIGHTS = "model.safetensors"


def write_json(folder, name, content):
    with open(os.path.join(folder, name), "w") as file:
        file.write(json.dumps(content, indent=1) + "\n")


def read_json(folder, name):
    with open(os.path.join(folder, name)) as file:
        return json.load(file)


def write_weights(folder, tensors):
    """Writes arrays by name. A file of that name stays as it is until the new one is whole."""
    tensors = {name: numpy.ascontiguousarray(value, numpy.float16) for name, value in tensors.items()}
    header, at = {"__metadata__": {"format": "pt"}}, 0
    for name, value in tensors.items():
        header[name] = {"dtype": "F16", "shape": list(value.shape), "data_offsets": [at, at + value.nbytes]}
        at += value.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path = os.path.join(folder, WEIGHTS)
    with open(path + ".part", "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for value in tensors.values():
            file.write(value.tobytes())
    os.replace(path + ".part", path)


def read_weights(folder):
    """Arrays by name, in float32."""
    with open(os.path.join(folder, WEIGHTS), "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = file.read()
    header.pop("__metadata__")
    return {
        name: numpy.frombuffer(data[slice(*tensor["data_offsets"])], numpy.float16).astype(numpy.float32).reshape(tensor["shape"])
        for name, tensor in header.items()
    }
