"""Trains the decoder: python3 tools/language-model/train.py TEXTS MODEL [--steps N] [--resume]

Reads TEXTS/train.txt, TEXTS/held-out.txt and MODEL/tokenizer.json; writes MODEL/config.json, MODEL/model.safetensors, MODEL/curve.jsonl and, to go
on from, TEXTS/state.pt. Earlier weights are kept in TEXTS/steps/N. The rate rises over 200 steps, stays, and falls to zero over the last two fifths.
Runs on the GPU, if there is one.
"""

import argparse
import ctypes
import json
import os
import time

import torch
from batches import Batches, Text, documents
from model import CONFIG, Decoder, save
from pieces import read
from watch import Watch

RATE = 3e-3
RISE = 200
FALL = 0.4  # share of the steps
STEPS = 20000
SEED = 42
EVERY = 250  # steps between two points of the curve


def keep_memory():
    """Has glibc keep memory that is freed: taking it from the system anew for each array makes a step a third longer."""
    mmap_max, trim_threshold = -4, -1  # M_MMAP_MAX and M_TRIM_THRESHOLD of malloc.h
    libc = ctypes.CDLL(None)
    libc.mallopt(mmap_max, 0)
    libc.mallopt(trim_threshold, 2**31 - 1)


def rate_at(step, steps):
    return RATE * min(1, (step + 1) / RISE, (steps - step) / (FALL * steps))


def optimizer_of(model):
    """Matrices decay; gains, shifts and biases do not."""
    matrices = [p for p in model.parameters() if p.dim() > 1]
    others = [p for p in model.parameters() if p.dim() == 1]
    groups = [{"params": matrices, "weight_decay": 0.1}, {"params": others, "weight_decay": 0}]
    return torch.optim.AdamW(groups, lr=RATE, betas=(0.9, 0.95))


def learn(model, optimizer, ids, rate):
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.zero_grad(set_to_none=True)
    loss = model.losses(ids).mean()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1)
    optimizer.step()
    return loss.item()


def note(folder, point):
    """Adds a point to the curve; the first begins it anew."""
    with open(os.path.join(folder, "curve.jsonl"), "w" if point["step"] == EVERY else "a") as file:
        file.write(json.dumps(point) + "\n")
    print(json.dumps(point), flush=True)


def main(texts, folder, steps, seed, resume):
    keep_memory()
    torch.manual_seed(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    cutter = read(folder)
    text = Text(documents(texts, "train.txt", cutter), cutter.pieces)
    held_out = Text(documents(texts, "held-out.txt", cutter), cutter.pieces)
    print(len(text.pieces), "pieces of text,", len(held_out.pieces), "held out", flush=True)
    vocabulary = len(cutter.pieces)
    batches, watch = Batches(text, vocabulary, seed), Watch(held_out, vocabulary, device)
    model = Decoder({**CONFIG, "vocab_size": vocabulary}).to(device)
    optimizer = optimizer_of(model)
    state, first = os.path.join(texts, "state.pt"), 0
    if resume:
        kept = torch.load(state, map_location=device)
        model.load_state_dict(kept["model"])
        optimizer.load_state_dict(kept["optimizer"])
        first = kept["step"]
    began, lost = time.time(), []
    for step in range(first, steps):
        lost.append(learn(model, optimizer, batches[step].to(device), rate_at(step, steps)))
        done = step + 1
        if done % EVERY == 0 or done == steps:
            seconds = (time.time() - began) / (done - first)
            note(folder, {"step": done, "training": sum(lost) / len(lost), **watch(model), "seconds": round(seconds, 3)})
            lost = []
            torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": done}, state)
            save(model, folder)
            save(model, os.path.join(texts, "steps", str(done)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("texts")
    parser.add_argument("model")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--resume", action="store_true")
    given = parser.parse_args()
    main(given.texts, given.model, given.steps, given.seed, given.resume)
