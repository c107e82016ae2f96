/** Words of pictures without a browser, and of the package's command. */
export const RENDER = {
  /** @param {unknown} width */
  width: (width) => `width ${String(width)} is not a number of px above 0`,
  /** @param {string} what @param {unknown} given @param {readonly string[]} there */
  noneOf: (what, given, there) => `${what} ${JSON.stringify(given)} is none of ${there.join(", ")}`,
  /** @param {unknown} given */
  look: (given) =>
    `look is ${JSON.stringify(given)}; expected colours and fonts by their names, as { accent: "#a03000" }`,
  /** @param {string} given @param {readonly string[]} scales */
  heat: (given, scales) =>
    `heat ${JSON.stringify(given)} is no colours, as #a03000 or #ffffff,#a03000, and none of ${scales.join(", ")}`,
  /** @param {string} name @param {string} given */
  keyword: (name, given) =>
    `${name} ${JSON.stringify(given)} names no font, but a keyword: give families, as Georgia, serif`,
  noTokens: "there are no tokens: give a sentence, or its tokens as an array",
  noWalk:
    'an animation shows the walk through a layer: give the view "walk", without a wrong path and with more than attention',
};

/** Options of `headscope render` that are in no table of settings. */
export const OPTIONS = {
  view: "What is shown: the walk's current step, all heads, one head, or the memory behind the step.",
  width: "How wide the picture is; its height follows.",
  theme: "The colours.",
  look: "Colours and fonts of your own, by the names of --mha-* with commas between: accent=#a03000,ink=#22313f,font=Georgia, serif.",
  attention: "A model whose kind of attention is drawn. Other options take precedence.",
  alt: "The picture's title, in place of what it shows.",
  out: "Where it goes: a name that ends in .svg, .csv or .json says what it is; - is the standard output.",
  animate:
    "The walk from the step to the last one, as an animation of at most 2 MB: a name that ends in .gif or .webm. Needs ffmpeg.",
  json: "The numbers as JSON: all settings, and the step's tensor in logical order.",
};

export const COMMAND = {
  render: "A picture of multi-head attention as SVG, or its numbers as CSV or JSON.",
  check: "Your own code beside the core: at which step its arrays part, and by which wrong path.",
  model: "A model from the hub: what is in its folder, and the attention of every head.",
  usage: "Usage: headscope <command> [options]",
  more: "headscope <command> --help says what it takes; headscope --version which version this is.",
  renderUsage: 'Usage: headscope render --tokens "The cat sat" --step weights --out fig.svg',
  settings: "What is shown, as the elements' attributes say it:",
  renderMore:
    "A flag is on where it stands alone, and off as --flag=false. Tokens of your own are a JSON array. A wrong path is shown by --wrong.",
  png: "PNG takes a browser: an element's toBlob() makes one there. Write an .svg, and turn it into a PNG with what you have for that",
  /** @param {string} file @param {readonly string[]} kinds */
  animateEnding: (file, kinds) =>
    `--animate ${JSON.stringify(file)} is no animation: end it in ${kinds.map((kind) => `.${kind}`).join(" or ")}`,
  /** @param {number} megabytes @param {number | string} [width] that is given */
  animateTooLarge: (megabytes, width) =>
    `the animation has ${megabytes} MB at ${width === undefined ? "the smallest width" : `--width ${width}`}, and posts take at most 2 MB: ${width === undefined ? "give fewer tokens or heads, or a later --step" : "leave out --width, or give a smaller one"}`,
  animateAlone: "--animate writes its own file: leave out --out and --json",
  /** @param {string} out */
  animateOut: (out) => `--out ${JSON.stringify(out)} is an animation: write --animate ${JSON.stringify(out)}`,
  noFfmpeg:
    "an animation needs ffmpeg on the PATH, and there is none: install it (apt install ffmpeg, brew install ffmpeg), or save a GIF in the menu ⋯ of a walk in a browser",
  /** @param {string} said */
  ffmpegFailed: (said) =>
    `ffmpeg could not write the animation; it needs librsvg, and libvpx for .webm. It says: ${said}`,
  noTokens: 'there are no tokens: give a sentence as --tokens "The cat sat"',
  /** @param {string} name @param {string} nearest */
  unknownCommand: (name, nearest) =>
    `there is no command ${JSON.stringify(name)}; did you mean ${nearest}? headscope --help names them`,
  /** @param {string} name @param {string} nearest @param {string} command */
  unknownOption: (name, nearest, command) =>
    `there is no option --${name}; did you mean --${nearest}? headscope ${command} --help names them`,
  /** @param {string} given */
  unexpected: (given) =>
    `${JSON.stringify(given)} belongs to no option; a sentence stands in quotes: --tokens "The cat sat"`,
  /** @param {string} flag @param {string} value */
  flagTakes: (flag, value) => `${flag} is a flag: write ${flag}=${value}`,
  /** @param {string} name @param {string} takes */
  needsValue: (name, takes) => `--${name} takes ${takes}, and nothing stands after it`,
  /** @param {string} given */
  look: (given) =>
    `--look ${JSON.stringify(given)} begins with no name; expected some of accent, ink, paper, font and the others, as --look "accent=#a03000,ink=#22313f"`,
  /** @param {string} out @param {readonly string[]} kinds */
  ending: (out, kinds) =>
    `--out ${JSON.stringify(out)} does not say what it is: end it in ${kinds.map((kind) => `.${kind}`).join(", ")}`,
  checkUsage: `Usage: headscope check my.npz

What your multi-head attention was given and what it made, as NumPy saves it:

  np.savez("my.npz", num_heads=8, x=x, wQ=wQ, wK=wK, wV=wV, wO=wO, bQ=bQ, bK=bK, bV=bV, bO=bO,
           q=q, k=k, v=v, scores=scores, attention=attention, output=output)

x is (B, T, d_model) or (T, d_model); weights are as in q = x @ wQ, or nn.Linear's (out, in). Leave out what
your code does not have. context is read too, and so are options: causal, key_padding_mask (true is padding),
attn_mask, rope, window, scale, softcap, alibi, sinks, qk_norm, past_key and past_value, key and value.
A test of a kernel has only q, k, v and output. docs/guide/checking.md lists all.`,
  checkMore: "It ends with 0 where all agree, with 1 where they part, with 2 for what cannot be read.",
  checkJSON: "What was found as JSON.",
  modelUsage: `Usage: headscope model ./gpt2 --info
       headscope model ./gpt2 --text "The cat sat" --layer 5 --head 4 --out map.svg
       headscope model ./gpt2 --text "The cat sat" --out attention.npz
       headscope model openai-community/gpt2 --text "The cat sat"
       headscope model ./opus-mt --text "The cat sat" --target "Le chat" --kind cross --layer 3 --out map.svg
       headscope model ./gpt2 --study texts.jsonl --column text --out study.npz --workers 4`,
  modelInfo: "What the model is: family, sizes, attention, weights, tokenizer.",
  modelText: "What the model reads. In a masked model's text, [MASK] or <mask> stands for a piece.",
  modelIds: "The ids of the pieces, in place of a text: 464,3290.",
  modelTarget:
    "What the decoder reads, of a model with an encoder and a decoder; ids with --ids, the start among them. If left out, the model writes the target.",
  modelLayer: "A layer, counted from 0.",
  modelHead: "A head of the layer, counted from 0.",
  modelKind:
    "The attention of a model with an encoder and a decoder: encoder, decoder, or cross, from the target to the source.",
  modelTop: "How many predictions are shown.",
  modelOut:
    "A picture of the layer's heads, or of one head, as .svg; the pieces and all attention weights (layers, heads, T, T) as .npz, of a model with an encoder and a decoder of each kind; the same as --json as .json.",
  modelJSON: "The folder, or the run, as JSON.",
  modelAs:
    "The family that config.json is read as, such as llama, in place of a model_type that is not known.",
  modelRevision: "A branch, tag or commit of a model on the hub.",
  modelOffline: "Asks no host: a model's name must be in the local cache of the hub's tools.",
  /** @param {string} host @param {string} name */
  asks: (host, name) =>
    `headscope: ${name} is no folder here, and not in the local cache: it comes from ${host}. Your text stays here.\n`,
  /** @param {string} address */
  addressOffline: (address) =>
    `${address} is on a host, and --offline asks none: leave out --offline, or give a folder`,
  /** @param {string} revision */
  noRevision: (revision) =>
    `--revision ${JSON.stringify(revision)} is no branch, tag or commit, such as main, v1.0 or refs/pr/1`,
  /** @param {string} name @param {string} folder */
  notCached: (name, folder) =>
    `${name} is not in the local cache (${folder}): leave out --offline, or download it with hf download ${name}`,
  modelMore:
    "A model is a folder as the hub has it (config.json, model.safetensors or its shards with their index, tokenizer.json), or a name on the hub.\nA name is looked up in the local cache of the hub's tools (HF_HOME, HF_HUB_CACHE); otherwise its parts are fetched when they are needed.\nIt ends with 0 if the model can be read, with 2 if not: the message says why, and what would work.",
  /** @param {string} name @param {string} value */
  noCount: (name, value) => `--${name} ${JSON.stringify(value)} is no whole number from 0 on`,
  /** @param {string} option @param {string} family */
  noEncoder: (option, family) =>
    `--${option} is for models with an encoder and a decoder, such as t5, bart and marian, and ${family} has one stack: leave it out`,
  /** @param {string} value @param {readonly string[]} kinds */
  noKind: (value, kinds) => `--kind ${JSON.stringify(value)} is none of ${kinds.join(", ")}`,
  /** @param {string} kind @param {number} layer @param {number} last */
  noLayerOf: (kind, layer, last) => `--layer ${layer} is not there: --kind ${kind} has layers 0 to ${last}`,
  /** @param {string} name @param {string} value */
  noIds: (name, value) => `--${name} ${JSON.stringify(value)} is no list of ids, as 464,3290`,
  modelStudy:
    "A text whose sentences the heads are measured on: .txt, or .csv, .tsv or .jsonl. --out names a .npz, whose arrays NumPy reads. A study that was killed goes on with the same command.",
  modelColumn: "The column of the text in .csv, or the field in .jsonl. If left out: the first.",
  modelLines: "Each line is one sentence; otherwise lines are cut at the ends of sentences.",
  modelLosses:
    "Also how far the loss rises without each head (lossWithout): a run more for each head and sentence, so for GPT-2 small about 140 times as long.",
  modelWorkers:
    "With --study, processes that measure at the same time, each with the weights in its memory (1 if left out). With --text or --ids, threads that share the run, each with a part of the weights (if left out, one less than the machine has, 4 at most, and 1 for less than 32 MB).",
  modelShard: "A part of the sentences: 3/16 is the third of 16. headscope study joins the parts.",
  /** @param {string} file */
  noStudyText: (file) =>
    `--study ${JSON.stringify(file)} is no file on this disk; expected one such as texts.txt, texts.csv or texts.jsonl`,
  /** @param {string} out */
  studyOut: (out) =>
    `a study is written to a .npz, and --out is ${JSON.stringify(out)}: take a name such as study.npz`,
  /** @param {string} value */
  noWorkers: (value) => `--workers ${JSON.stringify(value)} is no whole number from 1 to 9999`,
  /** @param {string} value */
  noShard: (value) =>
    `--shard ${JSON.stringify(value)} is no part; expected one such as 3/16, from 1/16 to 16/16`,
  /** @param {string} file */
  partOfAnother: (file) =>
    `${file} holds a part of another study (another model, text, cut, shard, number of workers, or with or without --losses): delete it, or take another --out`,
  /** @param {string} file @param {string} commit of the file @param {string} now */
  partOfCommit: (file, commit, now) =>
    `${file} holds a part of a study of the commit ${commit}, and this model is of the commit ${now}: add --revision ${commit} to go on, or delete the file`,
  /** @param {string} file @param {string} commit of the file @param {string} now */
  partOfFolder: (file, commit, now) =>
    `${file} holds a part of a study of the commit ${commit}, and this folder is of the commit ${now}: give the folder of ${commit} to go on, or delete the file`,
  /** @param {number} count @param {string} file */
  studyGoesOn: (count, file) => `goes on after ${count.toLocaleString("en")} sentences in ${file}\n`,
  /** @param {number} count @param {number} perSecond */
  studyProgress: (count, perSecond) =>
    `${count.toLocaleString("en")} sentences, ${perSecond < 10 ? perSecond.toPrecision(2) : perSecond.toFixed(0)} a second`,
  /** @param {string} how */
  workerEnded: (how) => `a worker ended (${how}): give the same command again, which goes on where it was`,
  study: "What heads do in many sentences, as headscope model --study measured it; joins parts.",
  studyUsage: `Usage: headscope study study.npz
       headscope study part-1.npz part-2.npz --out study.npz`,
  studyJoined: "The joined study: the same file, to the bit, from any parts in any order.",
  studyJSON: "The names of heads, and the means and intervals of all measures, as JSON.",
  studyMore: 'The page Models opens study.npz, and NumPy reads it: numpy.load("study.npz").',
  noStudies: "no file is given: headscope study study.npz",
  noSuchFile: "there is no such file",
  joinedWhere: "several parts are joined into a file: add --out study.npz",
  layerWanted: "a picture is of one layer: add --layer 0, and --head 0 for one of its heads",
  /** @param {number} head @param {number} last */
  noHead: (head, last) => `there is no head ${head}; the last is ${last}`,
  headOfNoLayer: "--head is a head of a layer: add --layer 0",
  oneFolder: "one model is opened at a time: headscope model ./gpt2 --info",
  nothingAsked:
    'nothing is asked of the model: --info says what is in its folder, and --text "The cat sat" gives it something to read',
  oneFile: 'one file is checked at a time: headscope check my.npz, which np.savez("my.npz", …) wrote',
  noFile: "it is a folder, a pipe or a device; save the arrays to a file",
  /** @param {string} why */
  output: (why) => `the output could not be written: ${why}`,
  /** @param {string} out */
  jsonEnding: (out) =>
    `--json writes JSON, and --out ${JSON.stringify(out)} does not end in .json: leave --json out, or end the name in .json`,
  /** @param {string} file @param {string} why */
  unreadable: (file, why) => `${JSON.stringify(file)} could not be read: ${why}`,
  /** @param {string} file @param {string} why */
  uncheckable: (file, why) => `${file}: ${why}`,
  /** @param {string} file @param {string} why */
  unwritable: (file, why) => `${JSON.stringify(file)} could not be written: ${why}`,
};
