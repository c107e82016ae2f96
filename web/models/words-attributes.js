/** Descriptions of the attributes of mha-models, for the reference. */
export const MODELS_SAYS = {
  src: "Address of the model’s folder on your host, with `config.json`, `model.safetensors` (or its parts and their index) and `tokenizer.json`. Without it, readers open a model from their disk.",
  hub: "Address of the hub that readers may open models from by name, such as `https://huggingface.co`. The element asks it only after the reader presses a button. Without it, the element asks no other host.",
  offers:
    "Addresses of more folders on your host, apart by spaces: the list of models offers them and that of src, and opens one when the reader chooses it.",
  text: "The sentence that opens; the ids of pieces for a folder without a tokenizer.",
  second: "A second sentence, which differs in a word: its maps are compared with those of the first.",
  view: "The part on show. Defaults to all parts, with a bar to open other models.",
};
