import { saying, signed } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** @type {Words} */
export const questionsOfLearning = {
  even_loss: {
    ask: ({ words }) =>
      `Avant d’avoir appris, un modèle donne la même probabilité à chacun des ${words} mots qui peuvent remplir un blanc. Combien vaut sa perte ?`,
    why: ({ words, answer }) =>
      `ln ${words} = ${answer} : la probabilité est 1/${words}, et −ln de celle-ci est ln ${words}. Tant que le modèle ne devine pas mieux, elle reste là.`,
    wrong: {
      share: () => "C’est la probabilité du mot juste. La perte en est −ln.",
      count: () => "C’est le nombre de mots. La perte croît avec son logarithme.",
      zero: () => "Seul un modèle sûr de lui et qui a raison a une perte de 0.",
    },
  },
  what_followed: {
    ask: ({ words }) =>
      `« ${words} » : une tête d’induction cherche ce qui suivait le même mot plus tôt. Les mots se comptent à partir de 0. Lequel le dernier mot regarde-t-il ?`,
    why: ({ word, followed, answer }) =>
      `${answer}, « ${followed} » : il suivait le premier « ${word} », et peut donc suivre de nouveau.`,
    wrong: {
      same: () => "C’est le même mot. La tête regarde le mot qui le suit.",
      itself: () => "C’est le mot qui regarde.",
      before: () => "C’est une tête qui regarde le mot précédent.",
    },
  },
  remove_head: {
    ask: ({ head, from, to }) =>
      `Pour retirer la tête ${head} : mettre à zéro les lignes ${from} à ${to} de W_O, ou les colonnes ${from} à ${to} de W_Q et W_K ?`,
    why: ({ head }) =>
      `Les lignes de W_O : le contexte de la tête ${head} est alors multiplié par 0. Sans requêtes, la tête transmet encore la moyenne des valeurs.`,
    wrong: {
      columns: () =>
        "Ses scores valent alors 0, tous les poids sont égaux, et la moyenne de toutes les valeurs passe à W_O.",
      both: () => "Sans ces colonnes, la tête ajoute encore une moyenne à la sortie.",
    },
    choice: saying({
      rows: "les lignes de W_O",
      columns: "les colonnes de W_Q et W_K",
      both: "l’un ou l’autre",
    }),
  },
  pruned_queries: {
    ask: ({ head, from, to, tokens }) =>
      `Quelqu’un élague la tête ${head} en mettant à zéro les colonnes ${from} à ${to} de W_Q et W_K. ${tokens} tokens, pas de masque : combien vaut maintenant chacun de ses poids ?`,
    why: ({ tokens, answer }) =>
      `1/${tokens} = ${answer} : tous ses scores valent 0, et un softmax de scores égaux est uniforme. La tête s’ajoute encore à la sortie.`,
    wrong: {
      zero: () => "Un score de 0 n’est pas un poids de 0 : la somme de chaque ligne est toujours 1.",
      one: () => "La somme d’une ligne est 1, partagée par toutes les clés.",
      heads: () => "Ce sont les clés qui la partagent, non les têtes.",
    },
  },
  zero_queries: {
    ask: () =>
      "Les colonnes de W_Q d’une tête valent 0, celles de W_K non. Lesquels de ses gradients valent alors 0 ?",
    why: ({ largest }) =>
      `Seulement dW_K : il se calcule avec les requêtes, qui valent 0. dW_Q se calcule avec les clés, qui ne valent pas 0 ; il va donc jusqu’à ${largest.toPrecision(2)} : la tête peut encore apprendre.`,
    wrong: {
      queries: () => "Le gradient de W_Q se fait avec les clés, et celles-ci ne valent pas 0.",
      both: () =>
        "La tête ne pourrait alors jamais apprendre ; mais le gradient de W_Q se fait avec les clés.",
      neither: () => "L’un des deux est multiplié par des requêtes qui valent 0.",
    },
    choice: saying({ keys: "dW_K", queries: "dW_Q", both: "les deux", neither: "aucun" }),
  },
  nudge: {
    ask: ({ by, row, column, gradient }) =>
      `La perte L est la somme de tous les nombres de la sortie, et ∂L/∂W_Q[${row}, ${column}] vaut ${signed(gradient)}. Ce poids augmente de ${by}. De combien L change-t-elle ?`,
    why: ({ gradient, by, moved, answer }) =>
      `De ${signed(gradient)} · ${by} = ${answer}. Recalculée avec le poids augmenté, elle change de ${signed(moved)}.`,
    wrong: {
      whole: () => "C’est le changement pour une augmentation de 1 entier.",
      opposite: () => "Le gradient indique où la perte augmente.",
      none: () => "Ce poids a le plus grand gradient de tous.",
    },
  },
  silenced_head: {
    ask: ({ head }) =>
      `La tête ${head} est multipliée par 0. Pour combien de ses quatre blocs (W_Q, W_K, W_V, W_O) le gradient vaut-il 0 ?`,
    why: ({ answer }) =>
      `${answer} : son contexte est multiplié par 0 à l’aller, et son gradient au retour. Une tête désactivée n’apprend pas.`,
    wrong: {
      none: () => "Tout ce qui lui revient passe par le facteur 0.",
      output_alone: () =>
        "Les lignes de W_O voient un contexte de 0, et le gradient plus en amont vaut 0 lui aussi.",
      two: () => "Les quatre blocs se trouvent derrière ce facteur.",
    },
  },
};
