/** Sizes of well-known models. @type {readonly { name: string, dModel: number, heads: number }[]} */
export const KNOWN_SIZES = [
  { name: "Transformer, base: 512 / 8", dModel: 512, heads: 8 },
  { name: "BERT, base: 768 / 12", dModel: 768, heads: 12 },
  { name: "BERT, large: 1024 / 16", dModel: 1024, heads: 16 },
  { name: "Llama 2, 7B: 4096 / 32", dModel: 4096, heads: 32 },
  { name: "GPT-3: 12288 / 96", dModel: 12288, heads: 96 },
];
