/** Offers the weights that come with the package, beside its modules. The single file has none, and trains. */
import { offerDefaultModel } from "../kit/state/default-model.js";

if (globalThis.document) offerDefaultModel(() => new URL("./reference.safetensors", import.meta.url));
