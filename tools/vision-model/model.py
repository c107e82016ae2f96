"""The encoder of patches in PyTorch, and its files in the hub's format `vit`."""

import math
import os
import sys

import torch
from pictures import CLASSES, DEVIATION, MEAN, SIDE
from torch import nn

sys.path.append(os.path.join(os.path.dirname(__file__), ".."))
from weight_files import read_json, read_weights, write_json, write_weights  # noqa: E402

CONFIG = {
    "architectures": ["ViTForImageClassification"],
    "model_type": "vit",
    "image_size": SIDE,
    "patch_size": 4,
    "num_channels": 1,
    "hidden_size": 64,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "intermediate_size": 256,
    "hidden_act": "gelu",
    "layer_norm_eps": 1e-6,
    "qkv_bias": True,
    "id2label": {str(number): name for number, name in enumerate(CLASSES)},
    "label2id": {name: number for number, name in enumerate(CLASSES)},
}

PROCESSOR = {
    "image_processor_type": "ViTImageProcessor",
    "do_resize": True,
    "size": {"height": SIDE, "width": SIDE},
    "resample": 2,
    "do_rescale": True,
    "rescale_factor": 1 / 255,
    "do_normalize": True,
    "image_mean": [MEAN],
    "image_std": [DEVIATION],
}


class Layer(nn.Module):
    def __init__(self, config):
        super().__init__()
        width, inner = config["hidden_size"], config["intermediate_size"]
        self.heads = config["num_attention_heads"]
        self.before, self.after = (nn.LayerNorm(width, eps=config["layer_norm_eps"]) for _ in range(2))
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)

    def forward(self, x):
        count, tokens, width = x.shape
        normed = self.before(x)
        q, k, v = (
            part(normed).view(count, tokens, self.heads, -1).transpose(1, 2) for part in (self.query, self.key, self.value)
        )
        weights = (q @ k.transpose(-1, -2) / math.sqrt(width // self.heads)).softmax(-1)
        x = x + self.out((weights @ v).transpose(1, 2).reshape(count, tokens, width))
        return x + self.down(nn.functional.gelu(self.up(self.after(x)))), weights


class Encoder(nn.Module):
    """Pictures (N, 1, 28, 28), normalized, to logits (N, 10) and each layer's attention weights (N, H, 50, 50); token 0 is [CLS]."""

    def __init__(self, config):
        super().__init__()
        self.config = config
        width, patch = config["hidden_size"], config["patch_size"]
        tokens = (config["image_size"] // patch) ** 2 + 1
        self.patches = nn.Conv2d(config["num_channels"], width, patch, patch)
        self.cls = nn.Parameter(torch.randn(1, 1, width) * 0.02)
        self.positions = nn.Parameter(torch.randn(1, tokens, width) * 0.02)
        self.layers = nn.ModuleList(Layer(config) for _ in range(config["num_hidden_layers"]))
        self.norm = nn.LayerNorm(width, eps=config["layer_norm_eps"])
        self.classifier = nn.Linear(width, len(config["id2label"]))

    def forward(self, pictures):
        patches = self.patches(pictures).flatten(2).transpose(1, 2)
        x = torch.cat([self.cls.expand(len(patches), -1, -1), patches], dim=1) + self.positions
        attention = []
        for layer in self.layers:
            x, weights = layer(x)
            attention.append(weights)
        return self.classifier(self.norm(x)[:, 0]), attention


# The hub's names of a layer's parts, by the names above.
PARTS = {
    "before": "layernorm_before",
    "after": "layernorm_after",
    "query": "attention.attention.query",
    "key": "attention.attention.key",
    "value": "attention.attention.value",
    "out": "attention.output.dense",
    "up": "intermediate.dense",
    "down": "output.dense",
}


def name_on_hub(name):
    """The hub's name of a parameter."""
    first, *rest = name.split(".")
    if first == "layers":
        number, part, kind = rest
        return f"vit.encoder.layer.{number}.{PARTS[part]}.{kind}"
    if first == "classifier":
        return name
    found = {"cls": "embeddings.cls_token", "positions": "embeddings.position_embeddings", "norm": "layernorm"}
    return "vit." + ".".join([found.get(first, "embeddings.patch_embeddings.projection"), *rest])


def save(model, folder):
    """config.json, preprocessor_config.json and model.safetensors, as the hub has them."""
    os.makedirs(folder, exist_ok=True)
    write_json(folder, "config.json", {**model.config, "torch_dtype": "float16"})
    write_json(folder, "preprocessor_config.json", PROCESSOR)
    write_weights(folder, {name_on_hub(name): value.half().cpu().numpy() for name, value in model.state_dict().items()})


def load(folder):
    """The encoder of a folder; float32."""
    model, weights = Encoder(read_json(folder, "config.json")), read_weights(folder)
    model.load_state_dict({name: torch.tensor(weights[name_on_hub(name)]) for name in model.state_dict()})
    return model.eval()
