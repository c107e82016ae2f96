import { saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** @type {Words} */
export const questionsOfMasks = {
  weights_left: {
    ask: ({ heads, tokens }) =>
      `Un masque causal, ${tokens} tokens, ${heads} têtes. Combien de paires restent visibles, dans toutes les têtes ?`,
    why: ({ heads, tokens, answer }) =>
      `${heads} · ${tokens} · ${tokens + 1} / 2 = ${answer} : 1 dans la première ligne, 2 dans la deuxième, et ainsi de suite.`,
    wrong: {
      all: () => "Il y en a autant sans masque.",
      strictly: () => "La diagonale reste : chaque token se voit lui-même.",
      one_head: () => "C’est le nombre par tête.",
      half: () => "Un peu plus de la moitié : la diagonale reste.",
    },
  },
  even_row: {
    ask: ({ row }) =>
      `Les requêtes d’une tête sont toutes nulles, et il y a un masque causal. Combien vaut chaque poids non nul de la ligne ${row} ?`,
    why: ({ row, answer }) =>
      `1/${row + 1} = ${answer} : tous les scores sont égaux, donc les clés visibles se partagent le poids également.`,
    wrong: {
      of_all: () => "Les clés masquées ne reçoivent rien ; les autres se partagent le poids.",
      of_those_before: () => "Les lignes se comptent à partir de 0, et un token se voit lui-même.",
    },
  },
  blind_rows: {
    ask: ({ queries, keys }) =>
      `${queries} requêtes, ${keys} clés, un masque causal. Combien de lignes ne voient rien du tout ?`,
    why: ({ queries, keys, answer }) =>
      `${answer} : le masque est aligné à la fin, de sorte que la dernière requête voit les ${keys} clés, et les ${queries - keys} premières n’en voient aucune.`,
    wrong: {
      none: () =>
        "Le masque est aligné à la fin, et il y a plus de requêtes que de clés : les premières requêtes viennent avant la première clé.",
      keys: () => "C’est le nombre de lignes qui voient quelque chose.",
      one: () => "Comptez depuis la dernière requête vers le haut : chaque ligne voit une clé de moins.",
    },
  },
  keys_seen: {
    ask: ({ queries, keys }) =>
      `Un masque causal, ${keys} clés, et des requêtes pour les ${queries} derniers tokens seulement. Combien de clés chaque ligne voit-elle ? Écrivez un nombre par ligne.`,
    why: ({ answer }) =>
      `${answer} : la dernière requête se trouve à la dernière clé, comme quand les clés précédentes ont été conservées.`,
    wrong: {
      from_the_left: () =>
        "Cela aligne la première requête sur la première clé ; le masque est aligné à la fin.",
      all: () => "La dernière ligne les voit toutes, les autres une de moins chacune.",
    },
  },
  all_blocked: {
    ask: ({ fill }) =>
      `Toutes les clés d’une ligne sont bloquées, et les scores bloqués valent ${fill === "-inf" ? "−∞" : "−1e9"}. Que fait un simple softmax de cette ligne ?`,
    why: ({ fill, answer }) =>
      fill === "-inf"
        ? `${answer} : 0 est divisé par 0. Ici, une telle ligne est mise à 0, et une note le dit.`
        : `${answer} : −1e9 partout est le même score partout, donc la ligne fait la moyenne de clés qu’elle ne doit pas voir.`,
    wrong: {
      nan: () => "−1e9 est un nombre comme un autre ; seul −∞ donne 0 / 0.",
      average: () => "C’est ce qu’en fait −1e9 : tous les scores sont égaux.",
      zero: () => "Un softmax divise par la somme de la ligne, qui vaut 0 elle aussi.",
      error: () => "Aucune erreur n’est levée : NaN est un nombre pour le programme, et va jusqu’à la perte.",
    },
    choice: saying({
      nan: "NaN",
      average: "une moyenne égale de tout",
      zero: "0",
      error: "une erreur est levée",
    }),
  },
  last_word: {
    ask: ({ word }) =>
      `Un masque causal. Le dernier token, « ${word} », est remplacé par un autre mot. Quelles lignes de la sortie changent ?`,
    why: () =>
      "La sienne, et aucune autre : aucun token précédent ne peut le voir. Si d’autres lignes changent, quelque chose fuit.",
    wrong: {
      all: () => "Sans le masque, ce serait toutes.",
      none: () => "Il interroge toujours, et il voit sa propre valeur.",
      after_it: () => "Les tokens précédents ne peuvent pas voir ce qui vient après.",
    },
    choice: saying({
      last: "seulement la dernière",
      all: "toutes",
      none: "aucune",
      all_but_first: "toutes sauf la première",
    }),
  },
};
