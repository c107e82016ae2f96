import { saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

/** @type {Words} */
export const questionsOfPosition = {
  order_lost: {
    ask: () =>
      "Les vecteurs des mots ne contiennent pas de positions, et il n’y a pas de masque. On mélange les mots. Que deviennent les lignes de la sortie ?",
    why: () =>
      "La ligne de chaque mot se déplace avec le mot et reste la même : elle fait la somme des mêmes clés et valeurs, dans un autre ordre.",
    wrong: {
      stay: () =>
        "Une ligne appartiendrait alors à une place. Elle appartient au mot dont la requête l’a faite.",
      change: () => "Un score dépend de deux vecteurs, et une somme ne dépend pas de son ordre.",
    },
    choice: saying({
      follow: "elles suivent leurs mots, inchangées",
      stay: "elles restent en place, inchangées",
      change: "leurs nombres changent",
    }),
  },
  moved_together: {
    ask: ({ by }) =>
      `Positions rotatives. Une requête à la place 7 a un score avec une clé à la place 4. Les deux mots avancent de ${by} ${by === 1 ? "place" : "places"}. Que devient le score ?`,
    why: () =>
      "Il est le même : les deux vecteurs tournent du même angle supplémentaire, donc l’angle entre eux reste. Seule la distance compte.",
    wrong: {
      larger: () => "Tourner un vecteur ne change pas sa longueur, et les deux tournent de la même façon.",
      smaller: () => "La distance entre eux n’a pas augmenté ; les deux ont bougé.",
    },
    choice: saying({
      same: "il reste le même",
      other: "il change",
      larger: "il augmente",
      smaller: "il diminue",
    }),
  },
  alibi_penalty: {
    ask: ({ head, distance, slope }) =>
      `ALiBi avec 8 têtes : la tête ${head} a la pente 1/${slope}. Combien une clé située ${distance} places plus tôt perd-elle de son score ?`,
    why: ({ distance, slope, answer }) =>
      `${distance} · 1/${slope} = ${answer} : la distance multipliée par la pente.`,
    wrong: {
      slope: () => "C’est ce que coûte une place.",
      distance: () => "Ce serait une pente de 1.",
      none: () => "Seul le mot lui-même ne perd rien.",
    },
  },
};
