import { show } from "../../core/check.js";
import { HeadscopeError } from "../../core/errors.js";
import { modelMessage, modelRefusal } from "../words-refusals.js";
import { TEXT_FAMILIES } from "./families.js";
import { modelIn, notKnown } from "./model.js";

/** @import { ModelRefusal } from "../words-refusals.js" */
/** @import { Stored } from "./weights.js" */

/** What the core lacks for families that are known, and refused. @type {Readonly<Partial<Record<ModelRefusal, readonly string[]>>>} */
const LACKING = {
  has_state_space: ["mamba", "mamba2", "falcon_mamba"],
  has_recurrence: ["rwkv", "xlstm"],
  has_other_mixers: [
    ...["jamba", "bamba", "zamba", "zamba2", "recurrent_gemma", "falcon_h1", "nemotron_h"],
    ...["granitemoehybrid", "qwen3_next", "lfm2", "minimax"],
  ],
  has_sparse_attention: ["longformer", "led", "big_bird", "bigbird_pegasus"],
  has_relative_attention: ["xlnet", "transfo-xl"],
  has_disentangled_attention: ["deberta", "deberta-v2"],
  has_hashed_attention: ["reformer"],
  has_approximate_attention: ["nystromformer", "yoso", "mra"],
  has_no_attention: ["fnet", "resnet", "convnext", "convnextv2"],
  has_convolutions: ["convbert", "squeezebert"],
  has_pooling: ["funnel", "canine"],
  has_bottlenecks: ["mobilebert"],
  has_boxes: ["layoutlm", "layoutlmv2", "layoutlmv3"],
  has_entities: ["luke"],
  has_chunks: ["llama4", "llama4_text"],
  has_corrected_router: ["deepseek_v3"],
  has_squared_relu: ["nemotron"],
  has_merged_patches: ["swin", "swinv2"],
  has_sound: ["whisper", "wav2vec2", "wav2vec2-bert", "hubert", "wavlm", "speech_to_text"],
  has_pictures_in_text: [
    ...["llava", "llava_next", "qwen2_vl", "qwen2_5_vl", "qwen3_vl", "mllama", "gemma3", "paligemma"],
    ...["idefics", "idefics2", "idefics3", "smolvlm", "blip", "blip-2"],
  ],
};

/**
 * The config of a checkpoint as that of another family.
 * @param {Readonly<Record<string, unknown>>} config content of config.json @param {string | undefined} as  a family; the config's own if left out
 * @returns {{ config: Readonly<Record<string, unknown>>, tried?: string }} tried: the model_type of the config, if it is another
 */
export function configAs(config, as) {
  if (as === undefined || as === config.model_type) return { config };
  if (!TEXT_FAMILIES.includes(as))
    throw modelRefusal("config", "as_unknown", { as: show(as), known: TEXT_FAMILIES.join(", ") });
  return { config: { ...config, model_type: as }, tried: String(config.model_type ?? "?") };
}

/**
 * Refuses a model_type that is no family. The message names what the core lacks for it, or else the families that its tensors fit.
 * @param {Readonly<Record<string, unknown>>} config content of config.json
 * @param {() => Promise<ReadonlyMap<string, Stored>>} read the headers of the weights @returns {Promise<never>}
 */
export async function refuseUnknown(config, read) {
  const { model_type: type } = config;
  if (typeof type !== "string") throw notKnown(config);
  const name = show(type);
  const lacking = Object.entries(LACKING).find(([, types]) => types.includes(type));
  if (lacking) {
    const what = modelMessage(/** @type {ModelRefusal} */ (lacking[0]));
    throw modelRefusal("config", "family_refused", { name, what });
  }
  const stored = await read().catch((/** @type {unknown} */ error) => {
    if (error instanceof HeadscopeError) return new Map(); // a file that cannot be read is reported after the family is known
    throw error;
  });
  const [family, ...others] = familiesThatFit(config, stored);
  if (family === undefined) throw notKnown(config);
  throw others.length
    ? modelRefusal("config", "fits_families", { name, family, others: others.join(", ") })
    : modelRefusal("config", "fits_family", { name, family });
}

/** Tensors of a task's head, which computes with the output of the last layer. */
const HEAD =
  /(^|\.)(pooler|classifier|score|qa_outputs|seq_relationship|cls|lm_head|predictions|discriminator_predictions)\./;

/**
 * Families that have a place for each tensor of the layers and of the embeddings. Those that use most tensors, and then those that read most
 * fields of the config, are first.
 * @param {Readonly<Record<string, unknown>>} config @param {ReadonlyMap<string, Stored>} stored @returns {string[]}
 */
function familiesThatFit(config, stored) {
  const fits = TEXT_FAMILIES.flatMap((family) => {
    const read = new Set();
    const watched = new Proxy(
      { ...config, model_type: family },
      {
        get(fields, name) {
          if (Object.hasOwn(fields, name)) read.add(name);
          return Reflect.get(fields, name);
        },
      },
    );
    try {
      const { unused } = modelIn(watched, stored, { isTried: true });
      return unused.every((name) => HEAD.test(name))
        ? [{ family, unused: unused.length, fields: read.size }]
        : [];
    } catch (error) {
      if (error instanceof HeadscopeError) return [];
      throw error;
    }
  });
  return fits.sort((a, b) => a.unused - b.unused || b.fields - a.fields).map(({ family }) => family);
}
