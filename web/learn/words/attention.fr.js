import { shareSaid } from "../../kit/text/share.js";
import { FRENCH, saying } from "./phrases.js";

/** @import { Words } from "./phrases.js" */

const { listed, wordsAt } = FRENCH;

/** @type {Words} */
export const questionsOfAttention = {
  attends_to: {
    ask: ({ head, word }) =>
      `Dans la tête ${head}, à quel mot « ${word} » donne-t-il la plus grande part de son poids ?`,
    why: ({ weight, answer }) =>
      `${answer} reçoit ${shareSaid(weight)}. Lisez le long de la ligne : les colonnes sont ce qui est regardé.`,
    wrong: {
      itself: () => "La diagonale serait alors remplie.",
      before: () => "C’est le mot qui précède ; cette tête regarde ailleurs.",
      after: () => "C’est le mot qui suit ; cette tête regarde ailleurs.",
      first: () => "Beaucoup de têtes regardent le premier mot ; cette ligne, non.",
    },
    choice: wordsAt,
  },
  left_over: {
    ask: ({ head, word, weight }) =>
      `Dans la tête ${head}, « ${word} » donne ${weight.toFixed(2)} de sa ligne à un seul mot. Combien tous les autres reçoivent-ils ensemble ?`,
    why: ({ weight, answer }) =>
      `1 − ${weight.toFixed(2)} vaut environ ${answer} : une ligne est un budget de 1.`,
    wrong: {
      same: () => "C’est ce que reçoit ce seul mot.",
      one: () => "La ligne entière, ce mot compris, reçoit 1.",
      none: () => "Un poids peut être proche de 0, mais n’est jamais 0.",
    },
  },
  products: {
    ask: ({ dModel, heads }) =>
      `d_model vaut ${dModel}, avec ${heads} têtes. De combien de produits un score est-il la somme ?`,
    why: ({ answer }) =>
      `${answer} : un par composante d’une tête. Une tête compare sa tranche, et rien de plus.`,
    wrong: {
      whole: () => "Chaque tête ne compare que sa propre tranche de la largeur.",
      heads: () => "Les têtes ne se rencontrent pas ici ; chacune a son score.",
      tokens: () => "C’est le nombre de scores d’une ligne.",
    },
  },
  even_entropy: {
    ask: ({ keys }) =>
      `Une ligne répartit son poids également sur ${keys} clés. Quelle est son entropie, en nats ?`,
    why: ({ keys, answer }) =>
      `ln ${keys} = ${answer} : le maximum possible avec ${keys} clés. 0, c’est tout sur une seule clé.`,
    wrong: {
      none: () => "0 est l’entropie d’une ligne qui ne regarde qu’une clé.",
      count: () => "C’est e à la puissance de l’entropie : le nombre de clés qu’elle regarde.",
      bits: () => "C’est en bits : log₂, et non ln.",
      share: () => "C’est le poids d’une clé.",
    },
  },
  saturates: {
    ask: ({ width, narrow, before }) =>
      `Dans des têtes larges de ${narrow} composantes, les lignes ont une entropie de ${before[0]} nats avec ÷ √d_k, et de ${before[1]} sans. Et dans des têtes larges de ${width} ?`,
    why: ({ answer }) =>
      `${answer}. Une somme de plus de produits se disperse davantage, le softmax donne presque tout à une clé, et une ligne qui s’est décidée est difficile à instruire.`,
    wrong: {
      no_matter: () =>
        "Sans l’échelle, la dispersion croît comme √d_k : une tête large diffère d’une tête étroite.",
      other_way: () => "Ce sont les scores sans échelle qui croissent, et non les autres.",
      both: () => "Divisés par √d_k, les scores gardent leur dispersion à toute largeur.",
    },
    choice: ([scaled, unscaled]) => `${scaled} avec, ${unscaled} sans`,
  },
  columns_sum: {
    ask: () =>
      "Le softmax se fait par erreur le long des requêtes. Quelles sommes valent maintenant 1, dans chaque tête ?",
    why: ({ keys }) =>
      `Celles des colonnes : une somme vaut 1 seulement le long de l’axe du softmax. Les ${keys} colonnes d’une tête totalisent ${keys}, comme le devraient les lignes ; mais une ligne peut en recevoir plus ou moins que 1.`,
    wrong: {
      rows: () => "Les lignes sont ce que prend chaque requête. Le softmax ne les a pas suivies.",
      both: () => "Un softmax donne la somme 1 à un axe ; l’autre ne l’a que par hasard.",
      neither: () => "Tout softmax donne la somme 1 à l’axe qu’il suit.",
    },
    choice: saying({
      columns: "celles des colonnes",
      rows: "celles des lignes",
      both: "les deux",
      neither: "aucune",
    }),
  },
  blend_of: {
    ask: ({ word, token }) =>
      `Sous un masque causal, de combien de lignes de valeurs le contexte de « ${word} » (token ${token}) est-il un mélange ?`,
    why: ({ token, answer }) => `${answer} : les tokens 0 à ${token}. Il se voit lui-même aussi.`,
    wrong: {
      all: () => "Ce serait toutes sans le masque.",
      before: () => "Un token peut se voir lui-même.",
      alone: () => "Il peut voir aussi ceux qui précèdent.",
    },
  },
  two_looks: {
    ask: ({ word, key, second }) =>
      `« ${word} » porte attention à « ${key} » et à « ${second} », chaque fois avec la plus grande part du poids. Comment est-ce possible ?`,
    why: ({ head, other, key, second }) =>
      `Dans deux têtes : ${head} le donne à ${key}, ${other} à ${second}. Une ligne est un budget de 1 ; une deuxième tête est un deuxième budget.`,
    wrong: {
      one_row: () =>
        "Dans une ligne, la somme des poids est 1 : deux mots ne peuvent pas recevoir chacun plus de la moitié.",
      sum: () =>
        "Les poids de têtes différentes ne s’additionnent pas ; les contextes des têtes sont côte à côte.",
    },
    choice: saying({
      two_heads: "dans deux têtes différentes",
      one_row: "dans une ligne d’une tête",
      sum: "les têtes additionnent leurs poids",
    }),
  },
};

/** @type {Words} */
export const questionsOfFound = {
  positional: {
    ask: ({ heads }) =>
      `Combien de ces ${heads} têtes ont leur plus grand poids sur le mot précédent, ou sur le mot suivant, dans au moins 90 % des lignes qui en ont un ?`,
    why: ({ found, answer }) =>
      `${answer}${found.length ? ` : ${found.length === 1 ? "la tête" : "les têtes"} ${listed(found)}. Une tête qui regarde le premier mot ou elle-même n’en est pas` : ""}.`,
    wrong: {
      none: () => "Cherchez une ligne de cases sombres à côté de la diagonale.",
      all: () => "Certaines regardent ailleurs.",
    },
  },
  twin_heads: {
    ask: ({ one, other }) =>
      `La tête ${other} a les mêmes W_Q, W_K et W_V que la tête ${one}. Quelqu’un ajoute ses lignes de W_O à celles de la tête ${one} et les met à zéro. Que devient la sortie ?`,
    why: () =>
      "Elle reste la même : les deux contextes sont égaux, donc c W + c W′ = c (W + W′). Une tête qui ne fait qu’en répéter une autre est inutile.",
    wrong: {
      half: () => "Les lignes ont été ajoutées, de sorte que rien n’est perdu.",
      lost: () =>
        "Une tête s’ajoute à la sortie par ses lignes de W_O, et celles-ci sont gardées dans la somme.",
    },
    choice: saying({
      same: "elle reste la même",
      other: "elle change",
      half: "elle est divisée par deux",
      lost: "elle perd ce que cette tête a trouvé",
    }),
  },
};

/** @type {Words} */
export const questionsOfWriting = {
  same_map: {
    ask: ({ one, other }) =>
      `La tête ${other} a les mêmes W_Q et W_K que la tête ${one}, donc la même carte. W_V et W_O restent tels qu’ils ont été tirés. Qu’ajoutent les deux têtes à la sortie ?`,
    why: () =>
      "Chacune autre chose. Des cartes égales mélangent les mêmes mots dans les mêmes parts, mais les valeurs et les lignes de W_O diffèrent, et elles disent ce qui est transmis.",
    wrong: {
      same: () => "W_Q et W_K font la carte. Ce que la tête ajoute est fait par W_V et W_O, qui diffèrent.",
      half: () => "Les têtes ne se partagent pas une carte : chacune a sa ligne, dont la somme est 1.",
    },
    choice: saying({ same: "la même chose", other: "chacune autre chose", half: "chacune la moitié" }),
  },
  circuit_rank: {
    ask: ({ width, heads, dV }) =>
      `d_model vaut ${width}, et il y a ${heads} têtes. Pour une tête, W_V est (${width}, ${dV}) et W_O est (${dV}, ${width}), donc W_V W_O est (${width}, ${width}). Quel est le plus grand rang possible ?`,
    why: ({ width, answer }) =>
      `${answer} : un produit n’a pas plus de rang que le côté le plus étroit de ses facteurs. Une tête lit et écrit dans ${answer} dimensions sur ${width}.`,
    wrong: {
      full: () => "La matrice est aussi grande. Mais c’est un produit qui passe par un milieu étroit.",
      heads: () => "Le nombre de têtes dit combien l’une est étroite. Sa largeur est d_model divisé par lui.",
      numbers: () => "C’est le nombre de nombres des deux facteurs.",
    },
  },
  added_logit: {
    ask: ({ value }) =>
      `Une tête ajoute ${value} au logit d’un morceau, et 0 à ceux de tous les autres. Par combien multiplie-t-elle le rapport de la probabilité de ce morceau à celle d’un autre ?`,
    why: ({ value, answer }) =>
      `${answer} = e^${value} : un softmax change ce qui est ajouté à un score en un facteur du rapport.`,
    wrong: {
      sum: ({ value }) =>
        `${value} est ajouté avant le softmax. Après lui, une somme est devenue un produit.`,
      two: () => "La base est e, et non 2.",
      one: () => "Le rapport resterait si tous les logits augmentaient autant.",
    },
  },
};
