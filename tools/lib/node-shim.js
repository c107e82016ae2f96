// Lit's browser build names these two as it loads. Node has neither, and importing the package there has to be
// harmless: esbuild puts these in their place, which in a browser are the real ones.
export const HTMLElement = globalThis.HTMLElement ?? class {};
export const document = globalThis.document ?? { createTreeWalker() {} };
