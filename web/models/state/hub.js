/** Names of models on the Hugging Face hub, and good first ones. */

/** The hub that is asked, unless another one is given. */
export const HUB = "https://huggingface.co";

/** Prefix that marks a model's name on the hub. */
export const SCHEME = "hf:";

/** A name on the hub: "gpt2", or "owner/name". */
const NAME = /^\w[\w.-]*(\/\w[\w.-]*)?$/;

/** @param {string} name */
export const isHubName = (name) => NAME.test(name);

/** What follows the name in the addresses of a model's pages and files. */
const PAGES = ["tree", "blob", "resolve", "raw", "commits", "discussions"];

/** The name in what a reader types or pastes, such as the address of the model's page. @param {string} text */
export function nameIn(text) {
  const given = text.trim();
  const isAddress = /^https?:/.test(given) && URL.canParse(given);
  const path = isAddress ? new URL(given).pathname : given.replace(/^hf:|[?#].*$/g, "");
  const parts = path.split("/").filter(Boolean);
  const end = parts.findIndex((part, i) => i > 0 && PAGES.includes(part));
  const name = end < 0 ? parts : parts.slice(0, end);
  return (isAddress ? name.slice(0, 2) : name).join("/");
}

/**
 * @typedef {object} HubModel  a good first model. Sizes in MB are computed from its config: see tests/page/models-hub.test.js
 * @property {string} name
 * @property {number} parameters
 * @property {number} first  MB until the first picture: the tokenizer and the first block
 * @property {number} all  MB of all parts that are read: the tokenizer and all weights
 * @property {"llama" | "gpt2" | "neox" | "bert" | "qwen2"} kind  a key of the words about it
 */

/** @type {readonly HubModel[]} */
export const GOOD_MODELS = [
  { name: "HuggingFaceTB/SmolLM2-135M", parameters: 134_515_008, first: 9, all: 271, kind: "llama" },
  { name: "EleutherAI/pythia-70m", parameters: 70_426_624, first: 8, all: 143, kind: "neox" },
  { name: "openai-community/gpt2", parameters: 124_439_808, first: 30, all: 499, kind: "gpt2" },
  { name: "google-bert/bert-base-uncased", parameters: 109_514_298, first: 29, all: 439, kind: "bert" },
  { name: "Qwen/Qwen2.5-0.5B", parameters: 494_032_768, first: 37, all: 995, kind: "qwen2" },
];
