"""The decoder, as the hub's gpt_neox computes it: rotary halves, LayerNorm first, attention and then the feed-forward network, tied embeddings."""

import math
import os
import sys

import torch
import torch.nn.functional as F
from torch import nn

sys.path.append(os.path.join(os.path.dirname(__file__), ".."))
from weight_files import read_json, read_weights, write_json, write_weights  # noqa: E402

PREFIX = "gpt_neox."  # of names on the hub

CONFIG = {
    "architectures": ["GPTNeoXForCausalLM"],
    "model_type": "gpt_neox",
    "vocab_size": 4096,
    "hidden_size": 128,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "intermediate_size": 512,
    "hidden_act": "gelu",
    "layer_norm_eps": 1e-5,
    "max_position_embeddings": 128,
    "rotary_pct": 1.0,
    "rotary_emb_base": 1000,
    "use_parallel_residual": False,
    "tie_word_embeddings": True,
    "bos_token_id": 1,
    "eos_token_id": 1,
}


def turns(config, length, device):
    """Cosines and sines of the rotary positions, (T, d_head / 2) each."""
    half = config["hidden_size"] // config["num_attention_heads"] // 2
    speeds = config["rotary_emb_base"] ** (-torch.arange(half, dtype=torch.float64, device=device) / half)
    angles = torch.arange(length, dtype=torch.float64, device=device)[:, None] * speeds
    return angles.cos().float(), angles.sin().float()


def turn(x, cos, sin):
    """Rotates feature i of x (..., T, d_head) with feature i + d_head / 2."""
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)


class Attention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.heads, width = config["num_attention_heads"], config["hidden_size"]
        self.query_key_value = nn.Linear(width, 3 * width)
        self.dense = nn.Linear(width, width)

    def forward(self, x, cos, sin, hidden):
        """Output (N, T, d_model) and weights (N, H, T, T); hidden (T, T) is -inf where a key is later."""
        n, t, width = x.shape
        qkv = self.query_key_value(x).view(n, t, self.heads, -1).transpose(1, 2)
        q, k, v = qkv.chunk(3, dim=-1)
        q, k = turn(q, cos, sin), turn(k, cos, sin)
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1]) + hidden
        weights = scores.softmax(dim=-1)
        return self.dense((weights @ v).transpose(1, 2).reshape(n, t, width)), weights


class MLP(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense_h_to_4h = nn.Linear(config["hidden_size"], config["intermediate_size"])
        self.dense_4h_to_h = nn.Linear(config["intermediate_size"], config["hidden_size"])

    def forward(self, x):
        return self.dense_4h_to_h(F.gelu(self.dense_h_to_4h(x)))


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.input_layernorm = nn.LayerNorm(config["hidden_size"], eps=config["layer_norm_eps"])
        self.post_attention_layernorm = nn.LayerNorm(config["hidden_size"], eps=config["layer_norm_eps"])
        self.attention = Attention(config)
        self.mlp = MLP(config)

    def forward(self, x, *place):
        attended, weights = self.attention(self.input_layernorm(x), *place)
        x = x + attended
        return x + self.mlp(self.post_attention_layernorm(x)), weights


class Decoder(nn.Module):
    def __init__(self, config=CONFIG):
        super().__init__()
        self.config = config
        self.embed_in = nn.Embedding(config["vocab_size"], config["hidden_size"])
        self.layers = nn.ModuleList(Block(config) for _ in range(config["num_hidden_layers"]))
        self.final_layer_norm = nn.LayerNorm(config["hidden_size"], eps=config["layer_norm_eps"])
        for name, value in self.named_parameters():
            if value.dim() > 1:
                deep = name.endswith(("dense.weight", "4h_to_h.weight"))
                nn.init.normal_(value, std=0.02 / math.sqrt(2 * len(self.layers)) if deep else 0.02)
            elif name.endswith(".bias"):
                nn.init.zeros_(value)

    def forward(self, ids):
        """Vectors after the last norm (N, T, d_model), and each layer's attention weights (N, H, T, T)."""
        t = ids.shape[1]
        hidden = torch.full((t, t), -math.inf, device=ids.device).triu(1)
        place = (*turns(self.config, t, ids.device), hidden)
        x, attention = self.embed_in(ids), []
        for layer in self.layers:
            x, weights = layer(x, *place)
            attention.append(weights)
        return self.final_layer_norm(x), attention

    def losses(self, ids):
        """Surprise in nats at each piece but the first, (N, T - 1)."""
        x, _ = self(ids[:, :-1])
        logits = x @ self.embed_in.weight.T
        return F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten(), reduction="none").view(len(ids), -1)


def save(model, folder):
    """config.json and model.safetensors, as the hub has them."""
    os.makedirs(folder, exist_ok=True)
    write_json(folder, "config.json", {**model.config, "torch_dtype": "float16"})
    write_weights(folder, {PREFIX + name: value.half().cpu().numpy() for name, value in model.state_dict().items()})


def load(folder):
    """The decoder that a folder holds, its numbers in float32."""
    model = Decoder(read_json(folder, "config.json"))
    model.load_state_dict({name[len(PREFIX) :]: torch.tensor(value) for name, value in read_weights(folder).items()})
    return model.eval()
