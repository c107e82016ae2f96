/**
 * Markup in words: `{term|word}` with an axis or another glossary term, and `$name`.
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
