/**
 * The words' little markup: `{axis|word}` and `$name`.
 *
 * @param {string} sentence
 * @param {Readonly<Record<string, string | number>>} values
 * @returns {{ text: string, axis: string | null }[]}
 */
export function parse(sentence, values) {
  const filled = sentence.replace(/\$(\w+)/g, (all, name) => String(values[name] ?? all));
  return filled.split(/(\{[^}]*\})/).flatMap((text) => {
    const marked = /^\{([^|]*)\|([^}]*)\}$/.exec(text);
    return text ? [marked ? { text: marked[2], axis: marked[1] } : { text, axis: null }] : [];
  });
}
