/**
 * Uses the weights file of the package, beside its modules. The single file has no such file, so it trains
 * the model.
 */
import { offerDefaultModel } from "../kit/state/default-model.js";

if (globalThis.document) offerDefaultModel(() => new URL("./reference.safetensors", import.meta.url));
