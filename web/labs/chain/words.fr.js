/** Words of the lab of shape operations, in French. */

/** @type {import("../lab-list.js").Title} */
export const chainTitle = {
  name: "Chaîne",
  question: "Quels appels mettent ces nombres dans cette forme, chacun à sa place ?",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").CHAIN>} */
export const labChain = {
  exercise: "faire :",
  made: (goal, start) => `${goal} de ${start}`,
  task: ({ from, shape, to, goal }) =>
    `De ${from}, ${shape}, à ${to}, ${goal} : chaque nombre là où la couche l’a.`,
  field: (from) => `Appels sur ${from}, comme dans PyTorch`,
  show: "une façon qui marche",
  colour: "couleur :",
  byHead: "tête",
  byToken: "token",
  none: "Cette couche n’a pas deux tenseurs que seuls séparent des appels de forme.",
  figure: (name) =>
    `Les nombres de ${name}, chacun de la couleur de ce à quoi il appartient. Entrée, puis les flèches, pour parcourir les cases.`,
  tape: "La mémoire où il se trouve, élément par élément.",
  struck: "pas ce qui devrait être là",
  columns: ["appel", "forme", "pas", "mémoire"],
  copied: (bytes) => `copié, ${bytes} o`,
  seen: "une vue, 0 o",
  itself: "tel qu’il a été fait",
  troubles: {
    call: (given, _sizes, calls) => `.${given}() n’est aucun des appels connus ici : ${calls}.`,
    argument: (given, sizes) =>
      `« ${given} » n’est pas un nombre ici. Ce qui marcherait : des entiers, -1, ou des tailles par leur nom : ${sizes}.`,
    keyword: (given) => `« ${given} » : laissez le mot-clé, les nombres seuls suffisent.`,
    syntax: (given) =>
      `« ${given} » n’est pas un appel. Ce qui marcherait : .view(B, T, H, d_k).transpose(1, 2)`,
  },
  outcome: {
    begun: "Aucun appel encore : écrivez-en un, et voyez ce qu’il fait des nombres.",
    right: ({ to, moved }) =>
      `C’est ${to} : la forme, et chaque nombre à sa place. Octets déplacés : ${moved}.`,
    shape: ({ shape, goal }) => `La forme est ${shape} ; il faut ${goal}.`,
    misplaced: ({ n, of }) =>
      `La forme est juste, et rien n’échoue, mais ${n} nombres sur ${of} ne sont pas ceux qui devraient être là.`,
    refused: (why) => `Refusé : ${why}.`,
  },
  fault: (name) => ["C’est un chemin faux connu, ", name, ", à la case près."],
  cell: ({ index, sum, offset, value, from }) =>
    `[${index}] → ${sum} = ${offset} → ${value}, qui était ${from}.`,
  corner: "ligne",
};
