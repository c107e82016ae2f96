/**
 * Whether a key belongs to an input method that composes a word: Enter then takes a candidate, and Escape drops it. Safari ends the
 * composition before it sends the key; such a key has the code 229.
 * @param {KeyboardEvent} event
 */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;
