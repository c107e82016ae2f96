"""Trains the encoder of patches: python3 tools/vision-model/train.py MODEL [--pictures FOLDER] [--passes N]

Writes MODEL/config.json, MODEL/preprocessor_config.json, MODEL/model.safetensors and MODEL/curve.jsonl. The rate rises over 500 steps and falls to
zero as a cosine. Runs on the GPU, if there is one.
"""

import argparse
import json
import math
import os
import time

import torch
from model import CONFIG, Encoder, save
from pictures import FOLDER, changed, load_part, normalized

RATE = 2e-3
RISE = 500  # steps
BATCH = 256
PASSES = 70
SEED = 5


def rate_at(step, steps):
    return RATE * min(1, (step + 1) / RISE) * 0.5 * (1 + math.cos(math.pi * step / steps))


def optimizer_of(model):
    """Matrices decay; gains, biases and positions do not."""
    matrices = [p for p in model.parameters() if p.dim() in (2, 4)]
    others = [p for p in model.parameters() if p.dim() not in (2, 4)]
    groups = [{"params": matrices, "weight_decay": 0.1}, {"params": others, "weight_decay": 0}]
    return torch.optim.AdamW(groups, lr=RATE, betas=(0.9, 0.98))


@torch.no_grad()
def accuracy(model, pictures, classes):
    batches = zip(normalized(pictures).split(1000), classes.split(1000))
    return sum((model(batch)[0].argmax(-1) == truth).sum().item() for batch, truth in batches) / len(classes)


def main(folder, pictures, passes):
    torch.manual_seed(SEED)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    shown, classes = (part.to(device) for part in load_part(pictures, "train"))
    held_out = [part.to(device) for part in load_part(pictures, "t10k")]
    generator = torch.Generator(device).manual_seed(SEED)
    model = Encoder(CONFIG).to(device)
    print(sum(p.numel() for p in model.parameters()), "parameters", flush=True)
    optimizer, began = optimizer_of(model), time.time()
    each = len(shown) // BATCH
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "curve.jsonl"), "w") as curve:
        for number in range(passes):
            order = torch.randperm(len(shown), generator=generator, device=device)
            for step in range(each):
                chosen = order[step * BATCH : (step + 1) * BATCH]
                for group in optimizer.param_groups:
                    group["lr"] = rate_at(number * each + step, passes * each)
                optimizer.zero_grad(set_to_none=True)
                logits, _ = model(normalized(changed(shown[chosen], generator, CONFIG["patch_size"])))
                loss = torch.nn.functional.cross_entropy(logits, classes[chosen], label_smoothing=0.05)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1)
                optimizer.step()
            right = accuracy(model, *held_out)
            point = {"pass": number + 1, "loss": round(loss.item(), 4), "right": right, "seconds": round(time.time() - began)}
            curve.write(json.dumps(point) + "\n")
            print(point, flush=True)
    save(model, folder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--pictures", default=FOLDER)
    parser.add_argument("--passes", type=int, default=PASSES)
    given = parser.parse_args()
    main(given.model, given.pictures, given.passes)
