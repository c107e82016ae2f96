import { saying, tuple } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** Columns of a head, or every n-th column. @param {number[]} span @param {import("./phrases.js").Given} given */
const columns = ([from, to], { width }) =>
  to - from === width - 1 ? `les colonnes ${from} à ${to}` : `une colonne sur H, de ${from} à ${to}`;

/** @type {Words} */
export const questionsOfShapes = {
  head_width: {
    ask: ({ dModel, heads }) =>
      `d_model vaut ${dModel}, et il y a ${heads} têtes. Combien de composantes a la requête d’une tête ?`,
    why: ({ dModel, heads, answer }) =>
      `Les têtes se partagent la largeur : ${dModel} / ${heads} = ${answer}. Plus de têtes donnent des têtes plus étroites, pas plus de nombres.`,
    wrong: {
      whole: () =>
        "Ce serait une copie de pleine largeur pour chaque tête. Toutes les têtes ensemble sont aussi larges que le modèle.",
      count: () => "C’est le nombre de têtes, pas la largeur d’une tête.",
    },
  },
  cross_shape: {
    ask: ({ heads, queries, keys }) =>
      `Une phrase de ${queries} tokens en interroge une de ${keys} ; il y a ${heads} têtes. Quelle est la forme des poids d’attention ?`,
    why: ({ answer }) =>
      `${answer} : (B, H, T_q, T_k). Une ligne par requête, une colonne par clé, dans chaque tête.`,
    wrong: {
      swapped: () => "Les lignes sont les requêtes, les colonnes les clés : qui regarde vient d’abord.",
      square: () => "Seule l’auto-attention est carrée. Ici, les clés viennent de l’autre phrase.",
      no_heads: () => "Chaque tête a sa propre carte, donc H est un axe.",
      no_batch: () => "B vient d’abord, même pour un lot d’une seule phrase.",
    },
  },
  cross_output: {
    ask: ({ queries, keys }) =>
      `${queries} tokens portent attention à ${keys} tokens. Combien de lignes a la sortie ?`,
    why: ({ answer }) =>
      `${answer} : une pour chaque token qui interroge. Les tokens interrogés donnent leurs valeurs et ne reçoivent pas de ligne.`,
    wrong: {
      keys: () => "C’est le nombre de tokens interrogés. Chaque token qui interroge reçoit une ligne.",
      both: () => "Les phrases ne sont pas réunies : l’une interroge l’autre.",
      pairs: () =>
        "C’est le nombre de paires qui ont un score, mais chaque ligne de poids donne une ligne de la sortie.",
    },
  },
  rows_of_attention: {
    ask: ({ word }) => `Combien de lignes de poids d’attention le mot « ${word} » a-t-il ?`,
    why: ({ answer }) =>
      `${answer}, une dans chaque tête. Une ligne est une réponse à « qui compte pour moi ? » ; les têtes en donnent plusieurs à un mot.`,
    wrong: {
      one: () => "Avec une seule tête, ce serait une. Chaque tête a une ligne pour lui.",
      each_token: () => "C’est le nombre de poids dans une ligne.",
      all: () => "C’est le nombre de lignes de tous les mots ensemble.",
    },
  },
  head_columns: {
    ask: ({ head, heads, row }) =>
      `q a ${row} colonnes pour ${heads} têtes. Lesquelles sont celles de la tête ${head} ?`,
    why: ({ head, width, answer }) =>
      `${answer} : les têtes sont découpées côte à côte dans la ligne, ${width} colonnes chacune, et la tête ${head} commence à ${head} · ${width}.`,
    wrong: {
      from_one: () => "Les têtes se comptent à partir de 0 : elle commence une tête plus loin.",
      every: () =>
        "Une tête recevrait alors une colonne sur H. .view(T, H, d_k) découpe des blocs de voisines.",
      by_count: () => "La tête commence à tête · d_k, pas à tête · H.",
    },
    choice: columns,
  },
  context_columns: {
    ask: ({ head, row }) =>
      `Une ligne de concat a ${row} colonnes. Où s’y trouve le contexte de la tête ${head} ?`,
    why: ({ head, width, answer }) =>
      `${answer} : à ${head} · ${width}, là où ses requêtes ont été découpées. Les têtes reviennent dans le même ordre.`,
    wrong: {
      from_one: () => "Les têtes se comptent à partir de 0 : il se trouve une tête plus loin.",
      every: () => "Les têtes se suivent dans une ligne, sans s’entrelacer.",
      by_count: () => "Il se trouve à tête · d_v ; celui-ci est à tête · H.",
    },
    choice: columns,
  },
  keys_turned: {
    ask: ({ shape }) => `Les clés ont la forme ${tuple(shape)}. Quelle est la forme de k.transpose(-2, -1) ?`,
    why: ({ answer }) =>
      `${answer} : les deux derniers axes échangent leurs places, pour que les composantes d’une requête rencontrent celles d’une clé.`,
    wrong: {
      unchanged: () =>
        "Une ligne de Q rencontrerait alors une ligne de K ; un produit a besoin d’une colonne.",
      first_two: () => "−2 et −1 se comptent depuis la fin : les deux derniers axes.",
      all: () => "C’est .T de tout ; B et H restent où ils sont.",
    },
  },
  same_shape: {
    ask: ({ shape }) => `x a la forme ${tuple(shape)}. Quelle est la forme de la sortie de la couche ?`,
    why: () => "La même : la sortie peut s’ajouter à l’entrée et passer à la couche suivante.",
    wrong: {
      by_heads: () => "Les têtes ont été remises côte à côte avant W_O.",
      one_head: () => "W_O ramène la ligne à d_model composantes, quelle que soit la largeur des têtes.",
    },
    choice: saying({
      same: "la même",
      by_heads: "(B, H, T, d_k)",
      one_head: "(B, T, d_k)",
      other: "une autre",
    }),
  },
};
