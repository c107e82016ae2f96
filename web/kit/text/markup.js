/**
 * The words' little markup: `{term|word}`, a term being an axis or another of the glossary's, and `$name`.
 *
 * @param {string} sentence
 * @param {Readonly<Record<string, string | number>>} values
 * @returns {{ text: string, term: string | null }[]}
 */
export function parse(sentence, values) {
  const filled = sentence.replace(/\$(\w+)/g, (all, name) => String(values[name] ?? all));
  return filled.split(/(\{[^}]*\})/).flatMap((text) => {
    const marked = /^\{([^|]*)\|([^}]*)\}$/.exec(text);
    return text ? [marked ? { text: marked[2], term: marked[1] } : { text, term: null }] : [];
  });
}
