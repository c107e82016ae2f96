/**
 * Copies text. Where the Clipboard API is unavailable, uses execCommand from a hidden field.
 * @param {string} text
 * @param {ShadowRoot} root  temporary parent of the field; has a class `unseen`
 * @returns {Promise<boolean>} whether the text was copied
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
