/**
 * Copies text, also where the page may not use the clipboard's API: by the old command, from a field that nobody sees.
 * @param {string} text
 * @param {ShadowRoot} root  where the field stands for a moment; has a class `unseen`
 * @returns {Promise<boolean>} whether it could
 */
export async function copyText(text, root) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text, root);
  }
}

/** @param {string} text @param {ShadowRoot} root */
function copyByCommand(text, root) {
  const before = /** @type {HTMLElement | null} */ (root.activeElement);
  const field = document.createElement("textarea");
  field.className = "unseen";
  field.value = text;
  root.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  before?.focus();
  return copied;
}
