/** Words of the lab of caches, in French. */

/** @type {import("../lab-list.js").Title} */
export const cacheTitle = {
  name: "Cache",
  question: "Que coûte un token, une fois les autres connus ?",
};

/** @type {import("../../kit/text/words.js").Translated<typeof import("./words.js").CACHE>} */
export const labCache = {
  on: "Un token de plus ▸",
  back: "◂ Un token de moins",
  steps: "Tokens",
  now: (token, known) => `« ${token} », après ${known} ${known === 1 ? "token" : "tokens"}`,
  one: "Un seul token n’en a pas d’autres avant lui. Écrivez-en quelques autres.",
  cross:
    "Les requêtes et les clés viennent ici de deux phrases : revenez à une seule, et chaque token interroge ceux d’avant.",
  latent:
    "Ici un cache garde des latents, dont les clés sont recalculées. Mettez le latent à « aucun » pour voir un cache de clés et de valeurs.",
  figure:
    "Les requêtes et les clés de chaque token dans une tête, les poids du nouveau token, et les scores qu’un cache épargne.",
  queries: (head) => `requêtes, tête ${head}`,
  keys: "clés",
  weights: "poids de ce token",
  again: "pas recalculé",
  read: "lues dans le cache",
  written: "calculée maintenant",
  rowsAgain: (rows) => `${rows} ${rows === 1 ? "ligne" : "lignes"} de Q, K, V et de scores`,
  said: ({ kept, again, keptBytes, againBytes }) =>
    `Avec le cache : ${kept} FLOP, ${keptBytes} lus. Sans lui, tous les tokens encore une fois : ${again} FLOP, ${againBytes} lus.`,
  lesson:
    "Aucun token n’en voit un qui vient après, les clés et valeurs des précédents restent donc ce qu’elles sont. Seul le nouveau token a besoin d’une requête : ce qui croît, c’est la mémoire gardée et lue.",
  length: "contexte",
  tokens: (tokens) => `${tokens} tokens`,
  perToken: "Octets par token, dans une couche",
  inAll: (length) => `Mémoire de ${length} tokens, dans toutes les couches`,
  kinds: {
    many: "beaucoup de têtes de clés",
    grouped: "groupées",
    one: "une tête de clés",
    window: "groupées, fenêtre",
    latent: "latente",
  },
  detail: ({ name, supposed, kvHeads, dK, layers, window, rank }) =>
    supposed
      ? `${name}, s’il avait ${kvHeads === 1 ? "une tête de clés" : `${kvHeads} têtes de clés`}`
      : `${name} : ${rank === null ? `${kvHeads} × ${dK}` : rank}, ${window === null ? `${layers} couches` : `fenêtre ${window}`}`,
  bits: "Tailles réelles, 16 bits par nombre. La première et la troisième sont Llama 3 avec d’autres nombres de têtes de clés.",
  memory: "La mémoire par genre d’attention, en barres.",
  columns: ["genre d’attention", "octets par token et couche", "octets en tout"],
};
