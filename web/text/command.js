/** Of pictures without a browser, and of the package's command. */
export const RENDER = {
  /** @param {unknown} width */
  width: (width) => `width ${String(width)} is not a number of px above 0`,
  /** @param {string} what @param {unknown} given @param {readonly string[]} there */
  noneOf: (what, given, there) => `${what} ${JSON.stringify(given)} is none of ${there.join(", ")}`,
  noTokens: "there are no tokens: give a sentence, or its tokens as an array",
};

/** Options of `headscope render` that no table of settings has. */
export const OPTIONS = {
  view: "What is shown: the walk's current step, all heads, one head, or the memory behind the step.",
  width: "How wide the picture is; its height follows.",
  theme: "The colours.",
  alt: "The picture's title, in place of what it shows.",
  out: "Where it goes: a name that ends in .svg, .csv or .json says what it is; - is the standard output.",
  json: "The numbers as JSON: all settings, and the step's tensor in logical order.",
};

export const COMMAND = {
  render: "A picture of multi-head attention as SVG, or its numbers as CSV or JSON.",
  usage: "Usage: headscope <command> [options]",
  more: "headscope <command> --help says what it takes; headscope --version which version this is.",
  renderUsage: 'Usage: headscope render --tokens "The cat sat" --step weights --out fig.svg',
  settings: "What is shown, as the elements' attributes say it:",
  renderMore:
    "A flag is on where it stands alone, and off as --flag=false. Tokens of your own are a JSON array. A wrong path is shown by --wrong.",
  png: "PNG takes a browser: an element's toBlob() makes one there. Write an .svg, and turn it into a PNG with what you have for that",
  noTokens: 'there are no tokens: give a sentence as --tokens "The cat sat"',
  /** @param {string} name @param {string} nearest */
  unknownCommand: (name, nearest) =>
    `there is no command ${JSON.stringify(name)}; did you mean ${nearest}? headscope --help names them`,
  /** @param {string} name @param {string} nearest */
  unknownOption: (name, nearest) =>
    `there is no option --${name}; did you mean --${nearest}? headscope render --help names them`,
  /** @param {string} given */
  unexpected: (given) =>
    `${JSON.stringify(given)} belongs to no option; a sentence stands in quotes: --tokens "The cat sat"`,
  /** @param {string} name @param {string} takes */
  needsValue: (name, takes) => `--${name} takes ${takes}, and nothing stands after it`,
  /** @param {string} out @param {readonly string[]} kinds */
  ending: (out, kinds) =>
    `--out ${JSON.stringify(out)} does not say what it is: end it in ${kinds.map((kind) => `.${kind}`).join(", ")}`,
  /** @param {string} file @param {string} why */
  unwritable: (file, why) => `${JSON.stringify(file)} could not be written: ${why}`,
};
