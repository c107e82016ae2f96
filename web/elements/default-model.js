/**
 * Uses the weights files of the package, beside its modules. The single file has no such files, so it trains
 * the models.
 */
import { offerDefaultModel } from "../kit/state/default-model.js";

if (globalThis.document)
  offerDefaultModel({
    "reference.safetensors": () => new URL("./reference.safetensors", import.meta.url),
    "reference-125.safetensors": () => new URL("./reference-125.safetensors", import.meta.url),
    "translation.safetensors": () => new URL("./translation.safetensors", import.meta.url),
  });
