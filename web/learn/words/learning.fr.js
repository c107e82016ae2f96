import { saying } from "./phrases.js";

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
      `« ${words} » : une tête d’induction cherche ce qui suivait le même mot plus tôt. Les mots se comptent à partir de 0. Lequel le dernier mot regarde-t-il ?`,
    why: ({ word, followed, answer }) =>
      `${answer}, « ${followed} » : il suivait le premier « ${word} », et peut donc suivre de nouveau.`,
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
  opposed_heads: {
    ask: ({ one, other }) =>
      `Supposons que les têtes ${one} et ${other} ajoutent les mêmes nombres à chaque mot, avec des signes opposés. Sans l’une ou l’autre, la sortie se déplace beaucoup. Et sans les deux ?`,
    why: () =>
      "Elle reste : ce que les deux ajoutent s’annule. Les effets de têtes isolées ne disent pas l’effet de plusieurs.",
    wrong: {
      twice: () => "C’est vrai de têtes qui poussent dans le même sens. Ces deux-là se contrarient.",
      once: () => "Sans l’une, il reste les nombres de l’autre. Sans les deux, il n’en reste aucun.",
    },
    choice: saying({
      none: "elle ne bouge pas",
      twice: "elle se déplace deux fois plus loin",
      once: "elle se déplace autant que sans une seule",
    }),
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
  silent_feature: {
    ask: ({ feature }) =>
      `Supposons que la composante ${feature} de x vaille 0 dans chaque mot. Où ∂L/∂W_Q vaut-il alors 0 ?`,
    why: ({ feature }) =>
      `Dans la ligne ${feature} : ses nombres sont des sommes de produits avec cette composante. Aucune perte n’entraîne les poids d’une composante qui n’apparaît jamais.`,
    wrong: {
      column: () =>
        "Une colonne appartient à une composante de q, que toutes les autres composantes de x atteignent encore.",
      all: () => "Les autres composantes de x ne valent pas 0, et leurs lignes reçoivent un gradient.",
      none: ({ feature }) => `Dans la formule, a = ${feature} multiplie chaque terme de la somme par 0.`,
    },
    choice: (where, { feature }) =>
      saying({
        row: `dans la ligne ${feature}`,
        column: `dans la colonne ${feature}`,
        all: "partout",
        none: "nulle part",
      })(where),
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
