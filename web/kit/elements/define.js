let warned = false;

/**
 * Defines an element once. Does nothing outside a browser, as in server-side rendering.
 * @param {string} name
 * @param {CustomElementConstructor} element
 */
export function define(name, element) {
  if (!globalThis.customElements) return;
  const known = customElements.get(name);
  if (!known) customElements.define(name, element);
  else if (known !== element && !warned) {
    console.warn(`Headscope is on this page twice; the first <${name}> stays, and so do all its elements.`);
    warned = true;
  }
}
