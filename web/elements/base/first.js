/** Whether no other copy of Headscope is on the page; found out before the first element is defined. */
export const isFirst = Boolean(globalThis.document) && !customElements.get("mha-explainer");
